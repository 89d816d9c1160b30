"""What is wanted, what is stale, who writes it. Unchanged input writes nothing."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Literal, TypeAlias

from cardgen.errors import DataError, Fault, Finding, Place, did_you_mean, nearest
from cardgen.manifest import (
    NAME,
    Entry,
    Manifest,
    ManifestError,
    code_digest,
    find_fresh,
    is_whole,
    read_manifest,
    set_aside,
    write_manifest,
)
from cardgen.output import OutputFolder

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.data.project import Project
    from cardgen.targets.options import Options
    from cardgen.targets.product import Product

State: TypeAlias = Literal["written", "unchanged", "removed"]
Progress: TypeAlias = Callable[[int, int, str], None]


class FindingsError(Exception):
    """The game can be read, but not printed as it stands; nothing was written."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(map(str, findings)))


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did: the output folder of the game, and the state and the manifest's entry of each file in it.

    `notes` are for the user: what else was done, beside the files.
    """

    folder: Path
    states: Mapping[str, State]
    files: Mapping[str, Entry]
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    """Why files that were asked for could not be made, while all others were."""

    def count(self, state: State) -> int:
        return sum(1 for each in self.states.values() if each == state)


def build_game(
    project: Project,
    name: str,
    out: Path,
    options: Options,
    *,
    shown_from: Path | None = None,
    progress: Progress = lambda *_: None,
    waiting: Callable[[], None] = lambda: None,
) -> Built:
    """Makes the files of a game that `options` ask for, under `out/name`, and its manifest.

    A file is made anew when anything that decides its bytes has changed, and written when its bytes have. Told
    `progress` after each file. DataError for data that cannot be read, FindingsError for a game that breaks its own
    rules or would print wrong; in both cases nothing is written. A tuck box that does not fit its paper is a finding of
    the result, and all other files are made. An interrupted build keeps what it has finished. One build writes at a
    time: `waiting` is called once when another one has to end first.
    """
    folder = _output_folder(out, name)
    request = hashlib.sha256(repr(options).encode()).hexdigest()[:16]
    with contextlib.suppress(ManifestError):
        known = read_manifest(folder)
        fresh = None if folder.is_locked else find_fresh(folder, known, project.root, request)
        if fresh is not None:
            return Built(folder.root, dict.fromkeys(fresh, "unchanged"), known.files)
    with folder.locked(waiting):
        known, notes = _trusted_manifest(folder)
        fresh = find_fresh(folder, known, project.root, request)
        if fresh is not None:  # made meanwhile by another build
            return Built(folder.root, dict.fromkeys(fresh, "unchanged"), known.files)
        work = _plan(project, name, options, folder, known, shown_from, progress)
        _carry_out(work, known, request, options)
    return Built(folder.root, work.states, work.entries, notes, work.findings)


def _output_folder(out: Path, name: str) -> OutputFolder:
    """The folder of a game's files. DataError when they would be written through a link or below a file."""
    folder = out / name
    for above in (folder, *folder.parents):
        if above.exists() and not above.is_dir():
            raise DataError(Fault(Place(str(above)), "is not a folder", "files are written below it: see --out"))
    if out.is_symlink():
        message = "is a link, and nothing is written through a link"
        raise DataError(Fault(Place(str(out)), message, f"--out {out.resolve()} writes to where it leads"))
    return OutputFolder(folder)


def _trusted_manifest(folder: OutputFolder) -> tuple[Manifest, tuple[str, ...]]:
    """The manifest of earlier builds, and notes. One that cannot be trusted is set aside: all is built anew then."""
    try:
        return read_manifest(folder), ()
    except ManifestError as error:
        aside = set_aside(folder)
        return Manifest(), (f"{folder.root / NAME} {error}: kept as {aside.name}, and every file is made anew.",)


