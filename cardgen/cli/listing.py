"""`cardgen list`, `cardgen show` and `cardgen schema`: what there is, and where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.base.errors import DataError, Fault, Place, did_you_mean
from cardgen.base.words.messages import joined, message, plural
from cardgen.cli.completing import complete_games
from cardgen.cli.options import (
    AsJson,
    OutputFolder,
    ProjectFolder,
    check_choices,
    deck_option,
    game_option,
    load_chosen,
)
from cardgen.cli.printing import print_json, say
from cardgen.data.names import file_key
from cardgen.data.project import bundled_project, chosen_game, current_project, games_to_name, output_folder

if TYPE_CHECKING:
    from cardgen.data.model import Card, Game

SCHEMAS = ("game", "template", "deck", "rules", "ruleset", "theme", "translations", "waivers", "lesson")

# ---------------------------------------------------------------- list


def list_(
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]",
            help="List its decks and cards; without it, list the games.",
            autocompletion=complete_games,
        ),
    ] = "",
    files: Annotated[bool, typer.Option("--files", help="List the files that a build makes.")] = False,
    fonts: Annotated[
        bool, typer.Option("--fonts", help="List the fonts, their licences and which characters they lack.")
    ] = False,
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """List the games, the cards of a game, the files that a build makes, or the fonts that a game can use."""
    if not game and not files and not fonts:
        _list_names(games_to_name(project), as_json)
        return
    if fonts and not game and project is None and current_project() is None:
        game = bundled_project().default  # to list the bundled fonts
    _, loaded = load_chosen(project, game)
    if fonts:
        _list_fonts(loaded, as_json)
    elif files:
        _list_names(_files(loaded), as_json)
    elif as_json:
        decks = loaded.decks.values()
        print_json(
            {deck.id: [{"id": card.id, "copies": card.copies, **card.fields} for card in deck.cards] for deck in decks}
        )
    else:
        _list_cards(loaded)


def _files(game: Game) -> list[str]:
    """Return the paths of the files that a build makes."""
    from cardgen.building.editions import layout_editions, plan_editions
    from cardgen.products.options import Options

    return [product.path for product in plan_editions(layout_editions(game, Options()))]


def _list_names(names: list[str], as_json: bool) -> None:
    if as_json:
        print_json(names)
    else:
        print("\n".join(names))


def _list_fonts(game: Game, as_json: bool) -> None:
    from cardgen.cli.fonts import describe_fonts, fonts_as_data, list_facts

    facts, characters = list_facts(game)
    if as_json:
        print_json(fonts_as_data(facts, characters))
        return
    for line in describe_fonts(facts, characters):
        say(line)


def _list_cards(game: Game) -> None:
    from cardgen.data.uses import ALL_USES

    if not game.decks:
        say(
            message(
                "{game} has no cards; `cardgen list {game} --files` lists the files that a build makes.", game=game.id
            )
        )
    for deck in game.decks.values():
        cards = plural("{count} card", "{count} cards", deck.count)
        titles = " / ".join(dict.fromkeys(deck.titles.values()))
        line = message("{deck}: {cards}, {titles}", deck=deck.id, cards=cards, titles=titles)
        if deck.uses != ALL_USES:
            line = message("{deck} (use: {uses})", deck=line, uses=joined(deck.uses))
        say(line)
        for card in deck.cards:
            names = " / ".join((card.fields.get("names") or {}).values())
            print(f"  {card.id:<6} × {card.copies:<4} {names}".rstrip())


# ---------------------------------------------------------------- show


def show(
    card: Annotated[str, typer.Argument(metavar="CARD", help="The id of a card, such as T or 2-3.")],
    game: Annotated[str, game_option("The game of the card.")] = "",
    out: OutputFolder = None,
    open_it: Annotated[bool, typer.Option("--open", help="Open the picture.")] = False,
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Show where a card's data and picture are. Make the picture if it is missing or out of date."""
    from cardgen.building.build import build_game
    from cardgen.products.options import Options

    game = chosen_game(project, game)
    source, loaded = load_chosen(project, game)
    out = out or output_folder(project)
    cards = _cards_called(loaded, card)
    pictures = _picture_paths(loaded, cards)
    if pictures:
        options = Options(only=tuple(pictures.values()))
        build_game(source, game, out, options, shown_from=Path.cwd(), is_checked=False)
    rows = []
    for same in cards:
        picture = str(out / game / pictures[same.deck]) if same.deck in pictures else None
        rows.append(_shown_data(same, picture))
        if not as_json:
            _print_card(same, picture)
        if open_it and picture:
            typer.launch(picture)
    if as_json:
        print_json(rows)


