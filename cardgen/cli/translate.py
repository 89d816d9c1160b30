"""`cardgen translate …`: export a game's texts for translators, and import their translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.base.errors import DataError, Fault, Faults, Place, did_you_mean
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import Joined, Message, joined, message, plural
from cardgen.cli.completing import complete_editions
from cardgen.cli.options import AsJson, GameName, ProjectFolder, Quiet, game_option, load_chosen
from cardgen.cli.printing import print_json, say
from cardgen.cli.values import split_words

if TYPE_CHECKING:
    from cardgen.data.languages.po import PoFile
    from cardgen.data.model import Game
    from cardgen.data.project import Project
    from cardgen.project.translating.importing import Import

translate = typer.Typer(
    help="Export a game's texts as PO files for translators, and import their translations.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Lang = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="LANG,...",
        help="The languages to translate into.",
        show_default="all but the main one",
        autocompletion=complete_editions,
    ),
]

# ---------------------------------------------------------------- export


@translate.command("export")
def export_command(
    game: GameName = "",
    lang: Lang = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="The folder to write to.", show_default="the game's i18n/"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite translations that are not imported.")] = False,
    project: ProjectFolder = None,
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Write all texts that can be translated: LANG.po for each language, and a .pot file to start others from."""
    from cardgen.project.translating.exporting import export_po, relative_to

    source, loaded = load_chosen(project, game)
    if out is None and source.bundled:
        raise typer.BadParameter(
            message("{game} comes with cardgen: name a folder to write to with --out DIR", game=loaded.id)
        )
    folder = out or Path(_shown(loaded.folder.resolve())) / "i18n"
    relative = relative_to(source.root.resolve())
    files = {folder / f"{loaded.id}.pot": export_po(loaded, "", relative)}
    faults = Faults()
    for language in _languages(loaded, lang):
        path = folder / f"{language}.po"
        with faults:
            before = _read(path) if path.exists() else None
            if before is not None and not force:
                _check_imported(loaded, language, path, before)
            files[path] = export_po(loaded, language, relative, before)
    faults.raise_all()
    written = [_write(path, file, as_json) for path, file in files.items()]
    if as_json:
        print_json(written)


def _write(path: Path, file: PoFile, as_json: bool) -> dict[str, Any]:
    """Write a PO file if its content is new, and return what is in it; print this, too, unless `as_json`."""
    from cardgen.base.files import write_atomic
    from cardgen.data.languages.po import to_po

    texts, done, fuzzy = _po_counts(file)
    is_template = path.suffix == ".pot"
    counts = plural("{count} text", "{count} texts", texts) if is_template else _counts(texts, done, fuzzy)
    content = to_po(file).encode()
    is_new = not path.is_file() or path.read_bytes() != content
    if is_new:
        write_atomic(path, content)
    template = "{file}: {counts}; written." if is_new else "{file}: {counts}; unchanged."
    if not as_json:
        say(message(template, file=path, counts=counts))
    return {"file": str(path), "texts": texts, "translated": done, "outdated": fuzzy, "written": is_new}


def _po_counts(file: PoFile) -> tuple[int, int, int]:
    """Return how many texts a PO file has, and how many of them are translated and out of date."""
    texts = [entry for entry in file.messages if not entry.obsolete]
    done = sum(1 for entry in texts if entry.text and not entry.fuzzy)
    return len(texts), done, sum(1 for entry in texts if entry.fuzzy)


def _check_imported(game: Game, lang: str, path: Path, file: PoFile) -> None:
    """DataError if the PO file has translations that would be lost when it is overwritten."""
    from cardgen.project.translating.importing import import_po

    changed = import_po(game, lang, file, str(path)).changed
    if changed:
        problem = plural(
            "{count} translation is not imported yet", "{count} translations are not imported yet", len(changed)
        )
        hint = message("`cardgen translate import {file}` imports them; --force discards them", file=path)
        raise DataError(Fault(Place(str(path), changed[0], 1), problem, hint))


# ---------------------------------------------------------------- import


