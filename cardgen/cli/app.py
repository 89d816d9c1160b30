"""The command line: reads arguments, calls the library, prints, exits. Nothing else in cardgen prints.

Exit codes: 0 all is well, 1 a check found something, 2 the input or the request cannot be used.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen import __version__
from cardgen.cli.design import init, new
from cardgen.cli.export import export
from cardgen.cli.fonts import facts_of, fonts, fonts_as_data, tell_fonts
from cardgen.cli.localising import MessagesOption, run_app
from cardgen.cli.play import engine_command, play
from cardgen.cli.review import review
from cardgen.cli.studies import add_studies
from cardgen.cli.translate import translate
from cardgen.cli.values import decimal, paper_given, split_words, whole
from cardgen.data.project import ONLY_GAME, chosen_game, default_game, project_games
from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.words.messages import message

# Everything else is imported by the command that needs it: help must not wait for a PDF library.
if TYPE_CHECKING:
    from cardgen.check import Report
    from cardgen.data.model import Game
    from cardgen.data.project import Project
    from cardgen.targets.editions import Edition

app = typer.Typer(
    help="Declarative card data in; printed tabletop games, proven decks and rulebooks out.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

GameName = Annotated[str, typer.Argument(metavar="[GAME]", help="A folder under card_data.", show_default=ONLY_GAME)]
ProjectFolder = Annotated[
    Path | None, typer.Option("--project", metavar="DIR", help="A folder with card_data and templates in it.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def _version(wanted: bool) -> None:
    if wanted:
        from cardgen.engines.registry import solvers

        print(f"cardgen {__version__}")
        for engine, solver in solvers().items():
            print(f"{engine} solver: {solver}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version and the solvers in use."),
    ] = False,
    messages: MessagesOption = "",
) -> None:
    pass


# ---------------------------------------------------------------- build


def _offset(text: str) -> tuple[float, float, float]:
    """`x,y,angle` as three numbers."""
    parts = text.split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) != 3 or not all(abs(number) <= 50 for number in numbers):
        raise typer.BadParameter(f"{text!r}: expected x,y,angle in mm and degrees, such as 0.8,-1.2,0.1")
    return numbers[0], numbers[1], numbers[2]


@app.command()
def build(
    game: GameName = "",
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PART", help="A folder, file name or pattern: sheets, cards/png, 'cards-a4*'. Repeatable."
        ),
    ] = None,
    lang: Annotated[
        str, typer.Option(metavar="LANG,...", help="Editions in these languages only, else rulebooks: zh, en.")
    ] = "",
    paper: Annotated[
        str, typer.Option(metavar="PAPER,...", help="These papers only: a4, letter, a3 … or 320x450, a size in mm.")
    ] = "",
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where to write, in place of output/.")] = Path("output"),
    dpi: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=whole(36, 2400), help="Resolution of the PNGs: 36 to 2400.", show_default="the game's"
        ),
    ] = None,
    flip: Annotated[
        str,
        typer.Option(
            metavar="long|short",
            help="The edge your printer turns all paper about.",
            show_default="long for sheets, short for booklets",
        ),
    ] = "",
    back_offset: Annotated[
        str, typer.Option(metavar="X,Y,ANGLE", help="Moves the backs: mm right, mm down, degrees clockwise.")
    ] = "0,0,0",
    cell: Annotated[
        float | None,
        typer.Option(
            metavar="MM",
            parser=decimal(1, 200),
            help="Cells of boards and die-cut pieces: 1 to 200.",
            show_default="the game's",
        ),
    ] = None,
    thickness: Annotated[
        float | None,
        typer.Option(
            metavar="MM",
            parser=decimal(0.01, 5),
            help="Thickness of a card, for tuck boxes: 0.01 to 5.",
            show_default="the game's",
        ),
    ] = None,
    project: ProjectFolder = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make the game: cards as SVG and PNG, sheets to print, rulebooks."""
    from cardgen.cli.building import build_and_print
    from cardgen.targets.options import Options

    _one_of("--flip", filter(None, [flip]), ("long", "short"))
    papers = tuple(dict.fromkeys(map(paper_given, split_words(paper))))
    options = Options(tuple(only or ()), split_words(lang), papers, dpi, flip, _offset(back_offset), cell, thickness)
    build_and_print(project, game, out, options, quiet, as_json)


def _one_of(option: str, given: Iterable[str], known: Sequence[str]) -> None:
    for word in given:
        if word not in known:
            raise typer.BadParameter(f"{option} {word}: expected {' or '.join(known)}")


# ---------------------------------------------------------------- check


