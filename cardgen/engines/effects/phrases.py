"""Read the parts of effects that are sentences, timings, words: each with its faults at their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, TypeVar

from cardgen.base.errors import Text, did_you_mean
from cardgen.base.records import dataclass, field
from cardgen.base.sentences import syntax
from cardgen.base.sentences.parser import parse_cards, parse_sentence
from cardgen.base.sentences.syntax import Node
from cardgen.base.sentences.tokens import SentenceError, Token, tokens_of
from cardgen.base.words.messages import message
from cardgen.engines.effects.model import EventFilter, Path, Phrase, Timing
from cardgen.engines.effects.vocabulary import Vocabulary

Item = TypeVar("Item")

#: Entries of a list.
MOST_ENTRIES = 200


@dataclass(frozen=True, slots=True)
class EffectFault:
    """What is wrong with an effect: a code, the place (keys, and the character of a sentence), the problem, a hint."""

    code: str
    path: Path
    problem: Text
    hint: Text = ""
    at: int = 0


class UnreadableError(Exception):
    """A part that cannot be read. Its fault is noted already."""


@dataclass(slots=True)
class PhraseReader:
    """Reads parts of effects by a vocabulary and notes their faults. `prefix` begins the keys of the effects."""

    vocabulary: Vocabulary
    prefix: str = ""
    faults: list[EffectFault] = field(default_factory=list)

    # ---------------------------------------------------------------- sentences

    def value(self, data: Any, path: Path) -> Phrase:
        """Return a value: a number, a truth, or a sentence."""
        if isinstance(data, bool | int | float) or data is None:
            return Phrase(str(data), syntax.Value(0, 0, data), path)
        if isinstance(data, list | tuple):
            items = tuple(self.value(part, path).node for part in data)
            return Phrase(str(data), syntax.ListOf(0, 0, items), path)
        return self._phrase(data, path, parse_value)

    def condition(self, data: Any, path: Path) -> Phrase:
        return self.value(data, path) if isinstance(data, bool) else self._phrase(data, path, parse_value)

    def set(self, data: Any, path: Path) -> Phrase:
        """Return a set of things, or a number."""
        return (
            self.value(data, path) if isinstance(data, int | list | tuple) else self._phrase(data, path, parse_things)
        )

    def timing(self, data: Any, path: Path) -> Timing:
        """Return a timing: `before EVENT`, `after EVENT` or `EVENT:STEP`, then `of` a set and `where` a condition."""
        text = self.text(data, path)
        event, step, of, where = self.divided(text, path)
        kind = self.vocabulary.event_kinds[event]
        if not step:
            problem = message("{event!r} needs a step", event=event)
            hint = message("such as {example}", example=f"`after {event}`")
            raise self.wrong("E4", path, problem, hint)
        if step in ("before", "after") and step not in kind.steps:
            own = [name for name in kind.steps if name != "DEED"]
            step = own[0] if step == "before" else own[-1]
        steps = [name for name in kind.steps if name != "DEED"]
        if step not in steps:
            problem = message("there is no step {step!r} of {event}", step=step, event=event)
            raise self.wrong("E1", path, problem, did_you_mean(step, steps))
        return Timing(event, step, of, where)

    def event_filter(self, data: Any, path: Path) -> EventFilter:
        """Return events of one kind: `EVENT`, then `of` a set and `where` a condition."""
        event, step, of, where = self.divided(self.text(data, path), path)
        if step:
            raise self.wrong("E2", path, message("an event without a step is expected"))
        return EventFilter(event, of, where)

    def until(self, data: Any, path: Path) -> Timing | Phrase | None:
        """Return when something ends: a timing, a condition, or None for the end of the game."""
        text = self.text(data, path)
        if text == "end of game":
            return None
        first = text.split(maxsplit=1)[0] if text.strip() else ""
        is_timing = first in ("before", "after") or first.split(":")[0] in self.vocabulary.event_names
        return self.timing(text, path) if is_timing else self.condition(text, path)

    def divided(self, text: str, path: Path) -> tuple[str, str, Phrase | None, Phrase | None]:
        """Return the event, the step ("" without one), the set and the condition of a timing."""
        with self.located(path):
            tokens = tokens_of(text)
        at = next((token.at for token in _outer(tokens) if token.is_word("where")), len(text))
        of_at = next((token.at for token in _outer(tokens) if token.is_word("of") and token.at < at), at)
        head = text[:of_at].strip()
        first, _, second = head.partition(" ")
        if first in ("before", "after"):
            event, step = second.strip(), first
        else:
            event, _, step = head.partition(":")
        self.known(event, self.vocabulary.event_names, path, message("event"), "E1")
        event = self.vocabulary.event_called(event, step.strip())
        of = where = None
        if of_at < at:
            of = self._phrase(text[:at], path, lambda _: parse_cards(" " * (of_at + 2) + text[of_at + 2 : at]))
            if of.text.rstrip().endswith(" anyone"):
                of = None
        if at < len(text):
            where = self._phrase(text, path, lambda _: parse_sentence(" " * (at + 5) + text[at + 5 :]).body)
        return event, step.strip(), of, where

    def _phrase(self, data: Any, path: Path, parse: Callable[[str], Node]) -> Phrase:
        text = self.text(data, path)
        with self.located(path):
            return Phrase(text, parse(text), path)

    # ---------------------------------------------------------------- plain values

    def mapping(self, data: Any, path: Path) -> Mapping[str, Any]:
        if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
            raise self.wrong("E2", path, message("expected {expected}", expected=message("keys with values")))
        return data

    def each(self, data: Any, path: Path, read: Callable[[Any, Path], Item]) -> Iterator[Item]:
        """Yield what is read of each entry of a list, or of a single one; faults are noted."""
        entries = data if isinstance(data, list | tuple) else [data]
        if len(entries) > MOST_ENTRIES:
            raise self.wrong("E2", path, message("at most {limit:,} entries", limit=MOST_ENTRIES))
        for number, entry in enumerate(entries):
            with self.noted():
                yield read(entry, (*path, number) if isinstance(data, list | tuple) else path)

    def text(self, data: Any, path: Path) -> str:
        if not isinstance(data, str):
            problem = message("{value} given, expected {expected}", value=repr(data), expected=message("a text"))
            hint = message("put it in quotes") if isinstance(data, Mapping) else ""
            raise self.wrong("E2", path, problem, hint)
        return data

    def word(self, data: Any, path: Path) -> str:
        text = self.text(data, path)
        if not text or any(character.isspace() for character in text):
            problem = message("{value} given, expected {expected}", value=repr(text), expected=message("one word"))
            raise self.wrong("E2", path, problem)
        return text

    def words(self, data: Any, path: Path) -> tuple[str, ...]:
        parts = data.split() if isinstance(data, str) else data
        if not isinstance(parts, list | tuple) or not parts:
            raise self.wrong("E2", path, message("expected {expected}", expected=message("words")))
        return tuple(self.word(part, path) for part in parts)

    def truth(self, data: Any, path: Path) -> bool:
        if not isinstance(data, bool):
            raise self.wrong("E2", path, message("expected {expected}", expected=message("true or false")))
        return data

    def whole(self, data: Any, path: Path) -> int:
        if not isinstance(data, int) or isinstance(data, bool) or data < 1:
            raise self.wrong("E2", path, message("expected {expected}", expected=message("a number from 1")))
        return data

    def known(self, word: Any, known: Sequence[str], path: Path, what: Text, code: str) -> str:
        """Return a word. UnreadableError if it is none of the known ones."""
        if word not in known:
            problem = message("there is no {what} {word!r}", what=what, word=word)
            raise self.wrong(code, path, problem, did_you_mean(str(word), list(known)))
        return str(word)

    # ---------------------------------------------------------------- faults

    def note(self, code: str, path: Path, problem: Text, hint: Text = "", at: int = 0) -> None:
        self.faults.append(EffectFault(code, path, problem, hint, at))

    def wrong(self, code: str, path: Path, problem: Text, hint: Text = "") -> UnreadableError:
        self.note(code, path, problem, hint)
        return UnreadableError()

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Go on after a part that cannot be read."""
        with suppress(UnreadableError):
            yield

    @contextmanager
    def located(self, path: Path) -> Iterator[None]:
        try:
            yield
        except SentenceError as error:
            self.note("E3", path, error.problem, error.hint, error.at)
            raise UnreadableError from error


@lru_cache(maxsize=1024)
def parse_things(text: str) -> Node:
    """Return a set, or a number of things such as `count of hand - 5`, as a tree. SentenceError as for a set."""
    try:
        return parse_cards(text)
    except SentenceError:
        with suppress(SentenceError):
            return parse_value(text)
        raise


@lru_cache(maxsize=1024)
def parse_value(text: str) -> Node:
    """Return a value or a condition as a tree. SentenceError at the first part that has no meaning."""
    return parse_sentence(text).body


def _outer(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens outside of all brackets."""
    depth = 0
    for token in tokens:
        depth += token.is_sign("(", "[") - token.is_sign(")", "]")
        if depth == 0:
            yield token
