"""Versions of a game: a project's folder, a git revision, or the manifest of an earlier build."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from cardgen.base.errors import DataError, Fault, Place, did_you_mean, join_hints
from cardgen.base.git import GitError, find_repository
from cardgen.base.output_folder import OutputFolder
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import message
from cardgen.building.editions import layout_editions
from cardgen.building.manifest import NAME, ManifestError, read_manifest
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.products.files import key_of
from cardgen.products.options import Options
from cardgen.review.server.details import fields_of, names_of
from cardgen.scene.bare import bare
from cardgen.scene.items import Scene
from cardgen.scene.keys import content_key

#: The part of a manifest's keys that is the digest of the code.
_CODE_DIGITS = 16
_SVG = ".svg"
#: After the name of a branch: the commit at which the current branch left it, as in `git diff main...`.
_FORK = "..."
#: What the main branch of a repository is called.
_MAIN = ("main", "master", "trunk")
#: The most tags and branches that are offered.
_MOST_NAMES = 50


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a card: the key of its picture, and its scene, or the PNG of an earlier build. Both may be gone."""

    key: str
    description: str = ""
    scene: Scene | None = field(default=None, repr=False, compare=False)
    png: bytes | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class CardVersion:
    """A card as it is in a version. `fields` are None if the version has only pictures of it."""

    names: Mapping[str, str]
    fields: Mapping[str, Any] | None
    sides: Mapping[str, Side]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a game. `label` is what it was asked for as.

    `cards` are by deck and id, None for a manifest; `pictures` are by the names of their files.
    """

    label: str
    cards: Mapping[str, CardVersion] | None
    pictures: Mapping[str, CardVersion]


def read_version(name: str, project: Project, game: str, scratch: Path) -> Version:
    """Read the version of a game that is called `name`: a path or a git revision; "" for the project as it is.

    `main...` is the commit at which the current branch left the branch `main`.

    Files of a revision are written into the folder `scratch`, which has to exist as long as the version is used.
    DataError if there is no such version, or if the game cannot be read in it.
    """
    path = Path(name)
    if not name:
        return _of_project(project, game, "")
    if path.is_dir() and (path / "card_data").is_dir():
        return _of_project(Project(path, bundled=False), game, name)
    for folder in (path, path / game):
        if (folder / NAME).is_file():
            return _of_manifest(folder, name)
    if path.is_file():
        return _of_manifest(path.parent, name, path.name)
    if path.is_dir():
        problem = message("{path} is no project and no output of a build", path=name)
        hint = message("expected a folder with card_data, or with {file}", file=NAME)
        raise DataError(Fault(Place(), problem, hint))
    return _of_revision(name, project, game, scratch)


# ---------------------------------------------------------------- projects


def _of_project(project: Project, name: str, label: str, shown_from: Path | None = None) -> Version:
    if name not in project.games:
        problem = message("{version} has no game {game!r}", version=label or str(project.root), game=name)
        raise DataError(Fault(Place(), problem, did_you_mean(name, project.games)))
    game = load_game(project.game_folder(name), project.templates, shown_from or Path.cwd())
    return version_of(game, label)


def version_of(game: Game, label: str = "") -> Version:
    """Return the version of a game that is loaded. DataError if it cannot be laid out."""
    sides: dict[str, dict[str, Side]] = {}
    pictures: dict[str, CardVersion] = {}
    for edition in layout_editions(game, Options()):
        for deck, cards in edition.laid.items():
            for card in cards:
                own = sides.setdefault(f"{deck}/{card.card.id}", {})
                for side, laid in card.sides:
                    scene = laid.scene
                    label_of_side = f"{side} {edition.lang}".strip()
                    own[label_of_side] = Side(content_key(bare(scene)), scene.description, scene)
                    file = f"{edition.lang}/{scene.name}".lstrip("/")
                    picture = Side(key_of("svg", content_key(scene), False), scene.description, scene)
                    pictures.setdefault(file, CardVersion({}, None, {"picture": picture}))
    cards_by_key = {
        f"{deck.id}/{card.id}": CardVersion(
            names_of(game, deck, card), fields_of(card), sides.get(f"{deck.id}/{card.id}", {})
        )
        for deck in game.decks.values()
        for card in deck.cards
    }
    return Version(label, cards_by_key, pictures)


# ---------------------------------------------------------------- git


def _of_revision(revision: str, project: Project, game: str, scratch: Path) -> Version:
    if project.bundled:
        raise DataError(Fault(Place(), message("there is no folder or file {name!r}", name=revision)))
    try:
        repository = find_repository(project.root)
        name = revision.removesuffix(_FORK)
        commit = repository.commit(name)
        if name != revision:
            commit = repository.fork(commit)
    except GitError as error:
        problem = message("there is no folder, file or git revision {name!r}", name=revision)
        raise DataError(Fault(Place(), problem, join_hints(error.text, error.hint))) from error
    own = f"card_data/{game}"
    try:
        files = repository.files(commit, (own, "templates"))
        if not any(path.startswith(f"{own}/") for path in files):
            problem = message("{version} has no game {game!r}", version=revision, game=game)
            raise DataError(Fault(Place(), problem))
        folder = scratch / commit
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
    except GitError as error:
        problem = message("{version} cannot be read: {reason}", version=revision, reason=error.text)
        raise DataError(Fault(Place(), problem, error.hint)) from error
    except OSError as error:  # two files of one name where capitals make no difference
        problem = message("{version} cannot be read: {reason}", version=revision, reason=error.strerror or "")
        raise DataError(Fault(Place(), problem)) from error
    return _of_project(Project(folder, bundled=False), game, revision, folder)


def revision_names(project: Project) -> list[str]:
    """Return the names of the project's latest tags and branches in git; none if it is in no repository.

    On a branch beside the main one, the first is where it left the main one.
    """
    if project.bundled:
        return []
    try:
        repository = find_repository(project.root)
        names, current = repository.names(_MOST_NAMES), repository.branch()
    except GitError:
        return []
    main = next((name for name in _MAIN if name in names), "")
    return [f"{main}{_FORK}", *names] if main and current != main else names


# ---------------------------------------------------------------- manifests


def _of_manifest(folder: Path, label: str, name: str = NAME) -> Version:
    output = OutputFolder(folder)
    if name != NAME:
        problem = message("{path} is not called {file}", path=label, file=NAME)
        raise DataError(Fault(Place(), problem, message("name the folder that it is in")))
    try:
        manifest = read_manifest(output)
    except ManifestError as error:
        raise DataError(Fault(Place(str(folder / NAME)), error.args[0])) from error
    pictures = {}
    for path, entry in manifest.files.items():
        parts = PurePosixPath(path).parts
        if parts[-3:-1] != ("cards", "svg") or path.endswith(f"-bleed{_SVG}") or not entry.get("key"):
            continue
        file = "/".join((*parts[:-3], parts[-1].removesuffix(_SVG)))
        png = "/".join((*parts[:-3], "cards", "png", f"{parts[-1].removesuffix(_SVG)}.png"))
        content = _kept(output, png, manifest.files.get(png, {}).get("sha256"))
        side = Side(str(entry["key"])[_CODE_DIGITS:], file, png=content)
        pictures[file] = CardVersion({}, None, {"picture": side})
    if not pictures:
        problem = message("the build has no pictures of cards")
        raise DataError(Fault(Place(str(folder / NAME)), problem, message("add cards: to the targets in game.yaml")))
    return Version(label, None, pictures)


def _kept(output: OutputFolder, path: str, digest: object) -> bytes | None:
    """Return a file of a build; None if it is gone or has been changed."""
    if not digest or output.digest(path) != digest:
        return None
    content = (output.root / path).read_bytes()
    return content if hashlib.sha256(content).hexdigest() == digest else None


def pairs(before: Version, after: Version) -> Iterator[tuple[str, CardVersion | None, CardVersion | None]]:
    """Yield every card of two versions with its key, in the order of the later one, then those that are gone.

    If one of them is a manifest, these are pictures instead of cards.
    """
    choose: Callable[[Version], Mapping[str, CardVersion]] = lambda version: version.cards or {}  # noqa: E731
    if before.cards is None or after.cards is None:
        choose = lambda version: version.pictures  # noqa: E731
    old, new = choose(before), choose(after)
    for key in (*new, *(key for key in old if key not in new)):
        yield key, old.get(key), new.get(key)