def _cards_called(game: Game, name: str) -> list[Card]:
    """Return the cards of all decks with an id, in any case. DataError if there is none."""
    cards = [card for deck in game.decks.values() for card in deck.cards]
    called = [card for card in cards if file_key(card.id) == file_key(name)]
    if not called:
        problem = message("{game} has no card {card!r}", game=game.id, card=name)
        raise DataError(Fault(Place(), problem, did_you_mean(name, [card.id for card in cards])))
    return called


def _picture_paths(game: Game, cards: list[Card]) -> dict[str, str]:
    """Return the path of each card's PNG in the output folder, by deck; none for decks without pictures."""
    from cardgen.products.cards import CARDS

    folder = f"{game.file.editions[0]}/" if game.file.editions else ""
    target = CARDS.of(game.file)
    decks = target.decks if target else []
    return {card.deck: f"{folder}cards/png/{card.deck}-{card.id}.png" for card in cards if card.deck in decks}


def _shown_data(card: Card, picture: str | None) -> dict[str, Any]:
    place = card.place()
    location = {"file": place.file, "line": place.line, "picture": picture}
    return {"id": card.id, "deck": card.deck, "copies": card.copies, **location, "fields": card.fields}


def _print_card(card: Card, picture: str | None) -> None:
    copies = plural("{count} copy", "{count} copies", card.copies)
    say(message("{card} ({details})", card=card.id, details=joined([card.deck, copies])))
    say(message("  data     {place}", place=card.place()))
    if picture:
        say(message("  picture  {file}", file=picture))
    else:
        say(message("  picture  none: targets.cards in game.yaml does not list the deck"))


# ---------------------------------------------------------------- schema


def schema(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=f"The kind of file: {', '.join(SCHEMAS)}.")] = "game",
    game: Annotated[str, game_option("For a deck, rules or a ruleset: which game.")] = "",
    deck: Annotated[str, deck_option("For a deck: which one.")] = "",
    project: ProjectFolder = None,
) -> None:
    """Print the JSON Schema of a data file, for editors."""
    from cardgen.data import schema as schemas
    from cardgen.data.languages.overlays import OverlayFile
    from cardgen.data.lessons import LessonFile
    from cardgen.data.waivers import WaiversFile

    if kind == "game":
        print_json(schemas.game_schema())
    elif kind == "template":
        print_json(schemas.template_schema())
    elif kind == "deck":
        print_json(_deck_schema(load_chosen(project, game)[1], deck))
    elif kind == "rules":
        print_json(schemas.rules_schema(load_chosen(project, game)[1]))
    elif kind == "ruleset":
        print_json(_ruleset_schema(load_chosen(project, game)[1]))
    elif kind == "theme":
        from cardgen.products.rulebook_theme import ThemeEntry

        print_json(schemas.plain_schema("rulebook theme", ThemeEntry))
    elif kind == "translations":
        print_json(schemas.plain_schema("translations", OverlayFile))
    elif kind == "lesson":
        print_json(schemas.plain_schema("lesson", LessonFile))
    elif kind == "waivers":
        print_json(schemas.plain_schema("waivers", WaiversFile))
    else:
        check_choices("KIND", [kind], SCHEMAS)


def _deck_schema(game: Game, deck: str) -> dict[str, Any]:
    from cardgen.data.schema import deck_schema

    if not game.decks:
        raise typer.BadParameter(message("{game} has no decks", game=game.id))
    deck = deck or next(iter(game.decks))
    check_choices("--deck", [deck], list(game.decks))
    return deck_schema(game, deck)


def _ruleset_schema(game: Game) -> dict[str, Any]:
    from cardgen.data.schema import ruleset_schema

    rules = ruleset_schema(game)
    if rules is None:
        raise typer.BadParameter(message("{game} has no rules engine, so its rulesets have no schema", game=game.id))
    return rules
