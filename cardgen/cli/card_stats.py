"""`cardgen stats` for the cards of any game: counts, cross tables, chances of opening hands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.main import get_command

from cardgen.base.errors import DataError, Fault, Place, located_at
from cardgen.base.words.language import current_language
from cardgen.base.words.messages import message
from cardgen.cli.completing import complete_decks
from cardgen.cli.localising import localise
from cardgen.cli.options import AsJson, GameName, OutputFolder, ProjectFolder, Quiet, check_choices, load_chosen
from cardgen.cli.printing import print_json, say
from cardgen.cli.study_options import StudyCommand, find_game, has_study, installed_options
from cardgen.cli.values import split_words, whole
from cardgen.data.project import output_folder

if TYPE_CHECKING:
    from cardgen.data.model import Card, Game
    from cardgen.project.figures.report import CardFigures, HandFigures

#: The most cards of a hand.
_MOST_DRAWN = 100


def card_stats(
    game: GameName = "",
    cards: Annotated[
        bool, typer.Option("--cards", help="Count the cards, also of a game whose engine has studies of its own.")
    ] = False,
    deck: Annotated[
        str,
        typer.Option(
            metavar="DECK,...",
            help="Only the cards of these decks.",
            show_default="all decks",
            autocompletion=complete_decks,
        ),
    ] = "",
    where: Annotated[
        str, typer.Option(metavar="CONDITION", help="Only the cards for which this holds: 'faction = us'.")
    ] = "",
    cross: Annotated[
        list[str] | None,
        typer.Option(metavar="FIELD,FIELD", help="Count the cards by two fields at once. Repeatable."),
    ] = None,
    draw: Annotated[int, typer.Option(metavar="N", parser=whole(), help="The number of cards of an opening hand.")] = 0,
    want: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION",
            help="The chances of such cards in the hand: 'kind = unit', or '2 of kind = unit' for at least two. "
            "Repeatable.",
        ),
    ] = None,
    redraws: Annotated[
        int,
        typer.Option(metavar="N", parser=whole(), help="How often a hand without them may be drawn again."),
    ] = 0,
    out: OutputFolder = None,
    project: ProjectFolder = None,
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Count the cards by their fields, and compute the chances of opening hands exactly."""
    from cardgen.project.figures.report import figures_as_data, figures_as_lines

    del cards
    _check_numbers(draw, redraws, want or [])
    _, loaded = load_chosen(project, game)
    figures = _figures(loaded, split_words(deck), where, cross or [], draw, want or [], redraws)
    if as_json:
        print_json(figures_as_data(figures))
        return
    for line in figures_as_lines(figures, current_language()):
        say(line)
    say(message("Report: {file}", file=_write_report(loaded, figures, out or output_folder(project))))


card_command = typer.Typer(rich_markup_mode=None, add_completion=False)
card_command.command("stats")(card_stats)


class StatsCommand(StudyCommand):
    """`cardgen stats`: the study of the game's engine, or the figures of its cards if it has none or with `--cards`."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context of the command that the arguments mean."""
        cards = get_command(card_command)
        localise(cards, current_language())
        folder, game = find_game([*self.params, *cards.params], "stats", args)
        given = {argument.partition("=")[0] for argument in args}
        own = {name for parameter in cards.params for name in parameter.opts}
        if "--cards" in given or (
            given.isdisjoint(self._study_options() - own) and not has_study(folder, game, "stats")
        ):
            return cards.make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def _study_options(self) -> set[str]:
        """Return the names of the options that studies have, of all installed engines."""
        engines = [option for options in installed_options("stats") for option in (options.trials, *options.others)]
        names = {name for option in engines for name in option.name.split("/")}
        return {*names, *(name for parameter in self.params for name in parameter.opts)}


def _check_numbers(draw: int, redraws: int, want: Sequence[str]) -> None:
    if not 0 <= draw <= _MOST_DRAWN:
        text = message("{number:,} given, expected 1 to {most:,}", number=draw, most=_MOST_DRAWN)
        raise DataError(Fault(Place("--draw"), text))
    if not 0 <= redraws <= _MOST_DRAWN:
        text = message("{number:,} given, expected 0 to {most:,}", number=redraws, most=_MOST_DRAWN)
        raise DataError(Fault(Place("--redraws"), text))
    for option, given in (("--want", bool(want)), ("--redraws", bool(redraws))):
        if given and not draw:
            raise DataError(Fault(Place(option), message("requires {option}", option="--draw")))
    if redraws and not want:
        raise DataError(Fault(Place("--redraws"), message("requires {option}", option="--want")))


