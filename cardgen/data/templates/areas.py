"""Where a box is, as sums: "title.bottom + 1.5", "safe.width / 3", "{cost} * 4", "50%". Parsed term by term, never run.

A term is a number of mm, a share of the surroundings (the card, or the group that the box is in), an edge of another
box, or a number that the card fills in; any of them times or by plain numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from cardgen.data.wording import NOTHING_TO_ADD_TO, in_mm
from cardgen.errors import WrongValueError, did_you_mean

#: Of a box as it is placed, before it turns; `centre` is halfway across, `middle` halfway down.
EDGES = ("left", "right", "top", "bottom", "width", "height", "centre", "middle")

#: Of the ink of the text that a box sets. Where there is none, all of it is the top left of the box.
TEXT_EDGES = ("text_left", "text_right", "text_top", "text_bottom")


@dataclass(frozen=True, slots=True)
class Term:
    """`factor` mm; or `factor` times an edge of a box, a value that the card fills in, or the surroundings' length."""

    factor: float
    box: str = ""
    edge: str = ""
    path: str = ""
    is_share: bool = False

    @property
    def is_number(self) -> bool:
        return not (self.box or self.path or self.is_share)


_TOKEN = re.compile(
    r"(?P<box>[A-Za-z][\w.-]*?)\.(?P<edge>" + "|".join((*EDGES, *TEXT_EDGES)) + r")(?!\w)"
    r"|\{(?P<path>[A-Za-z][\w-]*(?:\.[\w-]+)*)\}"
    r"|(?P<number>(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+))(?![\w.])(?P<share>%)?"
    r"|(?P<sign>[-+*/])"
    r"|(?P<odd>[^\s*/+]+|.)"
)


#: A sum that is added to the number or sum below: "+= 198 / 11.811" or "-= title.height".
_ADDITION = re.compile(r"([+-])=(.*)")


def to_add(text: str) -> str | None:
    """What `+=` or `-=` adds, as it goes on after the sum below: "+ 198 / 11.811"; None when `text` adds nothing.

    WrongValueError when what it adds is no sum, and when it takes away several terms, which would need brackets.
    """
    match = _ADDITION.fullmatch(text)
    if match is None:
        return None
    if len(parse_sum(match[2])) > 1 and match[1] == "-":
        raise WrongValueError(f"{text!r} given: -= takes one term away", 'write "+= -title.height - 2" for several')
    added = match[2].strip()
    return added if match[1] == "+" and added[0] in "+-" else f"{match[1]} {added}"


@lru_cache(maxsize=4096)
def parse_sum(text: str) -> tuple[Term, ...]:
    """The terms that `text` adds up. WrongValueError when it is no sum."""
    if to_add(text) is not None:
        raise WrongValueError(f"{text!r} given, expected a number or a sum", NOTHING_TO_ADD_TO)
    signs: list[str] = []
    terms: list[Term] = []
    for token in map(_token, _TOKEN.finditer(re.sub(r"\s+", " ", text.strip()))):
        if isinstance(token, str):
            signs.append(token)
        elif token is not None:
            _take(terms, signs, token)
            signs = []
    if signs or not terms:
        raise WrongValueError(f"{text!r} ends too soon", 'a sum is written such as "title.bottom + 1.5"')
    return tuple(terms)


def _token(match: re.Match[str]) -> Term | str | None:
    """A sign, a term, or None for a space."""
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


def _explain(odd: str) -> tuple[str, str]:
    """What is wrong with a word that is no term, and a hint."""
    box, dot, edge = odd.rpartition(".")
    if dot and box[:1].isalpha():
        return f"{odd!r}: a box has no edge {edge!r}", did_you_mean(edge, [*EDGES, *TEXT_EDGES])
    if in_mm(odd):
        return f"{odd!r} given, expected a number", in_mm(odd)
    return f"{odd!r} is neither a number nor an edge of a box", 'such as 12, "title.bottom + 1.5" or "50%"'


def _take(terms: list[Term], signs: list[str], term: Term) -> None:
    """Puts a term after what is there, by the signs before it: one that joins them, then any that make it less."""
    joined = signs[0] if signs and terms else "+"
    rest = signs[1:] if terms else signs
    if (terms and not signs) or any(sign in "*/" for sign in rest):
        raise WrongValueError("a sum is terms with one of + - * / between each two", 'such as "title.bottom + 1.5"')
    factor = term.factor * (-1) ** rest.count("-")
    if joined in "+-":
        terms.append(replace(term, factor=-factor if joined == "-" else factor))
        return
    last = terms.pop()
    if joined == "*" and last.is_number:
        terms.append(replace(term, factor=last.factor * factor))
    elif not term.is_number or (joined == "/" and not factor):
        raise WrongValueError("one of two that are multiplied is a plain number, and so is what divides, above 0")
    else:
        terms.append(replace(last, factor=last.factor * factor if joined == "*" else last.factor / factor))


def terms_in(box: Any) -> Iterator[tuple[int, Term]]:
    """The terms of every sum in where a box is, as written, each with the entry it is in; none of what is no sum."""
    if isinstance(box, list | tuple):
        for i, entry in enumerate(box):
            if isinstance(entry, str):
                try:
                    yield from ((i, term) for term in parse_sum(entry))
                except WrongValueError:
                    continue
