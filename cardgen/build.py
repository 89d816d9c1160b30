"""What is wanted, what is stale, who writes it. Unchanged input writes nothing."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cardgen import __version__
from cardgen.errors import DataError, Fault, Finding, Place
from cardgen.files import digest_of, sweep, write_atomic

if TYPE_CHECKING:
    from cardgen.data.project import Project
    from cardgen.targets import Options, Product

MANIFEST = "manifest.json"

State: TypeAlias = Literal["written", "unchanged", "removed"]


class FindingsError(Exception):
    """The game can be read, but not printed as it stands; nothing was written."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(map(str, findings)))


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did: the output folder of the game, and the state of each file by its path in it."""

    folder: Path
    states: Mapping[str, State]
    files: Mapping[str, Mapping[str, Any]]

    def count(self, state: State) -> int:
        return sum(1 for each in self.states.values() if each == state)


Progress: TypeAlias = Callable[[int, int, str], None]


def build_game(
    project: Project,
    name: str,
    out: Path,
    options: Options,
    *,
    shown_from: Path | None = None,
    progress: Progress = lambda *_: None,
) -> Built:
    """Makes the files of a game that `options` ask for, under `out/name`, and its manifest.

    A file is made anew when anything that decides its bytes has changed, and written when its bytes have. Told
    `progress` after each file. DataError for data that cannot be read, FindingsError for a game that breaks its own
    rules or would print wrong; in both cases nothing is written. An interrupted build keeps what it has finished.
    """
    folder = out / name
    known = _read_manifest(folder)
    asked = _key(options)
    fresh = _still_fresh(folder, known, project, asked)
    if fresh is not None:
        return Built(folder, dict.fromkeys(fresh, "unchanged"), {path: known["files"][path] for path in fresh})

    from cardgen.check import check_rules, layout_findings
    from cardgen.data.load import load_game
    from cardgen.targets import decks_for, layout_game, plan_products

    game = load_game(project.game_folder(name), project.templates, shown_from)
    laid = layout_game(game, decks_for(game, options))
    findings = [*check_rules(game), *layout_findings(laid)]
    if findings:
        raise FindingsError(sorted(set(findings)))
    products = plan_products(game, laid, options)
    if not products:
        raise DataError(_nothing_asked(options))
    inputs = {_relative(path, project.root): digest for path, digest in game.digests.items()}
    return _write(folder, known, products, project, inputs, asked, bool(_narrows(options)), progress)


def _nothing_asked(options: Options) -> Fault:
    asked = ", ".join(filter(None, [*options.only, *options.languages, *options.papers]))
    return Fault(Place(), f"nothing is called {asked}", "`cardgen list --files` shows what can be built")


def _narrows(options: Options) -> bool:
    return bool(options.only or options.languages or options.papers)


# ---------------------------------------------------------------- freshness


@cache
def code_digest() -> str:
    """The sha256 of everything in the package that can decide a byte of output, and of the libraries' versions."""
    from importlib.metadata import version

    digest = hashlib.sha256()
    package = Path(__file__).parent
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".ttf") and "bundled" not in path.parts:
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes() if path.suffix == ".py" else str(path.stat().st_size).encode())
    for library in ("pillow", "pypdfium2", "reportlab", "svgwrite", "uharfbuzz"):
        digest.update(f"{library} {version(library)}".encode())
    return digest.hexdigest()


def _key(options: Options) -> str:
    return hashlib.sha256(repr(options).encode()).hexdigest()[:16]


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root.resolve()).as_posix()


