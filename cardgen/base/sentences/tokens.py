"""The words and signs of a sentence."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, TypeAlias
from unicodedata import category

from cardgen.base.characters import LETTER, WORD
from cardgen.base.errors import Text
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message

#: Characters of a sentence.
MOST_IN_SENTENCE = 2_000

Kind: TypeAlias = Literal["word", "number", "text", "sign", "end"]

# A letter and a character of a name, in the letters of any script with their marks.
_LETTER = rf"(?:_|(?![\d≤≥≠]){LETTER})"
_CHARACTER = rf"(?:(?![\-≤≥≠]){WORD})"


@cache
def _token() -> re.Pattern[str]:
    """Return the pattern of a token. Lazy: few games have sentences."""
    return re.compile(
        rf"""\s*(?:
          "(?P<double>[^"]*)" | '(?P<single>[^']*)' | “(?P<curly>[^”]*)”
        | (?P<word>\d*{_LETTER}{_CHARACTER}*(?:-{_CHARACTER}+)* | \d+(?:-\d*{_LETTER}{_CHARACTER}*)+)
        | (?P<number>\d+(?:\.\d+)?)
        | (?P<sign><=|>=|!=|==|[≤≥≠=<>+\-*/%()\[\],:.，：（）])
        )""",
        re.VERBOSE,
    )


#: Other ways to write a sign.
_SAME_SIGNS = {"==": "=", "≤": "<=", "≥": ">=", "≠": "!=", "，": ",", "：": ":", "（": "(", "）": ")"}


class SentenceError(Exception):
    """A sentence that has no meaning: what is wrong, and where, in characters from its beginning."""

    def __init__(self, at: int, problem: Text, hint: Text = "") -> None:
        super().__init__(problem)
        self.at, self.problem, self.hint = at, problem, hint


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number, a text in quotes, a sign, or the end; with the characters of the sentence that it covers."""

    kind: Kind
    text: str
    at: int
    end: int

    def is_word(self, *words: str) -> bool:
        """Return True if the token is one of these words."""
        return self.kind == "word" and self.text in words

    def is_sign(self, *signs: str) -> bool:
        """Return True if the token is one of these signs."""
        return self.kind == "sign" and self.text in signs


def tokens_of(sentence: str) -> list[Token]:
    """Return the tokens of a sentence, the end last. SentenceError at a character that begins none."""
    if len(sentence) > MOST_IN_SENTENCE:
        hint = message("at most {limit:,}", limit=MOST_IN_SENTENCE)
        raise SentenceError(0, message("the sentence has {count:,} characters", count=len(sentence)), hint)
    tokens: list[Token] = []
    at, end = 0, len(sentence.rstrip())
    while at < end:
        match = _token().match(sentence, at)
        if match is None:
            at += len(sentence[at:]) - len(sentence[at:].lstrip())
            if sentence[at] in "\"'“":
                raise SentenceError(at, message("a quote is not closed"))
            raise _unexpected(sentence, at)
        group = str(match.lastgroup)
        quoted = group in ("double", "single", "curly")
        text = match[group]
        if group == "word" and not text.isascii():
            symbols = [i for i, character in enumerate(text) if category(character)[0] not in "LMNP"]
            if symbols:
                raise _unexpected(sentence, match.start(group) + symbols[0])
        kind: Kind = "text" if quoted else "word" if group == "word" else "number" if group == "number" else "sign"
        tokens.append(Token(kind, _SAME_SIGNS.get(text, text), match.start(group) - quoted, match.end()))
        at = match.end()
    return [*tokens, Token("end", "", end, end)]


def _unexpected(sentence: str, at: int) -> SentenceError:
    problem = message("unexpected {text!r}", text=sentence[at])
    return SentenceError(at, problem, message("put other texts in quotes"))