def _plan(
    project: Project,
    name: str,
    options: Options,
    folder: OutputFolder,
    known: Manifest,
    shown_from: Path | None,
    progress: Progress,
) -> _Work:
    """Read the game and find out what is to be made. Errors as for `build_game`; nothing is written."""
    from cardgen.check import (
        check_layouts,
        check_rules,
        layout_boards,
        layout_findings,
        layout_pages,
        merge_findings,
        page_findings,
    )
    from cardgen.data.load import load_game
    from cardgen.data.titles import title_findings
    from cardgen.targets.editions import check_editions, layout_editions, plan_editions, unmade_in

    root = project.root.resolve()
    game = load_game(project.game_folder(name), project.templates, shown_from)
    unknown = _unknown_languages(game, options)
    if unknown:
        raise DataError(unknown)
    editions = layout_editions(game, options)
    targets = game.file.targets
    found: dict[str, list[Finding]] = {}
    try:
        for each in editions:
            wishes = each.options
            wanted = [name for name, page in targets.pages.items() if any(wishes.for_papers(name, page.papers))]
            boards = [name for name, board in targets.boards.items() if any(wishes.for_papers(name, board.papers))]
            pages = [*layout_pages(each.game, wanted), *layout_boards(each.game, boards, wishes.cell)]
            found[each.lang] = [*layout_findings(each.laid), *page_findings(pages)]
        findings = [*title_findings(game), *check_rules(game), *check_layouts(game), *merge_findings(found)]
        if findings:
            raise FindingsError(sorted(set(findings)))
        products = plan_editions(editions)
        unmade = unmade_in(editions)
    except DataError:
        check_editions(editions)  # which tells what else cannot be made, in the books as well
        raise
    unknown = _unknown_wishes(game, options, [*(product.path for product in products), *unmade])
    if unknown:
        raise DataError(unknown)
    work = _Work(folder, root, known, products, tuple(sorted(set(unmade.values()))), progress)
    folder.check([NAME, *(product.path for product in products), *([] if options.narrows else known.files)])
    work.finish_planning()
    work.inputs = {work.relative(path): digest for path, digest in game.digests.items()}  # the planning reads some, too
    return work


def _carry_out(work: _Work, known: Manifest, request: str, options: Options) -> None:
    """Write what is stale and remove what is no longer made. However that ends, the manifest says what is there."""
    # Plans of other requests hold as long as what they were made from does.
    plans = dict(known.plans) if (known.inputs, known.code) == (work.inputs, code_digest()) else {}
    plans.pop(request, None)
    work.announce()
    try:
        work.make()
        if not options.narrows:
            work.remove_others()
        if not work.findings:  # a build with a finding is planned again, and reports it again
            plans[request] = [product.path for product in work.products]
    finally:
        work.folder.remove_parts()
        write_manifest(work.folder, Manifest(code_digest(), work.inputs, work.written_entries(), plans))


def _unknown_languages(game: Game, options: Options) -> list[Fault]:
    """Languages that are asked for and that the game is not made in."""
    editions = list(game.file.editions)
    what, known = ("edition", editions) if editions else ("rulebook", sorted(game.rulebooks))
    begin = "editions: in game.yaml makes the game in each language"
    return [
        Fault(
            Place(),
            f"there is no {what} in {lang!r}",
            begin if lang in game.file.languages and not editions else did_you_mean(lang, known),
        )
        for lang in options.languages
        if lang not in known
    ]


def _unknown_wishes(game: Game, options: Options, planned: Sequence[str]) -> list[Fault]:
    """What is asked for and cannot be had. Nothing asked for is left out in silence."""
    paths = [path.split("/", 1) if game.file.editions else ["", path] for path in planned]

    def is_wanted(part: str) -> bool:
        return any(replace(options, only=(part,), edition=edition).wants(path) for edition, path in paths)

    missing = [part for part in options.only if not is_wanted(part)]
    known = _names(game) if missing else ()
    return [_unknown_file(part, known, [*options.papers, *options.languages]) for part in missing]


def _unknown_file(part: str, known: Collection[str], narrowed: Sequence[str]) -> Fault:
    if part in known:
        return Fault(Place(), f"{part!r} is not among the files for {', '.join(narrowed)}")
    near = nearest(part, known)
    hint = f"did you mean {near!r}?" if near else "`cardgen list --files` shows what can be built"
    return Fault(Place(), f"nothing is called {part!r}", hint)


