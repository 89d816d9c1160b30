"""The cards of a game as its rules engine plays with them: the only way from the files of a game to an engine."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from weakref import WeakKeyDictionary

from cardgen.base.errors import DataError, Fault, Place, Text, about_card, did_you_mean, join_hints
from cardgen.base.words.catalogues import is_traditional
from cardgen.base.words.messages import message
from cardgen.data.fields import EFFECTS, field_kind
from cardgen.data.glossary.model import GLOSSARY
from cardgen.data.marked import Marked
from cardgen.data.model import Card, Deck, Game
from cardgen.data.placeholders import spoken
from cardgen.data.rules.rule import place_in_text
from cardgen.engines import CardData, Decks, GameContent, Problem, RulesProblem
from cardgen.engines.capabilities import AnswersRequests, ChecksDecks, ChecksRules, WritesTexts
from cardgen.engines.guarding import EngineError
from cardgen.engines.registry import find_capability


def decks_of(game: Game) -> Decks:
    """Return the decks that are for tables, as a rules engine takes them.

    The terms of a glossary are a deck `glossary`. Whoever plays with them asks for `playable_decks`.
    """
    decks: dict[str, list[CardData]] = {
        name: [CardData(card.id, card.copies, card.fields) for card in deck.cards]
        for name, deck in game.decks_for("table").items()
    }
    if game.glossary is not None:
        decks[GLOSSARY] = [CardData(term.id, 1, term.own_values) for term in game.glossary.terms.values()]
    return decks


def playable_decks(game: Game) -> Decks:
    """Return the decks for a game at a table. DataError if the engine cannot play with these cards."""
    if faults := play_faults(game):
        raise DataError(faults)
    return decks_of(game)


def open_answers(game: Game) -> Callable[[str | bytes], str] | None:
    """Return what answers the requests of the engine protocol by the engine of a game; None if nothing does.

    It never raises. If no game can be played with the cards, every answer is an error that says why.
    """
    engine = find_capability(game.file.engine, AnswersRequests)
    if engine is None:
        return None
    faults = play_faults(game)
    if faults:
        problem: Text = str(faults[0])
        if len(faults) > 1:
            problem = message("{problem}; and {count} more", problem=problem, count=len(faults) - 1)
        return lambda _line: _error("bad-deck", str(problem))
    content = game_content(game)

    def answer(line: str | bytes) -> str:
        try:
            return engine.answer(line, content)
        except DataError as error:
            return _error("internal", str(error))

    return answer


def load_answers(game: Game) -> None:
    """Have the engine of a game loaded, and asked whether it can play, before anybody waits for its answer."""
    answer = open_answers(game)
    if answer is not None:
        answer('{"op": "about"}')


@lru_cache(maxsize=4)
def game_content(game: Game) -> GameContent:
    """Return what a game gives to its engine, the same for each request: an engine keeps the states made with it."""
    return GameContent(game.rulesets, decks_of(game))


def _error(code: str, problem: str) -> str:
    return json.dumps({"error": {"code": code, "message": problem}})


# ---------------------------------------------------------------- can they be played?


#: What engines have said of the games in memory.
_faults: WeakKeyDictionary[Game, tuple[Fault, ...]] = WeakKeyDictionary()
_deck_problems: WeakKeyDictionary[Game, tuple[Problem, ...]] = WeakKeyDictionary()
_rules_problems: WeakKeyDictionary[Game, dict[str, tuple[RulesProblem, ...]]] = WeakKeyDictionary()
#: Held by whoever asks whether a game can be played. Others wait for the answer instead of working it out as well.
_asking = threading.RLock()


def play_faults(game: Game) -> tuple[Fault, ...]:
    """Return why no game can be played with the cards of a game: what its engine does not know, each at its place."""
    with _asking:
        if game not in _faults:
            try:
                _faults[game] = tuple(_find_play_faults(game))
            except DataError as error:
                _faults[game] = error.faults
        return _faults[game]


def _find_play_faults(game: Game) -> Iterator[Fault]:
    for problem in deck_problems(game):
        if problem.stops_play:
            place = place_of(game, problem.deck, problem.card, problem.field)
            yield Fault(place, about_card(problem.card or "", problem.message), hint_of(game, problem))
    for name in game.rulesets:
        for wrong in rules_problems(game, name):
            if wrong.stops_play:
                yield Fault(*locate_rules_problem(game, name, wrong), wrong.hint)


def deck_problems(game: Game) -> tuple[Problem, ...]:
    """Return the rules that the decks break; none for a game without an engine that checks them."""
    if game not in _deck_problems:
        engine = find_capability(game.file.engine, ChecksDecks)
        _deck_problems[game] = tuple(engine.check_deck(decks_of(game))) if engine else ()
    return _deck_problems[game]


def rules_problems(game: Game, ruleset: str) -> tuple[RulesProblem, ...]:
    """Return the mistakes of a ruleset with the decks. KeyError for a name that the game does not have."""
    rules, engine = game.rulesets[ruleset], find_capability(game.file.engine, ChecksRules)
    problems = _rules_problems.setdefault(game, {})
    if ruleset not in problems:
        problems[ruleset] = tuple(engine.check_rules(rules, decks_of(game))) if engine else ()
    return problems[ruleset]


def code_name(game: Game, codes: Mapping[str, str], code: str) -> str:
    """Return the name of the code of a problem. EngineError if the engine does not declare the code."""
    if code not in codes:
        problem = message("it reports {code!r}, which is none of its codes", code=code)
        raise EngineError(game.file.engine or "", problem, did_you_mean(code, list(codes)))
    return codes[code]


# ---------------------------------------------------------------- texts


def effect_texts(game: Game, deck: Deck, card: Card) -> dict[str, str] | None:
    """Return what a card does by language, as the engine writes it; None for a card without effects.

    It is written by the first ruleset of the game.
    """
    if EFFECTS not in {field_kind(kind) for kind in deck.fields.values()} or not game.rulesets:
        return None
    engine = find_capability(game.file.engine, WritesTexts)
    if engine is None:
        return None
    data, rules = CardData(card.id, card.copies, card.fields), next(iter(game.rulesets.values()))
    texts = {lang: engine.effect_text(data, lang, rules, _card_names(game, lang)) for lang in game.file.languages}
    return {lang: text for lang, text in texts.items() if text} or None


#: The names of the cards of the game that was asked about last, by language.
_names: list[tuple[Game, dict[str, dict[str, str]]]] = []


def _card_names(game: Game, lang: str) -> dict[str, str]:
    """Return the names of all cards by their ids: of the field `names`, in a language."""
    if not _names or _names[0][0] is not game:
        _names[:] = [(game, {})]
    known = _names[0][1]
    if lang not in known:
        cards = [card for deck in game.decks.values() for card in deck.cards]
        names = {card.id: spoken(card.fields.get("names"), [lang]) for card in cards}
        known[lang] = {name: text for name, text in names.items() if isinstance(text, str)}
    return known[lang]


def card_titles(game: Game) -> dict[str, dict[str, str]]:
    """Return what readers call the cards of a game, in `zh` and `en`: by their ids, and by their English names.

    Chinese names are those in simplified characters if there are any, as in all texts of engines.
    """
    languages = sorted(game.file.languages, key=is_traditional)
    named: dict[str, dict[str, str]] = {}
    for lang in languages:
        for card, name in _card_names(game, lang).items():
            named.setdefault(card, {}).setdefault(lang.split("-")[0], name)
    return {**{names["en"]: names for names in named.values() if "en" in names}, **named}


# ---------------------------------------------------------------- places


def hint_of(game: Game, problem: Problem) -> Text:
    """Return the hint of a problem, and that its deck is not for tables if it is not."""
    if problem.deck not in game.decks or "table" in game.decks[problem.deck].uses:
        return problem.hint
    return join_hints(problem.hint, message("`use` of the deck {deck!r} leaves out `table`", deck=problem.deck))


def locate_rules_problem(game: Game, ruleset: str, problem: RulesProblem) -> tuple[Place, Text]:
    """Return the place of a problem and its message: at the number in the ruleset's file, or at the card."""
    if problem.card is None:
        return _inside(game.ruleset_files[ruleset], problem.path, problem.at), problem.message
    text = message(
        "card {card!r}, ruleset {ruleset!r}: {problem}", card=problem.card, ruleset=ruleset, problem=problem.message
    )
    card = next((card for card in game.decks[problem.deck].cards if card.id == problem.card), None)
    if problem.path and card is not None and problem.field is not None:
        return _inside(card.marked, (problem.field, *problem.path), problem.at), text
    return place_of(game, problem.deck, problem.card, problem.field), text


def _inside(marked: Marked, path: Sequence[str | int], at: int) -> Place:
    """Return the place of a part of a file, or of a character of the sentence there."""
    place = marked.place(*path)
    if not at:
        return place
    try:
        sentence, source = marked.part(*path).value, Path(place.file).read_text(encoding="utf-8")
    except (LookupError, TypeError, OSError):
        return place
    return place_in_text(source, place, sentence, at) if isinstance(sentence, str) else place


def place_of(game: Game, deck: str, card: str | None, field: str | None) -> Place:
    """Return the place of a card's field in its deck file, or of the deck or of all decks in game.yaml."""
    if deck == GLOSSARY and game.glossary is not None:
        if card is None:
            return game.marked.place(GLOSSARY, "terms")
        return game.glossary.terms[card].marked.place(*filter(None, [field]))
    if deck not in game.decks:
        return game.marked.key_place("decks")
    if card is None:
        return game.marked.key_place("decks", deck)
    # If an id is used twice, the second card is the mistake.
    cards = [row for row in game.decks[deck].cards if row.id == card]
    return cards[-1].place(field) if cards else game.marked.key_place("decks", deck)