def _figures(
    game: Game, decks: Sequence[str], where: str, cross: Sequence[str], draw: int, want: Sequence[str], redraws: int
) -> CardFigures:
    from cardgen.project.figures.counts import count_fields, cross_table, field_kinds
    from cardgen.project.figures.report import CardFigures

    if not game.decks:
        raise typer.BadParameter(message("{game} has no decks", game=game.id))
    check_choices("--deck", decks, list(game.decks))
    names = list(decks or game.own_decks)
    cards = [card for name in names for card in game.decks[name].cards]
    if where:
        cards = [card for card, holds in zip(cards, _hold(game, names, cards, "--where", where), strict=True) if holds]
    tables = []
    for pair in cross:
        fields = split_words(pair)
        check_choices("--cross", fields, [*field_kinds(game, cards), "copies", "deck"])
        if len(fields) != 2:
            raise DataError(Fault(Place("--cross"), message("expected {expected}", expected="FIELD,FIELD")))
        tables.append(cross_table(game, cards, fields[0], fields[1]))
    return CardFigures(
        game.id,
        tuple(names),
        where,
        sum(card.copies for card in cards),
        len(cards),
        tuple(count_fields(game, cards)),
        tuple(tables),
        _hand(game, names, cards, draw, want, redraws) if draw else None,
    )


def _hold(game: Game, decks: Sequence[str], cards: Sequence[Card], option: str, condition: str) -> list[bool]:
    """Return for each card whether a condition holds. DataError if it has no meaning."""
    from cardgen.base.sentences.tokens import SentenceError
    from cardgen.data.rules.conditions import conditions_hold

    try:
        return conditions_hold(game, decks, cards, condition)
    except SentenceError as error:
        text = message("character {number}: {problem}", number=error.at + 1, problem=error.problem)
        raise DataError(Fault(Place(option), text, error.hint)) from error


def _hand(
    game: Game, decks: Sequence[str], cards: Sequence[Card], draw: int, want: Sequence[str], redraws: int
) -> HandFigures:
    from cardgen.project.figures.counts import count_fields
    from cardgen.project.figures.hands import hand_chances
    from cardgen.project.figures.report import HandFigures

    if not want:  # the values of the first field with a few
        few = [
            counts for counts in count_fields(game, cards) if 2 <= len(counts.values) <= 4 and counts.average is None
        ]
        want = [f'{few[0].field} = "{value}"' for value in few[0].values] if few else []
    if not want:
        raise DataError(Fault(Place("--draw"), message("requires {option}", option="--want")))
    wishes = [re.fullmatch(r"(?:(\d{1,3}) of )?(.*)", text, re.DOTALL) for text in want]
    texts = [match[2] for match in wishes if match]
    least = [int(match[1] or 1) for match in wishes if match]
    hold = [_hold(game, decks, cards, "--want", text) for text in texts]
    fulfilled = list(zip(*hold, strict=True))
    with located_at(Place("--draw")):
        chances = hand_chances(
            [(fulfils, card.copies) for fulfils, card in zip(fulfilled, cards, strict=True)], draw, least, redraws
        )
    matching = [sum(card.copies for card, holds in zip(cards, column, strict=True) if holds) for column in hold]
    total = sum(card.copies for card in cards)
    return HandFigures(draw, total, tuple(texts), tuple(least), tuple(matching), redraws, chances)


def _write_report(game: Game, figures: CardFigures, out: Path) -> Path:
    from cardgen import __version__
    from cardgen.base.words.catalogues import catalogue_name
    from cardgen.data.languages.own_words import choose_languages
    from cardgen.project.figures.report import figures_as_summary, in_languages
    from cardgen.studies.report import ReportHeading, RunHeading, write_report

    known = [lang for lang in game.file.languages if catalogue_name(lang)]
    languages = choose_languages(game.file.languages, dict.fromkeys(["en", "zh", *known]))
    summary = figures_as_summary(figures, languages)
    described = in_languages(", ".join([*figures.decks, *filter(None, [figures.where])]), languages)
    settings = {"decks": list(figures.decks), "where": figures.where}
    run = RunHeading(described, settings, figures.cards, figures.cards, "-")
    title = in_languages(message("Cards"), languages)
    titles = game.file.titles
    names = {lang: titles.get(lang, next(iter(titles.values()))) for lang in languages}
    heading = ReportHeading("cards", title, names, __version__, [run])
    return write_report(out / game.id / "balance", heading, summary)[0]