@app.command()
def check(
    game: GameName = "",
    rules: Annotated[
        list[str] | None,
        typer.Option(metavar="RULES,...", help="Check these rulesets only. Repeatable.", show_default="all"),
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="text|json|github", help="How findings are printed.")
    ] = "text",
    as_json: AsJson = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw how the cards cover the columns, by kind.")
    ] = None,
    project: ProjectFolder = None,
) -> None:
    """Check the decks and rulesets against the game's rules, and every face for print."""
    from cardgen.cli.findings import check_as_data, print_annotations, print_check

    form = "json" if as_json else format_
    if form not in ("text", "json", "github"):
        raise typer.BadParameter(f"--format {form}: expected text, json or github")
    if not game and not project_games(project):
        note = message(
            "no game is named and there is no project here: checking {game}, which comes with cardgen",
            game=default_game(),
        )
        print(Fault(Place(), note, message("--project DIR names a project")), file=sys.stderr)
    game = chosen_game(project, game)
    names = [name for text in rules or () for name in split_words(text)]
    loaded, report, faults = _check(game, project, names)
    if loaded is not None and report is not None and plot is not None:
        _plot(loaded, plot)
    if form == "json":
        _print_json(check_as_data(game, report, faults))
    elif form == "github":
        print_annotations(report, faults)
    else:
        print_check(game, report, faults, plot)
    raise typer.Exit(2 if faults else 1 if report and report.findings else 0)


def _check(game: str, project: Path | None, rulesets: Sequence[str]) -> tuple[Game | None, Report | None, list[Fault]]:
    """Load and check a game as far as possible. Return it, the report, and what cannot be read or made."""
    from cardgen.check import check_game, merge_reports
    from cardgen.plugins import plugin_faults
    from cardgen.targets.editions import check_editions, layout_editions
    from cardgen.targets.options import Options

    loaded: Game | None = None
    report: Report | None = None
    editions: list[Edition] = []
    faults: set[Fault] = set()
    try:
        _, loaded = _load(project, game)
        names = rulesets or list(loaded.rulesets)
        _one_of("--rules", names, list(loaded.rulesets) or ["none: the game has no rulesets"])
        editions = layout_editions(loaded, Options())
        reports = {edition.lang: check_game(edition.game, edition.laid, rulesets=names) for edition in editions}
        report = merge_reports(reports)
    except DataError as error:
        faults.update(error.faults)
        faults.update(plugin_faults())  # a plug-in that cannot be loaded may be the reason
    try:
        check_editions(editions)
    except DataError as error:
        faults.update(error.faults)
    return loaded, report, sorted(faults)


def _plot(game: Game, file: Path) -> None:
    from cardgen.checks.rules import coverage_of
    from cardgen.files import write_atomic
    from cardgen.formats.svg import to_svg
    from cardgen.layout.coverage import plot_bars

    charts = coverage_of(game)
    if not charts:
        raise typer.BadParameter("--plot: the game has no rules engine that says what to cover")
    title = " ".join(dict.fromkeys(game.file.titles[lang] for lang in game.file.languages))
    write_atomic(file, to_svg(plot_bars(charts, title, game.file.languages, game.fonts)).encode())


# ---------------------------------------------------------------- looking


