"""Where games begin: the games of a project with pictures, and new ones, from a starter or a table."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from cardgen import __version__
from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.catalogues import languages
from cardgen.base.words.messages import Message, message
from cardgen.building.plan import layout_game
from cardgen.data.card_shapes import face_points
from cardgen.data.languages.editions import edition_of
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import Project, bundled_project, declared
from cardgen.editing.applying import apply_change
from cardgen.editing.journal import Journal
from cardgen.editing.operations import Change, SetValue
from cardgen.editing.projects import contents_of
from cardgen.review.server.activity import address_of, names_of, progress, recent
from cardgen.review.server.answers import texts_of
from cardgen.review.server.home_payloads import (
    BeginAnswer,
    HomeData,
    ProgressData,
    SentAnswer,
    StarterData,
    TileData,
    TilePicture,
)
from cardgen.review.server.page_data import faults_of
from cardgen.review.server.payloads import CatalogData
from cardgen.review.server.pictures import THUMBNAIL_DPIS, picture_key, thumbnail
from cardgen.review.server.request_models import RequestError
from cardgen.review.server.sending import draft_table, read_body, read_sent
from cardgen.review.server.session import ReviewSession
from cardgen.starters.from_tables import Tables, files_from_table
from cardgen.starters.starting import (
    STARTERS,
    TableDeck,
    check_game_name,
    check_starter,
    copied_files,
    known_starters,
    project_files,
    starter_files,
)
from cardgen.starters.trial import trial_game
from cardgen.starters.wording import title_of
from cardgen.starters.writing import check_free

#: The cards in the picture of a game, and the game that a draft is of.
_PICTURED, _DRAFT = 5, "draft"

#: The starters with their titles, and what they have.
_STARTERS: Mapping[str, tuple[Message, Message]] = {
    "blank": (message("Blank"), message("Three cards with a name, rules and a drawing, for you to change")),
    "poker": (message("Poker deck"), message("54 cards: four suits that share one table, each with its own colour")),
    "card-game": (
        message("Night market"),
        message("A card game that can be played at once: effects as data, icons, tokens and a rulebook"),
    ),
}


@dataclass(frozen=True, slots=True)
class _Begin:
    """What a game begins from: a starter, or "" for a sent table."""

    name: str = ""
    title: str = ""
    starter: str = ""
    languages: list[str] = field(default_factory=list)


class Beginning:
    """The games of the project at `root`, and the begin of new ones. Any thread may use it."""

    def __init__(self, root: Path, by: str, sessions: Callable[[], Sequence[ReviewSession]] = tuple) -> None:
        """`sessions` returns those of all games, each in its editions."""
        self.project, self.by, self.sessions = Project(root), by, sessions
        self._pictures: dict[str, bytes] = {}
        self._starters: dict[tuple[str, str], TileData] = {}
        self._drawing = threading.Lock()

    # ---------------------------------------------------------------- what there is

    def home(self, is_known: bool) -> HomeData:
        """Return what Home shows first. The folder is for the person who started the server."""
        folder = str(self.project.root)
        home = os.path.expanduser("~")  # noqa: PTH111  (Path.home() fails without one)
        shown = f"~{folder.removeprefix(home)}" if folder.startswith(home + os.sep) else folder
        sessions = self.sessions()
        return {
            "folder": shown if is_known else "",
            "games": names_of(sessions),
            "opened": [address_of(session) for session in sessions if session.is_started],
            "starters": [*_starters()],
            "recent": recent(Journal(self.project.root), sessions),
        }

    def progress(self, address: str) -> ProgressData | None:
        """Return how far the game or edition at an address is; None if there is none."""
        session = next((session for session in self.sessions() if address_of(session) == address), None)
        return progress(session) if session else None

    def catalog(self, mode: str, is_known: bool) -> CatalogData:
        """Return the catalog of no game, so that the frame of the page is that of a game."""
        return {
            "version": "",
            "tool": f"cardgen {__version__}",
            "mode": "live" if mode == "live" else "read-only",
            "who": self.by if is_known else "",
            "game": {
                "id": "",
                "titles": {},
                "author": "",
                "licence": {"name": "", "link": ""},
                "languages": [*languages()],
                "press": False,
                "engine": None,
                "rulesets": [],
                "positions": [],
                "approvals": 1,
                "players": 2,
            },
            "decks": [],
            "cards": [],
            "checked": False,
            "fault": None,
        }

    def game(self, name: str, language: str = "") -> TileData | None:
        """Return a game of the project with pictures, in the edition in a language if it has one; None for no game."""
        if name not in self.project.games:
            return None
        try:
            game = load_game(self.project.game_folder(name), self.project.templates, self.project.root)
            return self._tile(game, language)
        except DataError as error:
            fault = texts_of(error.faults[0].message)
            return {"cards": 0, "languages": [], "players": None, "minutes": None, "pictures": [], "fault": fault}

    def starter(self, name: str, language: str) -> TileData | None:
        """Return what begins from a starter, with pictures in a language; None if there is none of this name."""
        bundled = bundled_project()
        if name in bundled.games:
            language = ""
        elif name not in STARTERS:
            return None
        with self._drawing:
            if (name, language) not in self._starters:
                if not language:
                    tile = self._tile(load_game(bundled.game_folder(name), bundled.templates))
                else:
                    chinese = {"zh-Hans": "zh", "zh-Hant": "zh-Hant"}.get(language)
                    with trial_game(_DRAFT, starter_files(name, _DRAFT, [chinese or "en"])) as game:
                        tile = self._tile(game)
                self._starters[name, language] = tile
            return self._starters[name, language]

    def picture(self, key: str) -> bytes | None:
        """Return the picture of a card on Home as PNG; None if it is on none."""
        return self._pictures.get(key)

    def _tile(self, game: Game, language: str = "") -> TileData:
        pictures: list[TilePicture] = []
        languages = [*game.file.languages]
        game = edition_of(game, language if language in game.file.editions else "")
        decks = {name: replace(deck, cards=deck.cards[:_PICTURED]) for name, deck in islice(game.decks.items(), 3)}
        laid = layout_game(replace(game, decks=decks))
        faces = [(game.decks[name].size, card.face.scene) for name, cards in laid.items() for card in cards]
        step = max(1, len(faces) // _PICTURED)
        for size, scene in islice(faces[::step], _PICTURED):
            key = picture_key(scene)
            if png := thumbnail(scene, key, THUMBNAIL_DPIS[0]):
                self._pictures[key] = png
                trim = (scene.width, scene.height)
                outline = face_points(size, *trim)
                pictures.append(
                    {"key": key, "trim": trim, "bleed": size.bleed, "corner": size.corner, "outline": outline}
                )
        cards = sum(deck.count for deck in game.own_decks.values())
        players, minutes = (
            (numbers.least, numbers.most) if numbers else None for numbers in (game.file.players, game.file.minutes)
        )
        return {
            "cards": cards,
            "languages": languages,
            "players": players,
            "minutes": minutes,
            "pictures": pictures,
            "fault": {},
        }

    # ---------------------------------------------------------------- what begins

    def draft(self, body: object) -> SentAnswer:
        """Return what a sent table would become. RequestError if nothing was sent."""
        source = read_sent(body)
        project = self.project

        def game_of(tables: Tables) -> tuple[Game, Sequence[TableDeck]]:
            contents = contents_of(project, project_files(tables.decks, _DRAFT, source.beside))
            game = load_game(project.game_folder(_DRAFT), project.templates, project.root, contents=contents)
            return game, tables.decks

        return draft_table(source, game_of, _DRAFT)

    def begin(self, body: object) -> BeginAnswer:
        """Write the files of a new game, as an edit that can be undone. RequestError if the request says of what."""
        answer: BeginAnswer = {"address": "", "field": "name", "faults": []}
        try:
            asked = read_body(_Begin, body)
            name = asked.name
            self._check_name(name)
            answer["field"] = "source"
            files = self._files(asked, body)
            self._write(name, _with_title(files, name, asked.title.strip()))
            answer["address"] = name
        except DataError as error:
            answer["faults"] = faults_of(error)
        return answer

    def _check_name(self, name: str) -> None:
        """DataError unless a new game may have this name here."""
        check_game_name(name)
        for folder in (self.project.game_folder(name), self.project.templates / name):
            if os.path.lexists(folder):
                shown = folder.relative_to(self.project.root).as_posix()
                raise DataError(Fault(Place(shown), message("already exists"), message("choose another name")))

    def _files(self, asked: _Begin, body: object) -> dict[str, bytes]:
        if not asked.starter:
            return files_from_table(read_sent(body), asked.name)[0]
        check_starter(asked.starter)
        if asked.starter == "csv":
            raise RequestError(message("a table begins from its cells"))
        if asked.starter in STARTERS:
            return starter_files(asked.starter, asked.name, asked.languages or ["en"])
        return copied_files(asked.starter, asked.name)

    def _write(self, name: str, files: Mapping[str, bytes]) -> None:
        """Write those of the files that the project does not have yet. DataError if it has another one in its place."""
        root = self.project.root
        fresh = {path: content for path, content in files.items() if not self._has(path, content)}
        try:
            check_free(root, fresh)
        except DataError as error:
            raise DataError(
                replace(fault, place=replace(fault.place, file=os.path.relpath(fault.place.file, root)))
                for fault in error.faults
            ) from error
        Journal(root).write(fresh, dict.fromkeys(fresh), self.by, message("Begun: {game}", game=name))

    def _has(self, path: str, content: bytes) -> bool:
        """Return True for a file that games share and the project has: its own README, or the same template."""
        here = self.project.root / path
        is_common = not path.startswith(("card_data/", "templates/"))
        return here.exists() and (is_common or here.read_bytes() == content)


def _starters() -> Iterator[StarterData]:
    for name in known_starters():
        if name in _STARTERS:
            title, about = _STARTERS[name]
            yield {"name": name, "titles": texts_of(title), "about": texts_of(about), "copied": False}
        elif name != "csv":
            titles = declared(bundled_project(), name, "titles")
            about = message("A copy of the game that comes with cardgen")
            yield {"name": name, "titles": titles, "about": texts_of(about), "copied": True}


def _with_title(files: Mapping[str, bytes], name: str, title: str) -> dict[str, bytes]:
    """Return the files of a game with a title of its own; with that of its name if it is "" or the same.

    The titles of a game that was copied stay.
    """
    file = f"card_data/{name}/game.yaml"
    made = title_of(name)
    if title in ("", made):
        return dict(files)
    from cardgen.data.reading import parse_yaml

    titles = parse_yaml(files[file].decode(), file).value["titles"]
    changes = tuple(SetValue(file, ("titles", lang), made, title) for lang, text in titles.items() if text == made)
    return {**files, **apply_change(Change(changes), files.__getitem__)}
