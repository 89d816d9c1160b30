"""Builds: plan the files, find those that are stale, make and write them. Unchanged input writes nothing."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Literal, TypeAlias

from cardgen.base.errors import DataError, Fault, Finding, Place, Text, did_you_mean, nearest
from cardgen.base.output_folder import OutputFolder
from cardgen.base.records import dataclass, replace
from cardgen.base.temporary import Content, sha256_of
from cardgen.base.words.messages import joined, message
from cardgen.building.manifest import (
    NAME,
    Entry,
    Manifest,
    ManifestError,
    find_fresh,
    is_whole,
    read_manifest,
    set_aside,
    write_manifest,
)
from cardgen.building.outcome import Outcome, outcome_of
from cardgen.cache.code import code_digest

if TYPE_CHECKING:
    from cardgen.building.build_checks import BuildChecks
    from cardgen.building.checks.waivers import Waived
    from cardgen.building.contents import Making
    from cardgen.data.model import Game
    from cardgen.data.project import Project
    from cardgen.products.files import FinishedFile, OutputFile
    from cardgen.products.options import Options
    from cardgen.products.orders import Order

State: TypeAlias = Literal["written", "unchanged", "removed"]
Progress: TypeAlias = Callable[[int, int, str], None]
"""Called after each file: how many are done, how many there are, the file's path."""


class FindingsError(Exception):
    """The game can be read, but it cannot be printed in this state; nothing was written."""

    def __init__(self, findings: Sequence[Finding], advice: Text = "") -> None:
        """`advice` says what to do, if not what a build says."""
        self.findings = tuple(findings)
        self.advice = advice
        super().__init__("\n".join(map(str, findings)))


@dataclass(frozen=True, slots=True)
class Built:
    """The result of a build: the output folder of the game, and the state and the manifest's entry of each file in it.

    `notes` are messages about anything else that was done.
    """

    folder: Path
    states: Mapping[str, State]
    files: Mapping[str, Entry]
    notes: tuple[Text, ...] = ()
    findings: tuple[Finding, ...] = ()
    """the reasons why files that were asked for could not be made, although all others were"""
    waived: tuple[Waived, ...] = ()
    """findings that waivers.yaml accepts"""
    draft: tuple[Finding, ...] = ()
    """findings for which only a draft is not refused"""
    notices: tuple[Fault, ...] = ()
    """how the game's files were read, if not in the usual way"""
    outcome: Outcome = Outcome()
    """how many findings the checks have, and what an export orders"""
    others: tuple[Finding, ...] = ()
    """the findings of the checks, the worst first; none if nothing was to be done"""

    def count(self, state: State) -> int:
        """Return the number of files in a state."""
        return sum(1 for own in self.states.values() if own == state)


@dataclass(frozen=True, slots=True)
class _Plan:
    """The files that a build is about to make.

    `root` is the project's folder; `files` are all that are asked for, `stale` the paths of those that are made anew.
    `findings` say which files cannot be made, `notes` are messages about the others, `obsolete` are files of earlier
    builds to be removed. `orders` are those of an export; `checks` have the findings that do not stop the build.
    """

    root: Path
    game: Game
    files: tuple[OutputFile, ...]
    stale: frozenset[str]
    findings: tuple[Finding, ...]
    obsolete: tuple[str, ...]
    waived: tuple[Waived, ...]
    draft: tuple[Finding, ...]
    notes: tuple[Text, ...]
    orders: tuple[Order, ...]
    checks: BuildChecks

    @property
    def inputs(self) -> dict[str, str]:
        """The sha256 of every file that has been read so far, by its path in the project."""
        return {_relative(path, self.root): digest for path, digest in self.game.digests.items()}