@dataclass
class _Changes:
    """The files to write, the lines to print and the same as data, and the faults of an import of several PO files."""

    files: dict[Path, bytes] = field(default_factory=dict)
    lines: list[Message] = field(default_factory=list)
    data: list[dict[str, Any]] = field(default_factory=list)
    faults: Faults = field(default_factory=Faults)


@translate.command("import")
def import_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.po ...", help="PO files with translations.")],
    game: Annotated[str, game_option("The game to change.")] = "",
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            metavar="LANG",
            help="The language.",
            show_default="as in the header or file name",
            autocompletion=complete_editions,
        ),
    ] = "",
    project: ProjectFolder = None,
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Add translations from PO files to the files in which the game keeps them."""
    from cardgen.base.files import write_atomic

    _, loaded = _load_own(project, game)
    changes = _Changes()
    for file in files:
        with changes.faults:
            _import_file(loaded, file, lang, changes)
    changes.faults.raise_all()
    for path, content in changes.files.items():
        write_atomic(path, content)
    if as_json:
        print_json(changes.data)
        return
    for line in changes.lines:
        say(line)


def _import_file(game: Game, file: Path, lang: str, changes: _Changes) -> None:
    """Add the translations of a PO file to the changes. DataError if the file cannot be used."""
    from cardgen.project.translating.importing import import_po
    from cardgen.project.translating.keeping import overlay_file, to_overlay

    po = _read(file)
    language = lang or _language_of(game, po.header.get("Language", "") or file.stem, file)
    result = import_po(game, language, po, str(file))
    path = overlay_file(game, language)
    before = path.read_bytes() if path.exists() else b""
    if result.changed and path in changes.files:
        problem = message("a second file with translations into {language!r}", language=language)
        changes.faults.append(Fault(Place(str(file)), problem, message("import one after the other")))
    if result.changed:
        changes.files[path] = to_overlay(game, result.entries, language, path.suffix, before)
    changes.lines += _import_lines(file, path, result)
    counts = {name: getattr(result, name) for name in ("used", "fuzzy", "outdated", "empty", "obsolete", "others")}
    changes.data.append({"file": str(file), "target": _shown(path), "changed": len(result.changed), **counts})


def _import_lines(file: Path, path: Path, result: Import) -> Iterator[Message]:
    """Yield lines that say what has become of the messages of a PO file."""
    if result.changed:
        count = len(result.changed)
        yield message("{file}: {count} new or changed, added to {target}", file=file, count=count, target=_shown(path))
    else:
        yield message("{file}: nothing new for {target}", file=file, target=_shown(path))
    if result.used:
        yield message("  {count} used", count=result.used)
    if result.fuzzy:
        yield message("  {count} fuzzy, not used", count=result.fuzzy)
    if result.outdated:
        yield message("  {count} of a text that has changed, not used", count=result.outdated)
    if result.empty:
        yield message("  {count} without a translation", count=result.empty)
    if result.obsolete:
        yield message("  {count} of a text that is no longer in the game", count=result.obsolete)
    if result.others:
        yield message("  {count} kept that are not in the file", count=result.others)


# ---------------------------------------------------------------- confirm


@translate.command("confirm")
def confirm_command(
    game: GameName = "",
    lang: Lang = "",
    cards: Annotated[
        str, typer.Option("--cards", metavar="ID,...", help="Only texts of these cards.", show_default="all texts")
    ] = "",
    project: ProjectFolder = None,
    _quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Confirm that translations that are out of date fit their texts as they are now."""
    from cardgen.base.files import write_atomic
    from cardgen.project.translating.confirming import confirm_translations

    source, loaded = _load_own(project, game)
    wanted = split_words(cards)
    known = {text.context.card for text in loaded.translations.texts if text.context.deck}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        problems = (
            (message("there is no card {name!r}", name=name), did_you_mean(name, sorted(known))) for name in unknown
        )
        raise DataError([Fault(Place(), problem, hint) for problem, hint in problems])
    results = [
        confirm_translations(loaded, language, wanted, source.root.resolve()) for language in _languages(loaded, lang)
    ]
    for confirmed in results:
        for path, content in confirmed.files.items():
            write_atomic(path, content)
        if not as_json:
            say(message("{language}: {count} confirmed", language=confirmed.lang, count=confirmed.count))
    if as_json:
        print_json({confirmed.lang: confirmed.count for confirmed in results})


