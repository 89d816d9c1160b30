"""`cardgen play …` for this game. Each command imports the rules that it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen import message, plural
from cardgen.commands import (
    Drawing,
    GameOptions,
    LogFile,
    Picture,
    PlayersNumber,
    SeedNumber,
    argument_error,
    draw_play_of,
    draw_to_file,
    game_command,
    message_of,
    play_randomly,
    print_comments,
    print_json,
    print_lines,
    print_row,
    read_game,
    read_text,
    say,
    whole,
)

if TYPE_CHECKING:
    from cardgen.games.thread_race.cards import DeckOrder

CoreName = Annotated[
    str, typer.Option("--core", metavar="CORE", help="The core of the deck; by default the one that its order names.")
]


@game_command("full", as_json=False)
def draw(options: GameOptions, log: LogFile, file: Picture) -> None:
    """Draw a log as a strip: the field before the last decision of each turn."""
    draw_play_of(options, read_text(log, "LOG"), file, str(options.game.file.titles.get("en", "")))


@game_command("full")
def play_random(options: GameOptions, seed: SeedNumber = 1, players: PlayersNumber = 2) -> None:
    """Play a random legal game, and print its log."""
    from cardgen.games.thread_race.pictures import describe_winners
    from cardgen.games.thread_race.turn_game import GAME

    end = play_randomly(GAME, options, seed, players=players).state
    if not options.as_json:
        print_comments(options.game, {lang: [text] for lang, text in describe_winners(end).items()})


@game_command("full", before="drawing")
def verify(options: GameOptions, log: LogFile, drawing: Drawing = None) -> None:
    """Check the log of a game: print who has won, or the first line that breaks a rule."""
    from cardgen.games.thread_race.pictures import describe_winners, draw_state
    from cardgen.games.thread_race.turn_game import GAME

    state = read_game(GAME, options, read_text(log, "LOG")).state
    picture = draw_state(state)
    if drawing is not None:
        draw_to_file(drawing, [picture], options.game, str(options.game.file.titles.get("en", "")))
    if options.as_json:
        winners = [player + 1 for player in state.now.winners]
        print_json(
            {"legal": True, "over": state.now.over, "turn": state.now.turn, "winners": winners, "field": picture.rows}
        )
        return
    ends = describe_winners(state)
    print_lines(options.game, {lang: [_ENDS[lang].format(turn=state.now.turn, end=end)] for lang, end in ends.items()})


_ENDS = {"zh": "第 {turn} 回合：{end}。", "en": "Turn {turn}: {end}."}


@game_command("full", before="core")
def order(
    options: GameOptions,
    core: CoreName = "",
    width: Annotated[
        int, typer.Option("--width", metavar="N", parser=whole(), help="How many lines of play are kept at each step.")
    ] = 200,
) -> None:
    """Find the order of the deck that empties fastest alone, and say whether anything could be faster."""
    from cardgen.games.thread_race.solver import fastest_order

    found = fastest_order(_deck(options, core), options.ruleset, max(1, width))
    ids = [card.id for card in found.deck.cards]
    turns = [turn.partition(" ")[2] for turn in found.turns]
    if options.as_json:
        facts = {"wins_in_turn": found.turn, "at_least": found.at_least, "proven": found.proven}
        print_json({**facts, "core": found.deck.core.id, "order": ids, "turns": turns})
        return
    print(f"deck {found.deck.core.id}: {' '.join(ids)}")
    for turn in turns:
        print(f"1 {turn}")
    if found.proven:
        say(message("wins in turn {turn}; no order is faster", turn=found.turn))
    else:
        say(message("wins in turn {turn}; no order is faster than turn {least}", turn=found.turn, least=found.at_least))


@game_command(None)
def facts(options: GameOptions) -> None:
    """Print facts of the deck: its orders, clashes of openings with itself, and what is noted of its cards."""
    from cardgen.games.thread_race.deck import is_off_element, leaves_after_one_use
    from cardgen.games.thread_race.decks import count_orders, count_window_orders, opening_clashes
    from cardgen.games.thread_race.rules import SLOTS

    deck = _deck(options)
    copies = [deck.cards.count(card) for card in dict.fromkeys(deck.cards)]
    cards = list(dict.fromkeys(deck.cards))
    waiting = len(deck.cards) - SLOTS
    orders = count_orders(copies)
    windows = {name: count_window_orders(waiting, rules.window) for name, rules in options.game.rulesets.items()}
    clashes = opening_clashes(deck, deck)
    leaving = [card.id for card in cards if leaves_after_one_use(card)]
    unusual = [card.id for card in cards if is_off_element(card)]
    if options.as_json:
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


def _deck(options: GameOptions, core: str = "") -> DeckOrder:
    """Return the deck of the game in its order. DataError if it cannot be played."""
    from cardgen.games.thread_race.reading import brought_deck

    try:
        return brought_deck(options.decks, core)
    except ValueError as error:
        raise argument_error("--core" if core else "--game", message_of(error)) from error