def build_game(
    project: Project,
    name: str,
    out: str | PathLike[str],
    options: Options,
    *,
    shown_from: str | PathLike[str] | None = None,
    progress: Progress = lambda *_: None,
    waiting: Callable[[], None] = lambda: None,
    ordering: Callable[[Sequence[Order]], None] = lambda _: None,
    is_checked: bool = True,
) -> Built:
    """Make the files of a game that `options` ask for, under `out/name`, and its manifest.

    A file is made anew if anything that decides its bytes has changed, and written if its bytes have. DataError for
    data that cannot be read, FindingsError for a game that breaks its own rules or would print wrong; in both cases
    nothing is written. A tuck box that does not fit its paper is a finding of the result, and all other files are made.
    An interrupted build keeps what it has finished. One build writes at a time: `waiting` is called once if another one
    has to end first. `ordering` is called with what an export orders before anything is written. Findings that do not
    stop the build are looked for if it `is_checked`.
    """
    shown_from = None if shown_from is None else Path(shown_from)
    request = _request_id(options)
    folder = _output_folder(Path(out), name)
    with folder.locked(waiting):
        manifest, notes = _trusted_manifest(folder)
        fresh = find_fresh(folder, manifest, project.root, request)
        if fresh is not None:
            return _unchanged(folder, fresh, manifest, request)
        from cardgen.building.contents import Making

        plan = _plan(project, name, options, folder, manifest, shown_from)
        stale = [file for file in plan.files if file.path in plan.stale]
        with contextlib.closing(Making(stale, plan.checks.task if is_checked else None)) as making:
            making.finish()
            ordering(plan.orders)
            built = _carry_out(plan, making, folder, manifest, request, progress)
    return replace(built, notes=(*notes, *built.notes))


def _request_id(options: Options) -> str:
    """Return the name of a request in the manifest: the same for the same options."""
    return hashlib.sha256(repr(options).encode()).hexdigest()[:16]


def find_unchanged(project: Project, name: str, out: Path, options: Options) -> Built | None:
    """Return the result of a build with nothing to do; None if something has to be made, or another build writes.

    DataError if `out/name` is no folder that can be built in.
    """
    folder = _output_folder(out, name)
    with contextlib.suppress(ManifestError):
        manifest = read_manifest(folder)
        fresh = None if folder.is_locked else find_fresh(folder, manifest, project.root, _request_id(options))
        if fresh is not None:
            return _unchanged(folder, fresh, manifest, _request_id(options))
    return None


def _unchanged(folder: OutputFolder, files: Sequence[str], manifest: Manifest, request: str) -> Built:
    outcome = outcome_of(manifest.outcomes.get(request, {}))
    return Built(folder.root, dict.fromkeys(files, "unchanged"), manifest.files, outcome=outcome)


def _output_folder(out: Path, name: str) -> OutputFolder:
    """Return the folder of a game's files. DataError if they would be written through a link or below a file."""
    folder = out / name
    for above in (folder, *folder.parents):
        if above.exists() and not above.is_dir():
            hint = message("choose a folder for the files with --out")
            raise DataError(Fault(Place(str(above)), message("is not a folder"), hint))
    if out.is_symlink():
        problem = message("is a link, and nothing is written through a link")
        raise DataError(
            Fault(Place(str(out)), problem, message("use --out {path}, where the link leads", path=out.resolve()))
        )
    return OutputFolder(folder)


def _trusted_manifest(folder: OutputFolder) -> tuple[Manifest, tuple[str, ...]]:
    """Return what is known of earlier builds, and notes. A manifest that cannot be read is set aside.

    Of one that somebody else's build has written, only the names of the files are used: all is built anew.
    """
    try:
        return read_manifest(folder).known(), ()
    except ManifestError as error:
        note = message(
            "{path}: {problem}. It is kept as {name}, and every file is made again.",
            path=folder.root / NAME,
            problem=error.args[0],
            name=set_aside(folder).name,
        )
        return Manifest(), (note,)


# ---------------------------------------------------------------- planning


def _plan(
    project: Project, name: str, options: Options, folder: OutputFolder, manifest: Manifest, shown_from: Path | None
) -> _Plan:
    """Read the game, lay it out, plan its files and check what would stop the build. Errors as for `build_game`."""
    from cardgen.building.build_checks import BuildChecks, findings_files
    from cardgen.building.editions import all_faults, check_editions, layout_editions, plan_editions, unmade_in
    from cardgen.building.plan import orders_for, target_notes
    from cardgen.cache.parts import keep_parts
    from cardgen.data.load import load_game

    root = project.root.resolve()
    folder_of_game = project.game_folder(name)
    try:
        with keep_parts("files", folder_of_game.resolve()):
            game = load_game(folder_of_game, project.templates, shown_from, draft=options.draft)
    except DataError as error:
        raise all_faults(error) from error
    _raise_any([*_unknown_languages(game, options), *_unknown_papers(game, options)])
    editions = layout_editions(game, replace(options, folder=folder.root.resolve().as_uri()))
    try:
        files = plan_editions(editions)
        checks = BuildChecks(editions, options, shown_from, root)
        findings, waived = checks.stopping()
        _refuse(findings, checks, options)
        if options.despite_findings:
            files = sorted([*files, *findings_files(editions, options, checks.others())], key=lambda file: file.path)
        paths = [file.path for file in files]
        notes = {note: None for edition in editions for note in target_notes(edition.game, edition.options)}
        unmade = unmade_in(editions, paths)
        unmade_findings, waived_unmade = _without_waived(game, unmade.values())
    except DataError:
        check_editions(editions)  # reports all that cannot be made, in the books as well
        raise
    _raise_any(_unknown_files(game, options, [*paths, *unmade]))
    obsolete = _obsolete_files(manifest, paths, options)
    folder.check([NAME, *paths, *obsolete])
    return _Plan(
        root,
        game,
        tuple(files),
        frozenset(file.path for file in files if not _is_fresh(file, folder, manifest)),
        tuple(unmade_findings),
        obsolete,
        tuple(sorted({*waived, *waived_unmade})),
        tuple(findings) if options.draft else (),
        tuple(notes),
        tuple(order for edition in editions for order in orders_for(edition.game, edition.laid, edition.options)),
        checks,
    )