def _read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of an earlier build, empty when there is none or somebody has meddled with it."""
    empty: dict[str, Any] = {"code": "", "inputs": {}, "files": {}, "plans": {}}
    try:
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        files, plans = found["files"], found["plans"]
        whole = (
            all(isinstance(found[key], type(value)) for key, value in empty.items())
            and all(isinstance(entry["sha256"], str) for entry in files.values())
            and all(isinstance(paths, list) for paths in plans.values())
            # What the manifest lists may be deleted: never anything outside the folder.
            and all(PurePosixPath(path).parts and not {"..", "/"} & set(PurePosixPath(path).parts) for path in files)
        )
    except (OSError, ValueError, KeyError, TypeError):
        return empty
    return found if whole else empty


def _still_fresh(folder: Path, known: Mapping[str, Any], project: Project, asked: str) -> list[str] | None:
    """The files of the same request before, when no input, no code and no file has changed since; else None."""
    paths: list[str] | None = known["plans"].get(asked)
    if not paths or known["code"] != code_digest():
        return None
    if any(digest_of(project.root / name) != digest for name, digest in known["inputs"].items()):
        return None
    files = known["files"]
    if any(path not in files or digest_of(folder / path) != files[path]["sha256"] for path in paths):
        return None
    return paths


# ---------------------------------------------------------------- writing


def _write(
    folder: Path,
    known: Mapping[str, Any],
    products: Sequence[Product],
    project: Project,
    inputs: Mapping[str, str],
    asked: str,
    narrowed: bool,
    progress: Progress,
) -> Built:
    old: Mapping[str, Any] = known["files"]
    entries: dict[str, Any] = dict(old)
    states: dict[str, State] = {}
    code = code_digest()

    def finish(product: Product, content: bytes | None) -> None:
        path = product.path
        if content is None:
            states[path] = "unchanged"
        else:
            digest = hashlib.sha256(content).hexdigest()
            same = digest_of(folder / path) == digest
            if not same:
                write_atomic(folder / path, content)
            states[path] = "unchanged" if same else "written"
            entries[path] = {
                "sha256": digest,
                "bytes": len(content),
                **product.facts,
                "inputs": [_relative(each, project.root) for each in product.inputs],
                "key": f"{code[:16]}{product.key}",
            }
        progress(len(states), len(products), path)

    stale = []
    for product in products:
        before = old.get(product.path)
        key = f"{code[:16]}{product.key}"
        if before and before.get("key") == key and digest_of(folder / product.path) == before["sha256"]:
            finish(product, None)
        else:
            stale.append(product)
    stale = _finished(stale)
    try:
        with contextlib.closing(_make(stale)) as made:
            for product, content in made:
                finish(product, content)
        if not narrowed:
            for path in [each for each in entries if each not in {product.path for product in products}]:
                (folder / path).unlink(missing_ok=True)
                del entries[path]
                states[path] = "removed"
    finally:
        plans = dict(known["plans"]) if known["inputs"] == inputs and known["code"] == code else {}
        if len([state for state in states.values() if state != "removed"]) == len(products):
            plans[asked] = [product.path for product in products]
        _write_manifest(folder, inputs, entries, plans)
    return Built(folder, states, entries)


def _finished(products: Sequence[Product]) -> list[Product]:
    """The products with the rest of their planning done. DataError with the faults of all; nothing is written yet."""
    finished: list[Product] = []
    faults: list[Fault] = []
    for product in products:
        try:
            finished.append(product.finish() if product.finish else product)
        except DataError as error:
            faults += error.faults
    if faults:
        raise DataError(faults)
    return finished


def _make(products: Sequence[Product]) -> Generator[tuple[Product, bytes]]:
    """The bytes of each product; the pictures together, since they are made in several processes."""
    pictures = [product for product in products if product.picture is not None]
    if pictures:
        from cardgen.formats.png import to_pngs

        made = to_pngs([product.picture for product in pictures if product.picture is not None])
        yield from zip(pictures, made, strict=True)
    for product in products:
        if product.make is not None:
            yield product, product.make()


def _write_manifest(
    folder: Path, inputs: Mapping[str, str], entries: Mapping[str, Any], plans: Mapping[str, Any]
) -> None:
    """The manifest, written only when it says something new."""
    manifest = {
        "cardgen": __version__,
        "code": code_digest(),
        "inputs": dict(sorted(inputs.items())),
        "files": dict(sorted(entries.items())),
        "plans": dict(sorted(plans.items())),
    }
    content = (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()
    sweep(folder)
    if not (folder / MANIFEST).is_file() or (folder / MANIFEST).read_bytes() != content:
        write_atomic(folder / MANIFEST, content)
