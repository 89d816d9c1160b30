"""`cardgen play …` for this game. Each command imports the rules that it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.base.words.messages import message, plural
from cardgen.cli.options import AsJson, ProjectFolder
from cardgen.cli.playing import (
    Drawing,
    GameName,
    Picture,
    PlayersNumber,
    RulesName,
    SeedNumber,
    argument_error,
    draw_to_file,
    message_of,
    open_game,
    playable_decks,
    print_json,
    print_lines,
    print_row,
    read_text,
    ruleset_of,
)
from cardgen.cli.printing import say, warn
from cardgen.cli.turn_games import play_randomly, read_game
from cardgen.cli.values import whole
from cardgen.data.languages.own_words import choose_languages

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.games.thread_race.cards import DeckOrder

CoreName = Annotated[
    str, typer.Option("--core", metavar="CORE", help="The core of the deck; by default the one that its order names.")
]
LogFile = Annotated[str, typer.Argument(metavar="LOG", help="A file with the log of a game, or - for standard input.")]


def draw(
    log: LogFile, file: Picture, rules: RulesName = "full", game: GameName = "", project: ProjectFolder = None
) -> None:
    """Draw a log as a strip: the field before the last decision of each turn."""
    from cardgen.games.thread_race.pictures import draw_play
    from cardgen.games.thread_race.refusals import PlayError

    loaded = open_game(project, game)
    text = read_text(log, "LOG")
    try:
        diagrams = draw_play(text, ruleset_of(loaded, rules), playable_decks(loaded))
    except PlayError as error:
        warn(message("cardgen: this play is not legal: {reason}", reason=message_of(error)))
        raise typer.Exit(1) from error
    draw_to_file(file, diagrams, loaded, str(loaded.file.titles.get("en", "")))
    say(plural("{file}: {count} picture.", "{file}: {count} pictures.", len(diagrams), file=file))


def play_random(
    seed: SeedNumber = 1,
    players: PlayersNumber = 2,
    rules: RulesName = "full",
    game: GameName = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Play a random legal game, and print its log."""
    from cardgen.games.thread_race.pictures import describe_winners
    from cardgen.games.thread_race.turn_game import GAME

    loaded = open_game(project, game)
    end = play_randomly(GAME, loaded, rules, seed, as_json, players=players).state
    if not as_json:
        print_lines(loaded, {lang: [f"# {text}"] for lang, text in describe_winners(end).items()})


def verify(
    log: LogFile,
    rules: RulesName = "full",
    drawing: Drawing = None,
    game: GameName = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Check the log of a game: print who has won, or the first line that breaks a rule."""
    from cardgen.games.thread_race.pictures import describe_winners, draw_state
    from cardgen.games.thread_race.turn_game import GAME

    loaded = open_game(project, game)
    state = read_game(GAME, loaded, read_text(log, "LOG"), rules, as_json).state
    picture = draw_state(state)
    if drawing is not None:
        draw_to_file(drawing, [picture], loaded, str(loaded.file.titles.get("en", "")))
    if as_json:
        winners = [player + 1 for player in state.winners]
        print_json({"legal": True, "over": state.over, "turn": state.turn, "winners": winners, "field": picture.rows})
        return
    ends = describe_winners(state)
    for lang in choose_languages(loaded.file.languages, ends):
        print(_ENDS[lang].format(turn=state.turn, end=ends[lang]))


_ENDS = {"zh": "第 {turn} 回合：{end}。", "en": "Turn {turn}: {end}."}


def order(
    rules: RulesName = "full",
    core: CoreName = "",
    width: Annotated[
        int, typer.Option("--width", metavar="N", parser=whole(), help="How many lines of play are kept at each step.")
    ] = 200,
    game: GameName = "",
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Find the order of the deck that empties fastest alone, and say whether anything could be faster."""
    from cardgen.games.thread_race.notation import write_turn
    from cardgen.games.thread_race.solver import fastest_order

    loaded = open_game(project, game)
    found = fastest_order(_deck(loaded, core), ruleset_of(loaded, rules), max(1, width))
    ids = [card.id for card in found.deck.cards]
    if as_json:
        turns = [write_turn(turn) for turn in found.turns]
        facts = {"wins_in_turn": found.turn, "at_least": found.at_least, "proven": found.proven}
        print_json({**facts, "core": found.deck.core.id, "order": ids, "turns": turns})
        return
    print(f"deck {found.deck.core.id}: {' '.join(ids)}")
    for turn in found.turns:
        print(f"1 {write_turn(turn)}")
    if found.proven:
        say(message("wins in turn {turn}; no order is faster", turn=found.turn))
    else:
        say(message("wins in turn {turn}; no order is faster than turn {least}", turn=found.turn, least=found.at_least))


def facts(game: GameName = "", project: ProjectFolder = None, as_json: AsJson = False) -> None:
    """Print facts of the deck: its orders, clashes of openings with itself, and what is noted of its cards."""
    from cardgen.games.thread_race.deck import is_off_element, leaves_after_one_use
    from cardgen.games.thread_race.decks import count_orders, count_window_orders, opening_clashes
    from cardgen.games.thread_race.rules import SLOTS

    loaded = open_game(project, game)
    deck = _deck(loaded)
    copies = [deck.cards.count(card) for card in dict.fromkeys(deck.cards)]
    cards = list(dict.fromkeys(deck.cards))
    waiting = len(deck.cards) - SLOTS
    orders = count_orders(copies)
    windows = {name: count_window_orders(waiting, rules.window) for name, rules in loaded.rulesets.items()}
    clashes = opening_clashes(deck, deck)
    leaving = [card.id for card in cards if leaves_after_one_use(card)]
    unusual = [card.id for card in cards if is_off_element(card)]
    if as_json:
        data = {"orders": orders, "window_orders": windows, "opening_clashes": clashes}
        print_json({**data, "leave_after_one_use": leaving, "off_element": unusual})
        return
    rows: list[tuple[object, object]] = [(message("orders of the deck"), orders)]
    rows += [(message("orders of play, {rules}", rules=name), count) for name, count in windows.items()]
    rows += [
        (plural("openings that clash in {count} stage", "openings that clash in {count} stages", stages), count)
        for stages, count in clashes.items()
    ]
    rows += [(message("leaves after one use"), card) for card in leaving]
    rows += [(message("unusual for its element"), card) for card in unusual]
    for row in rows:
        print_row(row, (40, 24))


COMMANDS: Mapping[str, Callable[..., None]] = {
    "draw": draw,
    "game": play_random,
    "verify": verify,
    "order": order,
    "facts": facts,
}


# ---------------------------------------------------------------- reading


def _deck(loaded: Game, core: str = "") -> DeckOrder:
    """Return the deck of the game in its order. DataError if it cannot be played."""
    from cardgen.games.thread_race.reading import brought_deck

    try:
        return brought_deck(playable_decks(loaded), core)
    except ValueError as error:
        raise argument_error("--core" if core else "--game", message_of(error)) from error