def _refuse(findings: Sequence[Finding], checks: BuildChecks, options: Options) -> None:
    """Raise FindingsError for findings that stop what `options` ask for."""
    if findings and options.export and not options.despite_findings:
        raise FindingsError(checks.raw(), message("`--despite-findings` exports them all the same."))
    if findings and not options.export and not options.draft:
        raise FindingsError(findings)


def _without_waived(game: Game, findings: Iterable[Finding]) -> tuple[list[Finding], list[Waived]]:
    """Return findings without those that are waived, and these."""
    from cardgen.building.checks.waivers import apply_waivers

    return apply_waivers(game.waivers, sorted(set(findings)), report_unused=False)


def _obsolete_files(manifest: Manifest, planned: Sequence[str], options: Options) -> tuple[str, ...]:
    """Return the files of earlier builds that this one replaces and does not make."""
    from cardgen.products.options import CONTACT_FOLDER, export_of, is_contact

    exports = {CONTACT_FOLDER if is_contact(path) else export_of(path)[0] for path in planned}
    return tuple(path for path in manifest.files if path not in planned and options.replaces(path, exports))


def _raise_any(faults: Sequence[Fault]) -> None:
    if faults:
        raise DataError(faults)


def _is_fresh(file: OutputFile, folder: OutputFolder, manifest: Manifest) -> bool:
    """Return True if the file is there with the bytes that it would get."""
    return _has_key(file, manifest) and is_whole(folder, file.path, manifest.files[file.path])


def _has_key(file: OutputFile, manifest: Manifest) -> bool:
    """Return True if the file was made last of what it would be made of now."""
    entry = manifest.files.get(file.path)
    return entry is not None and entry.get("key") == _key(file)


def _key(file: OutputFile) -> str:
    return f"{code_digest()[:16]}{file.key}"


def _relative(path: Path, root: Path) -> str:
    """Return an input's path as the manifest has it, the same on every machine."""
    return path.relative_to(root).as_posix()


# ---------------------------------------------------------------- requests that match nothing


def _unknown_languages(game: Game, options: Options) -> list[Fault]:
    """Return a fault for each language that is asked for and that the game is not made in."""
    languages = list(game.file.editions) or sorted({book.lang for book in game.all_books})
    return [_unknown_language(game, lang, languages) for lang in options.languages if lang not in languages]


def _unknown_language(game: Game, lang: str, languages: Sequence[str]) -> Fault:
    if game.file.editions:
        return Fault(Place(), message("there is no edition in {lang!r}", lang=lang), did_you_mean(lang, languages))
    begin = message("to make the game in each of its languages, add editions: to game.yaml")
    hint = begin if lang in game.file.languages else did_you_mean(lang, languages)
    return Fault(Place(), message("there is no rulebook in {lang!r}", lang=lang), hint)


def _unknown_papers(game: Game, options: Options) -> list[Fault]:
    """Return a fault for each paper that is asked for and that no target of the game names."""
    from cardgen.products.product import products_of

    named = [paper for product in products_of(game) for paper in product.section.papers(game.file)]
    papers = list(dict.fromkeys([*named, *(options.papers if options.contact else ())]))
    hint = message("expected a paper of a target in game.yaml: {papers}", papers=joined(papers))
    return [
        Fault(Place(), message("no target is made for the paper {paper!r}", paper=paper), hint)
        for paper in options.papers
        if paper not in papers
    ]


