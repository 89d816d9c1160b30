"""The rules engine of a game of turns: the capabilities that follow from a `TurnGame`, and others by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, ClassVar, cast

from cardgen.engines import GameContent
from cardgen.engines.capabilities import (
    AnswersRequests,
    DescribesRequests,
    HasStudies,
    HasStudyOptions,
    HasTable,
    HasTurnGame,
    ReadsRulesets,
)

if TYPE_CHECKING:
    from pydantic import BaseModel

    from cardgen.engines.studies import Study, StudyOptions
    from cardgen.engines.turn_game import TurnGame
    from cardgen.engines.turn_serving import TurnServer


def imported(where: str) -> Callable[..., Any]:
    """Return a method of an engine: the function at `package.module:NAME`, imported when it is called."""
    return lambda _engine, *arguments: resolve_name(where)(*arguments)


def constant(where: str) -> Callable[..., Any]:
    """Return a method of an engine that returns the value at `package.module:NAME`, imported when it is called."""
    return lambda _engine: resolve_name(where)


class TurnEngine(ReadsRulesets, AnswersRequests, DescribesRequests, HasTable, HasTurnGame, HasStudies, HasStudyOptions):
    """The engine of a game: it answers bots, is played at a table and by commands, and simulated.

    `where` is the module and the attribute of the `TurnGame`, `package.module:GAME`; it is imported when it is needed.
    The files of the table are in the folder `table` beside the module, if there is one. A game with operations of its
    own has a `TurnServer` at `server`. Other capabilities are methods of a class that extends this one.
    """

    #: Study -> its module. By default there is one study, `simulate`, of matches between policies.
    studies: ClassVar[Mapping[str, str]] = {}

    def __init__(self, where: str, server: str = "") -> None:
        self._where, self._server = where, server

    @cached_property
    def game(self) -> TurnGame[Any, Any, Any]:
        """The game of turns."""
        from cardgen.engines.turn_game import find_game

        return find_game(self._where)

    @cached_property
    def server(self) -> TurnServer[Any, Any, Any]:
        """What answers requests. Its `operations` have the models of their requests."""
        from cardgen.engines.turn_serving import TurnServer

        return cast("TurnServer[Any, Any, Any]", resolve_name(self._server)) if self._server else TurnServer(self.game)

    def ruleset_model(self) -> type[BaseModel]:
        return self.game.ruleset

    def answer(self, line: str | bytes, game: GameContent) -> str:
        return self.server.answer(line, game)

    def request_schema(self) -> Mapping[str, Any]:
        from cardgen.engines.request_schema import protocol_schema

        return protocol_schema(self.server)

    def table_folder(self) -> Path | None:
        spec = find_spec(self._where.partition(":")[0])
        assert spec is not None
        folder = Path(str(spec.origin)).parent / "table"
        return folder if folder.is_dir() else None

    def turn_game(self) -> TurnGame[Any, Any, Any]:
        return self.game

    def study_names(self) -> Sequence[str]:
        return list(self.studies or ["simulate"])

    def load_study(self, name: str) -> Study:
        from cardgen.engines.matches import Matches

        if self.studies:
            return cast("Study", import_module(self.studies[name]))
        return {"simulate": Matches(self._where)}[name]

    def study_options(self) -> Mapping[str, StudyOptions]:
        from cardgen.engines.matches import match_options

        return {"simulate": match_options(self.game)}