@app.command("list")
def list_(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Its decks and cards; all games when left out.")] = "",
    files: Annotated[bool, typer.Option("--files", help="List the files that a build makes.")] = False,
    fonts_: Annotated[
        bool, typer.Option("--fonts", help="List the fonts, their licences and what they can set.")
    ] = False,
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """List the games, a game's cards, the files that it is built into, or the fonts that it can use."""
    if not game and not files and not fonts_:
        from cardgen.data.project import Project, bundled_project

        roots = (
            [Project(project, bundled=False)] if project else [Project(Path.cwd(), bundled=False), bundled_project()]
        )
        names = sorted({name for root in roots for name in root.games})
        if as_json:
            _print_json(names)
        else:
            print("\n".join(names))
        return
    _, loaded = _load(project, game)
    if fonts_:
        facts = facts_of(loaded)
        if as_json:
            _print_json(fonts_as_data(*facts))
        else:
            print("\n".join(tell_fonts(*facts)))
        return
    if files:
        from cardgen.targets.editions import layout_editions, plan_editions
        from cardgen.targets.options import Options

        paths = [product.path for product in plan_editions(layout_editions(loaded, Options()))]
        if as_json:
            _print_json(paths)
        else:
            print("\n".join(paths))
        return
    if as_json:
        _print_json(
            {
                deck.id: [{"id": card.id, "copies": card.copies, **card.fields} for card in deck.cards]
                for deck in loaded.decks.values()
            }
        )
        return
    if not loaded.decks:
        print(f"{loaded.id} has no cards; cardgen list {loaded.id} --files tells what is made of it.")
    for deck in loaded.decks.values():
        print(f"{deck.id}: {deck.count} cards, {' / '.join(dict.fromkeys(deck.titles.values()))}")
        for card in deck.cards:
            told = " / ".join((card.fields.get("names") or {}).values())
            print(f"  {card.id:<6} × {card.copies:<4} {told}".rstrip())


@app.command()
def show(
    card: Annotated[str, typer.Argument(metavar="CARD", help="A card's id, such as T or 2-3.")],
    game: Annotated[str, typer.Option("--game", metavar="GAME", show_default=ONLY_GAME)] = "",
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where builds are written.")] = Path("output"),
    open_it: Annotated[bool, typer.Option("--open", help="Open the picture.")] = False,
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Tell where a card's data and its picture are; make the picture if need be."""
    from cardgen.build import build_game
    from cardgen.products.cards import CARDS
    from cardgen.targets.options import Options

    game = chosen_game(project, game)
    found, loaded = _load(project, game)
    cards = [each for deck in loaded.decks.values() for each in deck.cards]
    wanted = [each for each in cards if each.id.lower() == card.lower()]
    if not wanted:
        raise DataError(Fault(Place(), f"{game} has no card {card!r}", did_you_mean(card, [each.id for each in cards])))
    folder = f"{loaded.file.editions[0]}/" if loaded.file.editions else ""
    target = CARDS.of(loaded.file)
    drawn = {
        each.deck: f"{folder}cards/png/{each.deck}-{each.id}.png"
        for each in wanted
        if target and each.deck in target.decks
    }
    if drawn:
        build_game(found, game, out, Options(only=tuple(drawn.values())), shown_from=Path.cwd())
    shown = []
    for each in wanted:
        picture = str(out / game / drawn[each.deck]) if each.deck in drawn else None
        place = each.place()
        where = {"file": place.file, "line": place.line, "picture": picture}
        shown.append({"id": each.id, "deck": each.deck, "copies": each.copies, **where, "fields": each.fields})
        if not as_json:
            told = picture or "none: targets.cards in game.yaml does not list the deck"
            print(f"{each.id} ({each.deck}, {each.copies} copies)\n  data     {place}\n  picture  {told}")
        if open_it and picture:
            typer.launch(picture)
    if as_json:
        _print_json(shown)


@app.command()
def schema(
    kind: Annotated[
        str, typer.Argument(metavar="game|template|deck|ruleset|translations", help="Which kind of file.")
    ] = "game",
    game: Annotated[str, typer.Option("--game", metavar="GAME", show_default=ONLY_GAME)] = "",
    deck: Annotated[str, typer.Option(metavar="DECK", help="For a deck: which one.")] = "",
    project: ProjectFolder = None,
) -> None:
    """Print the JSON Schema of a data file, for editors."""
    from cardgen.data import schema as schemas
    from cardgen.engines.capabilities import ReadsRulesets
    from cardgen.engines.registry import find_capability

    if kind == "game":
        _print_json(schemas.game_schema())
    elif kind == "template":
        _print_json(schemas.template_schema())
    elif kind == "deck":
        _, loaded = _load(project, game)
        if not loaded.decks:
            raise typer.BadParameter(f"{loaded.id} has no decks")
        _one_of("--deck", [deck or next(iter(loaded.decks))], list(loaded.decks))
        _print_json(schemas.deck_schema(loaded, deck or next(iter(loaded.decks))))
    elif kind == "ruleset":
        _, loaded = _load(project, game)
        engine = find_capability(loaded.file.engine, ReadsRulesets)
        if engine is None:
            raise typer.BadParameter(f"{loaded.id} has no rules engine, so its rulesets have no schema")
        _print_json(schemas.ruleset_schema(engine.ruleset_model()))
    elif kind == "translations":
        _print_json(schemas.translations_schema())
    else:
        raise typer.BadParameter(f"{kind}: expected game, template, deck, ruleset or translations")


app.command()(init)
app.add_typer(new, name="new")
app.command()(export)
app.add_typer(fonts, name="fonts")
app.add_typer(translate, name="translate")
app.add_typer(play, name="play")
app.add_typer(review, name="review")
app.command("engine")(engine_command)
add_studies(app)


def _load(folder: Path | None, name: str) -> tuple[Project, Game]:
    from cardgen.data.load import load_game
    from cardgen.data.project import find_project

    name = chosen_game(folder, name)
    project = find_project(folder, name)
    return project, load_game(project.game_folder(name), project.templates, Path.cwd())


def _print_json(value: Any) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point: runs a command and turns what the library raises into messages and exit codes."""
    thresholds = gc.get_threshold()
    gc.set_threshold(100_000)  # nearly all that a command makes lives as long as the command
    try:
        _run(arguments)
    finally:
        gc.set_threshold(*thresholds)


def _run(arguments: Sequence[str] | None) -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # Chinese names on a terminal that was not set up for them
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        run_app(app, arguments)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        print(f"cardgen: {error.filename or 'a file'}: {error.strerror or error}", file=sys.stderr)
        sys.exit(2)
    except Exception as error:
        from cardgen.build import FindingsError
        from cardgen.cli.findings import print_refusal

        if not isinstance(error, DataError | FindingsError):
            raise
        print_refusal(error)
        sys.exit(2)
