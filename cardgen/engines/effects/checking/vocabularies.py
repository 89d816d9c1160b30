"""Whether a vocabulary fits itself: its names, the sentences of its attributes and sets, its macros."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cardgen.base.errors import did_you_mean
from cardgen.base.sentences.syntax import Node
from cardgen.base.sentences.tokens import SentenceError
from cardgen.base.words.messages import message
from cardgen.engines.effects.checking.inferring import Inferrer
from cardgen.engines.effects.checking.names import GameNames, Scope
from cardgen.engines.effects.checking.sources import EffectSource, GameFacts
from cardgen.engines.effects.checking.types import ANY, PLAYER, TRUTH, Type, of_kinds
from cardgen.engines.effects.checking.walking import Walk
from cardgen.engines.effects.model import Path, Phrase
from cardgen.engines.effects.phrases import EffectFault, parse_things, parse_value
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.vocabulary import Vocabulary


def check_vocabulary(
    vocabulary: Vocabulary, sources: Sequence[EffectSource] = (), path: Path = ()
) -> list[EffectFault]:
    """Return what is wrong with a vocabulary that is at a place of a file. `sources` are the cards of the game."""
    faults = list(_check_names(vocabulary, path))
    names = GameNames(vocabulary, sources, GameFacts())
    inferrer = Inferrer(names)
    for name, attribute in vocabulary.attributes.items():
        if attribute.is_ is not None:
            of = of_kinds(attribute.of)
            scope = Scope({"me": of}, of, words=attribute.words, is_word=attribute.type == "word")
            expected = TRUTH if attribute.type == "truth" else ANY
            is_set = attribute.type == "list"
            _check_sentence(inferrer, attribute.is_, (*path, "attributes", name, "is"), scope, expected, is_set)
    for name, kind in vocabulary.events.items():
        if kind.where is not None:
            event = Type(frozenset(("event",)), events=(name,))
            _check_sentence(inferrer, kind.where, (*path, "events", name, "where"), Scope({}, event, event), TRUTH)
    for name, text in vocabulary.sets.items():
        _check_sentence(inferrer, text, (*path, "sets", name), Scope({"me": PLAYER}), ANY, is_set=True)
    return [*faults, *inferrer.faults, *_check_macros(names, path)]


def _check_sentence(
    inferrer: Inferrer, text: str, path: Path, scope: Scope, expected: Type, is_set: bool = False
) -> None:
    try:
        node: Node = (parse_things if is_set else parse_value)(text)
    except SentenceError as error:
        inferrer.faults.append(EffectFault("E3", path, error.problem, error.hint, error.at))
        return
    inferrer.check(Phrase(text, node, path), scope, expected)


def _check_names(vocabulary: Vocabulary, path: Path) -> Iterator[EffectFault]:
    areas, stages, events = list(vocabulary.areas), list(vocabulary.stages), list(vocabulary.event_kinds)
    for name, window in vocabulary.windows.items():
        if window.stage not in stages:
            place = (*path, "windows", name, "stage")
            problem = message("there is no {what} {word!r}", what=message("stage"), word=window.stage)
            yield EffectFault("E1", place, problem, did_you_mean(window.stage, stages))
    for key in ("pile", "hand", "discards", "destroy"):
        area = getattr(vocabulary, key)
        if area not in areas:
            problem = message("there is no {what} {word!r}", what=message("area"), word=area)
            hint = did_you_mean(area, areas) or message("{key} names an area", key=f"`{key}`")
            yield EffectFault("E1", (*path, key) if key in vocabulary.model_fields_set else path, problem, hint)
    for name, kind in vocabulary.events.items():
        for other in kind.also:
            if other not in events:
                problem = message("there is no {what} {word!r}", what=message("event"), word=other)
                yield EffectFault("E1", (*path, "events", name, "also"), problem, did_you_mean(other, events))
    for name, area_kind in vocabulary.areas.items():
        unique = area_kind.unique
        if unique is not None and unique != "name" and unique not in vocabulary.attributes:
            problem = message("there is no {what} {word!r}", what=message("attribute"), word=unique)
            hint = did_you_mean(unique, list(vocabulary.attributes))
            yield EffectFault("E1", (*path, "areas", name, "unique"), problem, hint)


def _check_macros(names: GameNames, path: Path) -> Iterator[EffectFault]:
    vocabulary = names.vocabulary
    inferrer = Inferrer(names)
    walk = Walk(names, inferrer.infer_quietly)
    for name, macro in vocabulary.macros.items():
        reader = Reader(vocabulary)
        place = (*path, "macros", name, "do")
        with reader.noted():
            steps = reader.steps(macro.do, place)
            parameters: Collection[str] = macro.with_
            for use in walk.steps(steps, Scope(dict.fromkeys(parameters, ANY))):
                inferrer.check(use.phrase, use.scope, use.expected)
        yield from reader.faults
    yield from inferrer.faults