def _names(game: Game) -> list[str]:
    """Everything that `--only` understands: folders, paths, and file names with and without their endings."""
    from cardgen.targets.editions import layout_editions, plan_editions
    from cardgen.targets.options import Options

    paths = [PurePosixPath(product.path) for product in plan_editions(layout_editions(game, Options()))]
    folders = {str(folder) for path in paths for folder in path.parents if folder.name}
    return sorted(folders | {each for path in paths for each in (str(path), path.name, path.stem)})


class _Work:
    """A build under way: which products are stale, and what has become of each file so far."""

    def __init__(
        self,
        folder: OutputFolder,
        root: Path,
        known: Manifest,
        products: Sequence[Product],
        findings: tuple[Finding, ...],
        progress: Progress,
    ) -> None:
        self.folder, self.root, self.products, self.progress = folder, root, products, progress
        self.findings = findings
        self.inputs: Mapping[str, str] = {}
        self.entries: dict[str, Entry] = dict(known.files)
        self.states: dict[str, State] = {}
        self.stale = [product for product in products if not self._is_fresh(product)]

    def relative(self, path: Path) -> str:
        """An input's path as the manifest tells it, the same on every machine."""
        return path.relative_to(self.root).as_posix()

    def _key(self, product: Product) -> str:
        return f"{code_digest()[:16]}{product.key}"

    def _is_fresh(self, product: Product) -> bool:
        entry = self.entries.get(product.path)
        return (
            entry is not None and entry.get("key") == self._key(product) and is_whole(self.folder, product.path, entry)
        )

    def finish_planning(self) -> None:
        """The rest of the planning of what is stale. DataError with the faults of all; nothing is written yet."""
        finished: list[Product] = []
        faults: list[Fault] = []
        for product in self.stale:
            try:
                finished.append(product.finish() if product.finish else product)
            except DataError as error:
                faults += error.faults
        if faults:
            raise DataError(faults)
        self.stale = finished

    def announce(self) -> None:
        """List every file that may be written, so that the next build knows of it if this one is killed."""
        new = {product.path: {"sha256": ""} for product in self.stale if product.path not in self.entries}
        self.entries |= new
        if self.stale:
            write_manifest(self.folder, Manifest(files=self.entries))

    def written_entries(self) -> dict[str, Entry]:
        """The entries of the files that are there: what was announced and never made is left out."""
        return {
            path: entry
            for path, entry in self.entries.items()
            if entry["sha256"] or self.folder.digest(path) is not None
        }

    def make(self) -> None:
        """Makes what is stale, and writes what has other bytes than before."""
        stale = {product.path for product in self.stale}
        for product in self.products:
            if product.path not in stale:
                self._done(product.path, "unchanged")
        with contextlib.closing(_bytes_of(self.stale)) as made:
            for product, content in made:
                self._put(product, content)

    def _put(self, product: Product, content: bytes) -> None:
        path, digest = product.path, hashlib.sha256(content).hexdigest()
        written = self.folder.write_changed(path, content)
        self.entries[path] = {
            "sha256": digest,
            "bytes": len(content),
            **product.facts,
            "inputs": list(map(self.relative, product.inputs)),
            "key": self._key(product),
        }
        self._done(path, "written" if written else "unchanged")

    def _done(self, path: str, state: State) -> None:
        self.states[path] = state
        self.progress(len(self.states), len(self.products), path)

    def remove_others(self) -> None:
        """Takes away the files of earlier builds that the game no longer makes."""
        wanted = {product.path for product in self.products}
        for path in [each for each in self.entries if each not in wanted]:
            if self.folder.remove(path):
                self.states[path] = "removed"
            del self.entries[path]


def _bytes_of(products: Iterable[Product]) -> Generator[tuple[Product, bytes]]:
    """The bytes of each product; the pictures together, since they are made in several processes."""
    products = list(products)
    pictures = [(product, product.picture) for product in products if product.picture is not None]
    if pictures:
        from cardgen.formats.png import to_pngs

        made = to_pngs([picture for _, picture in pictures])
        yield from ((product, content) for (product, _), content in zip(pictures, made, strict=True))
    for product in products:
        if product.make is not None:
            yield product, product.make()
