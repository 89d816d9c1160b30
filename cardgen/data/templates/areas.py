"""The place of a box as sums: "title.bottom + 1.5", "{cost} * 4", "50%", "max(a.bottom, b.bottom)". Parsed, never run.

A term is a number of mm, a share of the surroundings (the card, or the group that the box is in), an edge of another
box, a number that the card fills in, or the least or largest of several sums; any of them times or by plain numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from cardgen.base.characters import CHARACTER, LETTER
from cardgen.base.errors import WrongValueError, did_you_mean
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import Message, message
from cardgen.data.placeholders import PATH
from cardgen.data.wording import NOTHING_TO_ADD_TO, in_mm

#: The edges of a box as it is placed, before it turns; `centre` is halfway across, `middle` halfway down.
EDGES = ("left", "right", "top", "bottom", "width", "height", "centre", "middle")

#: The edges of the text that a box sets. If there is none, all of them are at the top left of the box.
TEXT_EDGES = ("text_left", "text_right", "text_top", "text_bottom")

#: The edges of the cells that a repeat draws, as it is before it turns; at its top left if there are none.
CONTENT_EDGES = ("content_left", "content_right", "content_top", "content_bottom")


@dataclass(frozen=True, slots=True)
class Term:
    """`factor` mm; or `factor` times an edge of a box, a value that the card fills in, or the surroundings' length.

    A `function` is one of FUNCTIONS, of several sums.
    """

    factor: float
    box: str = ""
    edge: str = ""
    path: str = ""
    is_share: bool = False
    function: str = ""
    sums: tuple[tuple[Term, ...], ...] = ()

    @property
    def is_number(self) -> bool:
        """True if the term is a number of mm."""
        return not (self.box or self.path or self.is_share or self.function)


#: What a term can be of several sums.
FUNCTIONS: Mapping[str, Callable[[Iterable[float]], float]] = {"min": min, "max": max}

#: Functions inside of functions.
_DEEPEST = 10


_TOKEN = re.compile(
    r"(?P<function>[A-Za-z]\w*) ?\("
    rf"|(?P<box>{LETTER}{CHARACTER}*?)\.(?P<edge>" + "|".join((*EDGES, *TEXT_EDGES, *CONTENT_EDGES)) + r")(?!\w)"
    rf"|\{{(?P<path>{PATH})\}}"
    r"|(?P<number>(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+))(?![\w.])(?P<share>%)?"
    r"|(?P<sign>[-+*/])"
    r"|(?P<end>[,)])"
    r"|(?P<odd>[^\s*/+,()]+|.)"
)


#: A sum that is added to the number or sum below: "+= 198 / 11.811" or "-= title.height".
_ADDITION = re.compile(r"([+-])=(.*)")


def to_add(text: str) -> str | None:
    """Return the terms that `+=` or `-=` adds, such as "+ 198 / 11.811"; None if `text` is no addition.

    WrongValueError if that is no sum, or if `-=` takes away several terms, which would need brackets.
    """
    match = _ADDITION.fullmatch(text)
    if match is None:
        return None
    if len(parse_sum(match[2])) > 1 and match[1] == "-":
        raise WrongValueError(
            message("{text!r} given, but -= can subtract only one term", text=text),
            message('such as "+= -title.height - 2" for several terms'),
        )
    added = match[2].strip()
    return added if match[1] == "+" and added[0] in "+-" else f"{match[1]} {added}"


@lru_cache(maxsize=4096)
def parse_sum(text: str) -> tuple[Term, ...]:
    """Return the terms that a sum adds up. WrongValueError if `text` is no sum."""
    if to_add(text) is not None:
        raise WrongValueError(message("{text!r} given, expected a number or a sum", text=text), NOTHING_TO_ADD_TO)
    terms, end = _read_terms(text, _TOKEN.finditer(re.sub(r"\s+", " ", text.strip())), 0)
    if end:
        raise WrongValueError(
            message("the sum {text!r} has {mark!r} outside of min() and max()", text=text, mark=end),
            message('such as "max(title.bottom, 12) + 1.5"'),
        )
    return terms


def _read_terms(text: str, tokens: Iterator[re.Match[str]], depth: int) -> tuple[tuple[Term, ...], str]:
    """Return the terms of a sum, and the mark that ends it: a comma, a bracket, or "" at the end of the text."""
    signs: list[str] = []
    terms: list[Term] = []
    end = ""
    for match in tokens:
        if match["end"]:
            end = match["end"]
            break
        token = _read_function(text, match["function"], tokens, depth) if match["function"] else _token(match)
        if isinstance(token, str):
            signs.append(token)
        elif token is not None:
            _add_term(terms, signs, token)
            signs = []
    if signs or not terms:
        raise WrongValueError(
            message("the sum {text!r} is incomplete", text=text), message('such as "title.bottom + 1.5"')
        )
    return tuple(terms), end


def _read_function(text: str, name: str, tokens: Iterator[re.Match[str]], depth: int) -> Term:
    """Return the least or largest of the sums up to the closing bracket."""
    if name not in FUNCTIONS:
        raise WrongValueError(
            message("there is no function {name!r}", name=name), message('such as "max(title.bottom, 12)"')
        )
    if depth == _DEEPEST:
        raise WrongValueError(message("more than {most} functions inside of each other", most=_DEEPEST))
    sums: list[tuple[Term, ...]] = []
    end = ","
    while end == ",":
        terms, end = _read_terms(text, tokens, depth + 1)
        sums.append(terms)
    if not end:
        raise WrongValueError(
            message("{function} has no closing bracket", function=f"{name}("),
            message('put the sum in quotes: "max(title.bottom, 12)"'),
        )
    return Term(1.0, function=name, sums=tuple(sums))


def _token(match: re.Match[str]) -> Term | str | None:
    """Return a sign, a term, or None for a space."""
    if match["sign"]:
        return match["sign"]
    if match["box"]:
        return Term(1.0, box=match["box"], edge=match["edge"])
    if match["path"]:
        return Term(1.0, path=match["path"])
    if match["number"]:
        return Term(float(match["number"]) / (100 if match["share"] else 1), is_share=bool(match["share"]))
    if match["odd"].isspace():
        return None
    raise WrongValueError(*_explain(match["odd"]))


def _explain(odd: str) -> tuple[Message, str]:
    """Return why a word is no term, and a hint."""
    box, dot, edge = odd.rpartition(".")
    if dot and box[:1].isalpha():
        return message("{word!r}: a box has no edge {edge!r}", word=odd, edge=edge), did_you_mean(
            edge, [*EDGES, *TEXT_EDGES, *CONTENT_EDGES]
        )
    if in_mm(odd):
        return message("{word!r} given, expected a number", word=odd), in_mm(odd)
    return (
        message("{word!r} is neither a number nor an edge of a box", word=odd),
        message('such as 12, "title.bottom + 1.5" or "50%"'),
    )


def _add_term(terms: list[Term], signs: list[str], term: Term) -> None:
    """Add a term to the others by the signs before it: the first joins them, further ones make it negative."""
    joined = signs[0] if signs and terms else "+"
    rest = signs[1:] if terms else signs
    if (terms and not signs) or any(sign in "*/" for sign in rest):
        raise WrongValueError(
            message("the terms of a sum need one of + - * / between them"), message('such as "title.bottom + 1.5"')
        )
    factor = term.factor * (-1) ** rest.count("-")
    if joined in "+-":
        terms.append(replace(term, factor=-factor if joined == "-" else factor))
        return
    last = terms.pop()
    if joined == "*" and last.is_number:
        terms.append(replace(term, factor=last.factor * factor))
    elif not term.is_number or (joined == "/" and not factor):
        raise WrongValueError(message("a sum can only multiply by a plain number, or divide by one above 0"))
    else:
        terms.append(replace(last, factor=last.factor * factor if joined == "*" else last.factor / factor))


def terms_in(box: Any) -> Iterator[tuple[int, Term]]:
    """Yield the terms of every sum in the place of a box, each with the number of its entry; skip wrong sums.

    The terms of sums inside of functions are among them.
    """
    if isinstance(box, list | tuple):
        for i, entry in enumerate(box):
            if isinstance(entry, str):
                try:
                    yield from ((i, term) for term in all_terms(parse_sum(entry)))
                except WrongValueError:
                    continue


def all_terms(terms: Iterable[Term]) -> Iterator[Term]:
    """Yield the terms, and those of the sums inside of them."""
    for term in terms:
        yield term
        for inner in term.sums:
            yield from all_terms(inner)