def _unknown_files(game: Game, options: Options, planned: Sequence[str]) -> list[Fault]:
    """Return a fault for each part of the files that is asked for and matches none."""
    paths = [path.split("/", 1) if game.file.editions else ["", path] for path in planned]

    def is_wanted(part: str) -> bool:
        return any(replace(options, only=(part,), edition=edition).wants(path) for edition, path in paths)

    missing = [part for part in options.only if not is_wanted(part)]
    names = _names_of_files(game) if missing else ()
    return [_unknown_file(part, names, [*options.papers, *options.languages]) for part in missing]


def _unknown_file(part: str, names: Collection[str], narrowed: Sequence[str]) -> Fault:
    if part in names:
        return Fault(
            Place(), message("{part!r} is not among the files for {others}", part=part, others=joined(narrowed))
        )
    near = nearest(part, names)
    every = message("`cardgen list --files` shows what can be built")
    hint = message("did you mean {word!r}?", word=near) if near else every
    return Fault(Place(), message("no file or folder is called {part!r}", part=part), hint)


def _names_of_files(game: Game) -> list[str]:
    """Return everything that `--only` understands: folders, paths, and file names with and without their endings."""
    from cardgen.building.editions import layout_editions, plan_editions
    from cardgen.products.options import Options

    paths = [PurePosixPath(file.path) for file in plan_editions(layout_editions(game, Options()))]
    folders = {str(folder) for path in paths for folder in path.parents if folder.name}
    return sorted(folders | {name for path in paths for name in (str(path), path.name, path.stem)})


# ---------------------------------------------------------------- making and writing


def _carry_out(
    plan: _Plan,
    making: Making[list[Finding]],
    folder: OutputFolder,
    manifest: Manifest,
    request: str,
    progress: Progress,
) -> Built:
    """Write what is stale and remove what is no longer made; return the result.

    The manifest lists the files that exist, even if this is interrupted.
    """
    from cardgen.building.build_checks import too_large

    # Plans of other requests are valid as long as their inputs are the same, and none of their files is made anew.
    inputs = plan.inputs
    plans = dict(manifest.plans) if (manifest.inputs, manifest.code) == (inputs, code_digest()) else {}
    plans = {other: paths for other, paths in plans.items() if other != request and plan.stale.isdisjoint(paths)}
    outcomes = {other: outcome for other, outcome in manifest.outcomes.items() if other in plans}
    states: dict[str, State] = {}
    entries = _announce(plan, folder, manifest)

    def done(path: str, state: State) -> None:
        states[path] = state
        progress(len(states), len(plan.files), path)

    try:
        for path in (file.path for file in plan.files if file.path not in plan.stale):
            done(path, "unchanged")
        for file, content in making.contents(lambda path: str(entries[path]["sha256"]), folder.read):
            is_new = folder.write_changed(file.path, content)
            entries[file.path] = _entry(file, content, plan.root)
            done(file.path, "written" if is_new else "unchanged")
        for path in plan.obsolete:
            if folder.remove(path):
                states[path] = "removed"
            del entries[path]
        if making.task is not None:
            plan.checks.add_result(making.task_result())
        findings = (*plan.findings, *too_large(plan.files, entries))
        others = plan.checks.others()
        outcome = plan.checks.outcome(others, plan.orders)
        # A build with anything to report is planned again, and reports it again.
        if not (findings or plan.waived or plan.draft or plan.notes):
            plans[request] = [file.path for file in plan.files]
            outcomes[request] = outcome.data
    finally:
        folder.remove_parts()
        written = _written_entries(entries, folder)
        write_manifest(folder, Manifest(code_digest(), inputs, written, plans, outcomes))
    reports = plan.notes, findings, plan.waived, plan.draft, plan.game.notices, outcome, tuple(others)
    return Built(folder.root, states, entries, *reports)


def _announce(plan: _Plan, folder: OutputFolder, manifest: Manifest) -> dict[str, Entry]:
    """List every file that may be written, so that the next build can remove it if this one is killed.

    Returns the entries of all files.
    """
    new = {path: {"sha256": ""} for path in sorted(plan.stale) if path not in manifest.files}
    entries: dict[str, Entry] = {**manifest.files, **new}
    if plan.stale:
        write_manifest(folder, Manifest(files=entries))
    return entries


def _written_entries(entries: Mapping[str, Entry], folder: OutputFolder) -> dict[str, Entry]:
    """Return the entries of the files that are there, without those that were announced and never made."""
    return {path: entry for path, entry in entries.items() if entry["sha256"] or folder.digest(path) is not None}


def _entry(file: FinishedFile, content: Content, root: Path) -> Entry:
    return {
        "sha256": sha256_of(content),
        "bytes": len(content),
        **file.facts,
        "inputs": [_relative(path, root) for path in file.inputs],
        "key": _key(file),
    }