# ---------------------------------------------------------------- status


@translate.command("status")
def status_command(
    game: GameName = "", project: ProjectFolder = None, _quiet: Quiet = False, as_json: AsJson = False
) -> None:
    """Show how much is translated into each language; exit with 1 if anything is missing."""
    _, loaded = load_chosen(project, game)
    status = {lang: _language_status(loaded, lang) for lang in loaded.file.languages[1:]}
    if as_json:
        print_json(status)
    elif not status:
        say(message("{game} has one language; game.yaml adds others under languages.", game=loaded.id))
    else:
        for lang, counts in status.items():
            text = _counts(counts["texts"], counts["translated"], counts["outdated"])
            say(message("{language}: {counts}", language=lang, counts=text))
    raise typer.Exit(1 if any(counts["texts"] > counts["translated"] for counts in status.values()) else 0)


def _language_status(game: Game, lang: str) -> Mapping[str, Any]:
    """Return how many texts of a game are translated into a language, out of date and missing."""
    from cardgen.data.languages.overlays import by_context

    translations = game.translations
    kept = by_context(translations.kept.get(lang, ()))
    count = len(translations.texts)
    outdated = sum((lang, str(text.context)) in translations.outdated for text in translations.texts)
    done = sum(str(text.context) in kept or lang in text.own for text in translations.texts) - outdated
    return {"texts": count, "translated": done, "outdated": outdated, "missing": count - done - outdated}


# ---------------------------------------------------------------- helpers


def _load_own(project: Path | None, name: str) -> tuple[Project, Game]:
    """Return the project and the game. BadParameter if the game comes with cardgen and so cannot be changed."""
    source, game = load_chosen(project, name)
    if source.bundled:
        template = "{game} comes with cardgen and cannot be changed; `cardgen init DIR --from {game}` copies it"
        raise typer.BadParameter(message(template, game=game.id))
    return source, game


def _languages(game: Game, asked: str) -> list[str]:
    """Return the languages to translate into: those asked for, or all but the main one."""
    return [_language_of(game, name, Path()) for name in split_words(asked)] or list(game.file.languages[1:])


def _language_of(game: Game, written: str, file: Path) -> str:
    """Return the language of the game that is meant: with - or _, in any case, with or without a country.

    DataError if the game is not translated into it.
    """
    languages = game.file.languages[1:]
    code = f"{written.replace('_', '-')}-".lower()
    matching = [lang for lang in languages if code.startswith(f"{lang}-".lower())]
    if not matching:
        place = Place(str(file) if file.name else "")
        hint = did_you_mean(written, languages) or message("game.yaml lists its languages under languages")
        problem = message("{game} is not translated into {language!r}", game=game.id, language=written)
        raise DataError(Fault(place, problem, hint))
    return max(matching, key=len)


def _read(path: Path) -> PoFile:
    """Read a PO file. DataError if it is none."""
    from cardgen.data.languages.po import parse_po
    from cardgen.data.reading import Reader

    if path.is_dir():
        hint = message("name the PO files in it: {pattern}", pattern=path / "*.po")
        raise DataError(Fault(Place(str(path)), message("is a folder"), hint))
    if not path.is_file():
        raise DataError(Fault(Place(str(path)), message("there is no such file")))
    return parse_po(Reader(path.parent, Path.cwd()).read_text(path), str(path))


def _shown(path: Path) -> str:
    """Return a path as it is shown: relative to the current folder if it is below it."""
    folder = Path.cwd().resolve()
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


def _counts(texts: int, done: int, outdated: int) -> Joined:
    """Return how many texts are translated, out of date and missing, in words."""
    missing = texts - done - outdated
    counts = [message("{done} of {texts} texts translated", done=done, texts=texts)]
    counts += [message("{count} out of date", count=outdated)] if outdated else []
    counts += [message("{count} missing", count=missing)] if missing else []
    return joined(counts)
