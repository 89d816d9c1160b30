"""Read effects: mappings as YAML has them into `Effect`, with every fault at its place (codes E1 to E3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from pydantic import ValidationError

from cardgen.base.errors import did_you_mean
from cardgen.base.sentences.parser import parse_sentence
from cardgen.base.words.messages import joined, message
from cardgen.engines.effects.model import (
    Allowance,
    AttributeChange,
    ChangeKind,
    Choice,
    Effect,
    Grant,
    Limit,
    Macro,
    Path,
    Phrase,
    Step,
    Steps,
)
from cardgen.engines.effects.phrases import PhraseReader, UnreadableError, parse_value
from cardgen.engines.effects.verbs.kinds import BLOCKS, VERBS, VerbKind
from cardgen.engines.effects.vocabulary import SPANS, GroupShape, Vocabulary
from cardgen.engines.effects.world import GroupKind

#: Effects in one place, and steps inside of steps.
MOST_EFFECTS, DEEPEST = 200, 24

#: The heads of effects, one of which each has; all its keys; those that every verb has.
HEADS = ("when", "use", "while", "instead", "as")
EFFECT_KEYS = (
    *("id", "text", "in", "hidden", "states", "stages", *HEADS, "let", "if", "may", "limit", "choose", "cost", "do"),
    *("else", "cards", "number", "with", "modify", "forbid", "allow", "grant"),
)
COMMON_KEYS = ("if", "then", "else", "as")


class Reader(PhraseReader):
    """Reads effects."""

    def effects(self, data: Any, path: Path = ()) -> tuple[Effect, ...]:
        """Return the effects of a list; those with faults are left out."""
        entries = data if isinstance(data, list | tuple) else [data]
        if len(entries) > MOST_EFFECTS:
            self.note("E2", path, message("at most {limit:,} entries", limit=MOST_EFFECTS))
            return ()
        found = []
        for number, entry in enumerate(entries, 1):
            place = (*path, number - 1) if isinstance(data, list | tuple) else path
            with self.noted():
                found.append(self.effect(entry, place, f"e{number}"))
        return tuple(found)

    def groups(self, data: Any, path: Path = ()) -> tuple[GroupKind, ...]:
        """Return the groups that a mapping declares by name; those with faults are left out."""
        kinds = []
        with self.noted():
            for name, value in self.mapping(data, path).items():
                with self.noted():
                    kinds.append(self._group(name, value, (*path, name)))
        return tuple(kinds)

    def _group(self, name: str, data: Any, path: Path) -> GroupKind:
        data = self.mapping(data, path)
        for key in data:
            self.known(key, [*GroupShape.model_fields], (*path, key), message("key"), "E1")
        try:
            shape = GroupShape.model_validate(data)
        except ValidationError as error:
            first = error.errors()[0]
            raise self.wrong("E2", (*path, *first["loc"]), str(first["msg"])) from error
        own = shape.effects if isinstance(shape.effects, list | tuple) else [shape.effects]
        read = self.named(f"{name}/").effects(with_ids(own, name), (*path, "effects"))
        if shape.shared is not None:
            self.known(shape.shared, [*self.vocabulary.shared], (*path, "shared"), message("effect"), "E1")
            called = f"{name}-{shape.shared}"
            read += self.named(f"{called}/").effects(with_ids(self.vocabulary.shared[shape.shared], called), path)
        ends = None if shape.ends is None else self.timing(shape.ends, (*path, "ends"))
        most = shape.members or 0
        return GroupKind(name, shape.kind, shape.values, shape.exclusive or "", read, ends, most)

    def named(self, name: str) -> Reader:
        """Return a reader of effects whose keys begin with a name; its faults are this one's."""
        return Reader(self.vocabulary, f"{self.prefix}{name}", self.faults)

    # ---------------------------------------------------------------- an effect

    def effect(self, data: Any, path: Path, number: str = "e1") -> Effect:
        """Return one effect. UnreadableError, with the faults noted, if it cannot be read."""
        before = len(self.faults)
        data = self.mapping(data, path)
        heads = [head for head in HEADS if head in data]
        if len(heads) != 1:
            wanted = joined([f"`{head}`" for head in HEADS])
            raise self.wrong("E2", path, message("an effect has one of {keys}", keys=wanted))
        for key in data:
            self.known(key, EFFECT_KEYS, (*path, key), message("key"), "E1")
        parts: dict[str, Any] = {"key": f"{self.prefix}{number}", "path": path}
        with self.noted():
            parts |= self._head(heads[0], data, path)
        for name, key, read in (
            ("id", "id", self.word),
            ("areas", "in", self._areas),
            ("hidden", "hidden", self.truth),
            ("states", "states", self.words),
            ("stages", "stages", self.whole),
            ("when_if", "if", self.condition),
            ("may", "may", self._may),
            ("limit", "limit", self._limit),
            ("lets", "let", self._lets),
            ("choices", "choose", self._choices),
            ("cost", "cost", self.steps),
            ("do", "do", self.steps),
            ("otherwise", "else", self.steps),
        ):
            if key in data:
                with self.noted():
                    parts[name] = read(data[key], (*path, key))
        with self.noted():
            parts |= self._body(heads[0], data, path)
        if "text" in data:
            parts["text"] = data["text"]
        if len(self.faults) > before:
            raise UnreadableError
        return Effect(**parts)

    def _head(self, head: str, data: Mapping[str, Any], path: Path) -> dict[str, Any]:
        value, place = data[head], (*path, head)
        if head == "when":
            if value == "at once":
                return {"head": "at once"}
            values = value if isinstance(value, list | tuple) else [value]
            return {"head": "when", "timings": tuple(self.timing(part, place) for part in values)}
        if head == "use":
            windows = [*self.vocabulary.windows]
            return {
                "head": "use",
                "window": self.known(self.word(value, place), windows, place, message("window"), "E4"),
            }
        if head == "while":
            return {"head": "while", "condition": None if value is True else self.condition(value, place)}
        if head == "instead":
            return {"head": "instead", "replaced": self.event_filter(value, place)}
        names = self.words(value, place)
        if "cards" not in data:
            raise self.wrong("E2", path, message("{key} needs {other}", key="`as`", other="`cards`"))
        parts: dict[str, Any] = {"head": "as", "as_names": names, "cards": self.set(data["cards"], (*path, "cards"))}
        if "number" in data:
            parts["number"] = self.value(data["number"], (*path, "number"))
        if "with" in data:
            parts["together"] = self.condition(data["with"], (*path, "with"))
        return parts

    def _body(self, head: str, data: Mapping[str, Any], path: Path) -> dict[str, Any]:
        parts: dict[str, Any] = {}
        for key, name, read in (
            ("modify", "changes", self._change),
            ("forbid", "forbids", self.event_filter),
            ("allow", "allows", self._allowance),
            ("grant", "grants", self._grant),
        ):
            if key not in data:
                continue
            if head != "while":
                note = message("{key} is for {other}", key=f"`{key}`", other="`while`")
                raise self.wrong("E2", (*path, key), note)
            parts[name] = tuple(self.each(data[key], (*path, key), read))
        if head == "while" and not parts:
            wanted = joined(["`modify`", "`forbid`", "`allow`", "`grant`"])
            raise self.wrong("E2", path, message("{key} needs {other}", key="`while`", other=wanted))
        return parts

    def _change(self, data: Any, path: Path) -> AttributeChange:
        data = self.mapping(data, path)
        kinds = [kind for kind in get_args(ChangeKind) if kind in data]
        for key in data:
            self.known(key, ("value", "of", *get_args(ChangeKind)), (*path, key), message("key"), "E1")
        if len(kinds) != 1 or "value" not in data or "of" not in data:
            wanted = joined([f"`{key}`" for key in get_args(ChangeKind)])
            raise self.wrong("E2", path, message("a change has `value`, `of` and one of {keys}", keys=wanted))
        value = data["value"]
        if not (isinstance(value, str) and value.startswith("limit:")):
            names = [*self.vocabulary.attributes, *self.vocabulary.marks]
            self.known(value, names, (*path, "value"), message("attribute"), "E1")
        of = self.set(data["of"], (*path, "of"))
        return AttributeChange(str(value), of, kinds[0], self.value(data[kinds[0]], (*path, kinds[0])))

    def _allowance(self, data: Any, path: Path) -> Allowance:
        data = self.mapping(data, path)
        if set(data) != {"act", "ignoring"}:
            raise self.wrong("E2", path, message("{key} has {other}", key="`allow`", other="`act`, `ignoring`"))
        ignoring = self.words(data["ignoring"], (*path, "ignoring"))
        return Allowance(self.event_filter(data["act"], (*path, "act")), ignoring)

    def _grant(self, data: Any, path: Path) -> Grant:
        data = self.mapping(data, path)
        if set(data) != {"effect", "to"}:
            raise self.wrong("E2", path, message("{key} has {other}", key="`grant`", other="`effect`, `to`"))
        return Grant(self._inner(data["effect"], (*path, "effect")), self.set(data["to"], (*path, "to")))

    def _inner(self, data: Any, path: Path) -> Effect:
        """Return an effect inside of another one."""
        return self.effect(data, path, ".".join(map(str, path)))

    # ---------------------------------------------------------------- parts of an effect

    def _areas(self, data: Any, path: Path) -> tuple[str, ...]:
        return tuple(
            self.known(word, [*self.vocabulary.areas], path, message("area"), "E1") for word in self.words(data, path)
        )

    def _may(self, data: Any, path: Path) -> Phrase | bool:
        return True if data is True else self.set(data, path)

    def _limit(self, data: Any, path: Path) -> Limit:
        text = self.text(data, path)
        first, each, rest = text.partition(" each ")
        span, of, name = rest.partition(" of ")
        if not each:
            problem = message("{value} given, expected {expected}", value=repr(text), expected="`each`")
            raise self.wrong("E2", path, problem, message("such as {example}", example="'once each turn'"))
        self.known(span, SPANS, path, message("span"), "E2")
        most = self._phrase("1" if first == "once" else first, path, parse_value)
        return Limit(most, span, name if of else "")

    def _lets(self, data: Any, path: Path) -> tuple[tuple[str, Phrase], ...]:
        data = self.mapping(data, path)
        return tuple((name, self.value(value, (*path, name))) for name, value in data.items())

    def _choices(self, data: Any, path: Path) -> tuple[Choice, ...]:
        data = self.mapping(data, path)
        found = []
        for name, value in data.items():
            with self.noted():
                found.append(self._choice(name, value, (*path, name)))
        return tuple(found)

    def _choice(self, name: str, data: Any, path: Path) -> Choice:
        taken = (*self.vocabulary.areas, *self.vocabulary.sets, "me", "this", "here", "event", "current", "players")
        if name in taken:
            hint = message("choose another name")
            raise self.wrong("E1", path, message("{name!r} is a word of the vocabulary", name=name), hint)
        if not isinstance(data, Mapping):
            return Choice(name, self.set(data, path))
        for key in data:
            keys = ("from", "number", "by", "with", "random", "secret", "option", "value")
            self.known(key, keys, (*path, key), message("key"), "E1")
        if len({"from", "option", "value"} & set(data)) != 1:
            raise self.wrong("E2", path, message("a choice has one of {keys}", keys="`from`, `option`, `value`"))
        parts: dict[str, Any] = {"name": name}
        if "by" in data:
            parts["by"] = self.set(data["by"], (*path, "by"))
        if "with" in data:
            parts["condition"] = self.condition(data["with"], (*path, "with"))
        for key in ("random", "secret"):
            if key in data:
                parts[key] = self.truth(data[key], (*path, key))
        if "option" in data:
            return Choice(**parts, options=self.words(data["option"], (*path, "option")))
        if "value" in data:
            place, ends = (*path, "value"), data["value"]
            if not isinstance(ends, list | tuple) or len(ends) != 2:
                raise self.wrong("E2", place, message("expected {expected}", expected="[low, high]"))
            low, high = (self.value(end, place) for end in ends)
            return Choice(**parts, low=low, high=high)
        parts["source"] = self.set(data["from"], (*path, "from"))
        if "number" in data:
            parts |= self._number(data["number"], (*path, "number"))
        return Choice(**parts)

    def _number(self, data: Any, path: Path) -> dict[str, Any]:
        """Return how many are chosen: `n`, `n to m`, `n to all`, `all`."""
        if data == "all":
            return {"least": self.value(10**6, path), "most": "all", "single": False}
        low, to, high = data.partition(" to ") if isinstance(data, str) else (data, "", "")
        if not to:
            number = self.value(data, path)
            return {"least": number, "most": number, "single": data == 1}
        return {
            "least": self.value(low, path),
            "most": "all" if high == "all" else self.value(high, path),
            "single": False,
        }

    # ---------------------------------------------------------------- steps

    def steps(self, data: Any, path: Path) -> Steps:
        """Return steps: one, or those of a list."""
        if len(path) > 4 * DEEPEST:
            raise self.wrong("E2", path, message("nested more than {limit} levels deep", limit=DEEPEST))
        return tuple(self.each(data, path, self._step))

    def _step(self, data: Any, path: Path) -> Step:
        data = self.mapping(data, path)
        verbs = [key for key in data if self._is_verb(key)]
        blocks = [key for key in data if key in BLOCKS]
        heads = verbs or blocks
        if len(verbs) > 1:
            one, other = verbs[:2]
            problem = message("{one!r} and {other!r} are two steps: write two entries", one=one, other=other)
            raise self.wrong("E2", path, problem)
        if not heads:
            word = next(iter(data), "")
            known = [*VERBS, *BLOCKS, *self.vocabulary.verbs, *self.vocabulary.macros]
            raise self.wrong(
                "E1", (*path, word), message("there is no verb {word!r}", word=word), did_you_mean(str(word), known)
            )
        verb = next(iter(blocks), "") if not verbs else verbs[0]
        kind = VERBS.get(verb) or BLOCKS.get(verb) or self._own_verb(verb)
        return self._step_of(kind, verb, data, path)

    def _is_verb(self, name: str) -> bool:
        return name in VERBS or name in self.vocabulary.verbs or name in self.vocabulary.macros

    def _own_verb(self, name: str) -> VerbKind:
        """Return the kind of a verb of the game's own."""
        if name in self.vocabulary.verbs:
            shape = self.vocabulary.verbs[name]
            return VerbKind(shape.argument, shape.keys, shape.needs)
        first, *others = self.vocabulary.macros[name].with_.items()
        return VerbKind(first[1], dict(others))

    def _step_of(self, kind: VerbKind, verb: str, data: Mapping[str, Any], path: Path) -> Step:
        parts: dict[str, Any] = {"verb": verb, "path": path}
        keys: dict[str, Any] = {}
        common: dict[str, tuple[str, Callable[[Any, Path], Any]]] = {
            "if": ("condition", self.condition),
            "then": ("then", self.steps),
            "else": ("otherwise", self.steps),
            "as": ("name", self.word),
        }
        if verb in BLOCKS:
            del common["if"]
        for key, value in data.items():
            place = (*path, key)
            with self.noted():
                if key == verb:
                    parts["argument"] = self._typed(kind.argument, value, place)
                elif key in kind.keys:
                    keys[key] = self._typed(kind.keys[key], value, place)
                elif key in common:
                    name, read = common[key]
                    parts[name] = read(value, place)
                else:
                    known = [*kind.keys, *common]
                    problem = message("{verb!r} has no {key!r}", verb=verb, key=key)
                    raise self.wrong("E1", place, problem, did_you_mean(str(key), known))
        missing = [key for key in kind.needs if key not in keys]
        if missing:
            self.note("E2", path, message("{key} needs {other}", key=f"`{verb}`", other=f"`{missing[0]}`"))
        if kind.one_of and not any(key in keys for key in kind.one_of):
            wanted = joined([f"`{key}`" for key in kind.one_of])
            raise self.wrong("E2", path, message("{key} needs one of {keys}", key=f"`{verb}`", keys=wanted))
        if "argument" not in parts:
            raise UnreadableError
        return Step(keys=keys, **parts)

    def _typed(self, kind: str, data: Any, path: Path) -> Any:
        """Return an argument or a key of a verb by its type."""
        reads: dict[str, Callable[[Any, Path], Any]] = {
            **dict.fromkeys(("value", "number", "element"), self.value),
            "amount": lambda data, path: self.value(10**6 if data == "all" else data, path),
            "condition": self.condition,
            **dict.fromkeys(("set", "cards", "some", "players", "place"), self.set),
            "word": self.word,
            "words": self.words,
            "steps": self.steps,
            "effect": self._inner,
            "until": self.until,
            "timing": self.timing,
            "choices": self._choices,
            "attribute": self.word,
            "stage": self._stage,
            "text": self.text,
            "truth": self.truth,
            "event": self._event_name,
            "mark": self._mark,
        }
        if kind in ("pair", "rivals"):
            if not isinstance(data, list | tuple) or len(data) != 2:
                raise self.wrong("E2", path, message("expected {expected}", expected="[a, b]"))
            return tuple(self.set(part, path) for part in data)
        if kind == "labels":
            labels = self.mapping(data, path)
            return {name: self.steps(steps, (*path, name)) for name, steps in labels.items()}
        if kind == "repeat":
            if isinstance(data, str) and data.startswith("while "):
                return ("while", self._phrase(data, path, lambda text: parse_sentence(" " * 6 + text[6:]).body))
            return ("times", self.value(data, path))
        return reads[kind](data, path)

    def _mark(self, data: Any, path: Path) -> str:
        return self.known(self.word(data, path), [*self.vocabulary.marks], path, message("mark"), "E1")

    def _stage(self, data: Any, path: Path) -> str:
        return self.known(self.word(data, path), [*self.vocabulary.stages, "turn"], path, message("stage"), "E1")

    def _event_name(self, data: Any, path: Path) -> str:
        word = self.word(data, path)
        return word if word == "event" else self.known(word, self.vocabulary.event_names, path, message("event"), "E1")


def with_ids(effects: Any, name: str) -> Any:
    """Return effects as data, called as their skill or group is unless they have names of their own."""
    if not isinstance(effects, list | tuple):
        return effects
    return [{"id": name, **one} if isinstance(one, Mapping) else one for one in effects]


def load_macros(vocabulary: Vocabulary) -> dict[str, Macro]:
    """Return the macros of a vocabulary as steps. ValueError for one with a fault."""
    macros = {}
    for name, kind in vocabulary.macros.items():
        reader = Reader(vocabulary)
        macros[name] = Macro(tuple(kind.with_), reader.steps(kind.do, ("macros", name, "do")))
        if reader.faults:
            raise ValueError(f"macros.{name}: {reader.faults[0].problem}")
    return macros
