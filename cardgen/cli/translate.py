"""`cardgen translate …`: a game's texts to translators and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.data.project import ONLY_GAME, chosen_game
from cardgen.errors import DataError, Fault, Place, did_you_mean

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.data.project import Project
    from cardgen.translating.po import PoFile

translate = typer.Typer(
    help="A game's texts as PO files for translators, and their translations back into the game.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

GameName = Annotated[str, typer.Argument(metavar="[GAME]", help="A folder under card_data.", show_default=ONLY_GAME)]
ProjectFolder = Annotated[
    Path | None, typer.Option("--project", metavar="DIR", help="A folder with card_data and templates in it.")
]
Lang = Annotated[
    str, typer.Option("--lang", metavar="LANG,...", help="Into these languages.", show_default="all but the first")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@translate.command("export")
def export_command(
    game: GameName = "",
    lang: Lang = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where to write.", show_default="the game's i18n/")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over translations that are not imported.")] = False,
    project: ProjectFolder = None,
) -> None:
    """Write all texts that can be translated: a LANG.po for each language, and a .pot to begin others with."""
    from cardgen.files import write_atomic
    from cardgen.translating.exporting import export_po
    from cardgen.translating.po import to_po

    found, loaded = _load(project, game)
    if out is None and found.bundled:
        raise typer.BadParameter(f"{loaded.id} comes with cardgen: --out DIR says where to write")
    folder = out or Path(_shown(loaded.folder.resolve())) / "i18n"
    root = found.root.resolve()

    def relative(file: str) -> str:
        path = Path.cwd() / file
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else file

    files = {folder / f"{loaded.id}.pot": export_po(loaded, "", relative)}
    faults: list[Fault] = []
    for each in _languages(loaded, lang):
        path = folder / f"{each}.po"
        try:
            before = _read(path) if path.exists() else None
            if before is not None and not force:
                _check_imported(loaded, each, path)
            files[path] = export_po(loaded, each, relative, before)
        except DataError as error:
            faults += error.faults
    if faults:
        raise DataError(faults)
    for path, file in files.items():
        content = to_po(file).encode()
        state = "unchanged"
        if not path.is_file() or path.read_bytes() != content:
            write_atomic(path, content)
            state = "written"
        texts = [message for message in file.messages if not message.obsolete]
        done = sum(1 for message in texts if message.text and not message.fuzzy)
        fuzzy = sum(1 for message in texts if message.fuzzy)
        told = f"{len(texts)} texts" if path.suffix == ".pot" else _counted(len(texts), done, fuzzy)
        typer.echo(f"{path}: {told}; {state}.")


@translate.command("import")
def import_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.po ...", help="What translators sent.")],
    game: Annotated[str, typer.Option("--game", metavar="GAME", show_default=ONLY_GAME)] = "",
    lang: Annotated[
        str,
        typer.Option("--lang", metavar="LANG", help="The language.", show_default="as its header or its name says"),
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Lose the comments in a file of translations.")] = False,
    project: ProjectFolder = None,
) -> None:
    """Take translations from PO files into the files that the game keeps them in."""
    from cardgen.files import write_atomic
    from cardgen.translating.importing import import_po
    from cardgen.translating.keeping import lost_comments, overlay_file, to_overlay

    found, loaded = _load(project, game)
    if found.bundled:
        raise typer.BadParameter(f"{loaded.id} comes with cardgen, which is not written into")
    faults: list[Fault] = []
    writing: dict[Path, bytes] = {}
    lines: list[str] = []
    for file in files:
        try:
            po = _read(file)
            spoken = lang or _language_of(loaded, po.header.get("Language", "") or file.stem, file)
            made = import_po(loaded, spoken, po, str(file))
            path = overlay_file(loaded, spoken)
            before = path.read_bytes() if path.exists() else b""
            lost = lost_comments(before) if path.suffix in (".yaml", ".yml") and made.changed and not force else []
            if lost:
                told = "a comment that would be lost, as the file is written anew"
                raise DataError(Fault(Place(_shown(path), lost[0], 1), told, "move it to the top, or use --force"))
        except DataError as error:
            faults += error.faults
            continue
        if made.changed and path in writing:
            faults.append(Fault(Place(str(file)), f"a second file into {spoken!r}", "import one after the other"))
        if made.changed:
            writing[path] = to_overlay(loaded, made.entries, spoken, path.suffix, before)
        lines.append(f"{file}: {len(made.changed)} new or changed, {'into ' if made.changed else 'for '}{_shown(path)}")
        notes = {
            "used": made.used,
            "fuzzy, not used": made.fuzzy,
            "made from a text that has changed, not used": made.outdated,
            "without a translation": made.empty,
            "of what the game has no more": made.obsolete,
            "kept that the file does not have": made.others,
        }
        lines += [f"  {count} {what}" for what, count in notes.items() if count]
    if faults:
        raise DataError(faults)
    for path, content in writing.items():
        write_atomic(path, content)
    typer.echo("\n".join(lines))


@translate.command("status")
def status_command(game: GameName = "", project: ProjectFolder = None, as_json: AsJson = False) -> None:
    """Tell how much is translated into each language; exit 1 when something is not."""
    from cardgen.translating.exporting import is_outdated, source_of

    _, loaded = _load(project, game)
    known, status = loaded.translations, {}
    for lang in loaded.file.languages[1:]:
        entries = {entry.context: entry for entry in known.kept.get(lang, ()) if entry.state != "obsolete"}
        done = outdated = 0
        for text in known.texts:
            entry = entries.get(str(text.context))
            if entry is not None and is_outdated(entry, source_of(loaded, text)):
                outdated += 1
            elif entry is not None or lang in text.own:
                done += 1
        missing = len(known.texts) - done - outdated
        status[lang] = {"texts": len(known.texts), "translated": done, "outdated": outdated, "missing": missing}
    if as_json:
        typer.echo(json.dumps(status, indent=2))
    elif not status:
        typer.echo(f"{loaded.id} has one language: languages: in game.yaml adds others.")
    else:
        for lang, each in status.items():
            typer.echo(f"{lang}: {_counted(each['texts'], each['translated'], each['outdated'])}")
    raise typer.Exit(1 if any(each["texts"] > each["translated"] for each in status.values()) else 0)


# ---------------------------------------------------------------- helpers


def _load(folder: Path | None, name: str) -> tuple[Project, Game]:
    from cardgen.data.load import load_game
    from cardgen.data.project import find_project

    name = chosen_game(folder, name)
    project = find_project(folder, name)
    return project, load_game(project.game_folder(name), project.templates, Path.cwd())


def _languages(game: Game, asked: str) -> list[str]:
    """The languages to translate into: those asked for, or all."""
    wanted = [each for each in (part.strip() for part in asked.split(",")) if each]
    return [_language_of(game, each, Path()) for each in wanted] or list(game.file.languages[1:])


def _language_of(game: Game, written: str, file: Path) -> str:
    """The game's language that is called so, with - or _, in whatever case, and with a country or not.

    DataError when it is none to translate into.
    """
    known = game.file.languages[1:]
    code = f"{written.replace('_', '-')}-".lower()
    found = max((lang for lang in known if code.startswith(f"{lang}-".lower())), key=len, default=None)
    if found is None:
        place = Place(str(file) if file.name else "")
        hint = did_you_mean(written, known) or "languages: in game.yaml lists them"
        raise DataError(Fault(place, f"{game.id} is not translated into {written!r}", hint))
    return found


def _read(path: Path) -> PoFile:
    """The PO file at a path. DataError when it is none."""
    from cardgen.data.reading import Reader
    from cardgen.translating.po import parse_po

    if path.is_dir():
        raise DataError(Fault(Place(str(path)), "is a folder", f"name the PO files in it: {path / '*.po'}"))
    if not path.is_file():
        raise DataError(Fault(Place(str(path)), "there is no such file"))
    return parse_po(Reader(path.parent, Path.cwd()).read_text(path), str(path))


def _check_imported(game: Game, lang: str, path: Path) -> None:
    """DataError when the PO file holds translations that writing it anew would lose."""
    from cardgen.translating.importing import import_po

    changed = import_po(game, lang, _read(path), str(path)).changed
    if changed:
        count = f"{len(changed)} translation{'s' if len(changed) > 1 else ''}"
        hint = f"cardgen translate import {path} takes them; --force loses them"
        raise DataError(Fault(Place(str(path), changed[0], 1), f"{count} that the game does not keep yet", hint))


def _shown(path: Path) -> str:
    """A path as it would be typed here."""
    here = Path.cwd().resolve()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else str(path)


def _counted(texts: int, done: int, fuzzy: int) -> str:
    told = [f"{done} of {texts} texts translated"]
    told += [f"{fuzzy} not up to date"] if fuzzy else []
    missing = texts - done - fuzzy
    return ", ".join(told + ([f"{missing} missing"] if missing else []))
