"""The rules engine of a game of turns: the capabilities that follow from a `TurnGame`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.engines import GameContent
from cardgen.engines.capabilities import (
    AnswersRequests,
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


class TurnEngine(ReadsRulesets, AnswersRequests, HasTable, HasTurnGame, HasStudies, HasStudyOptions):
    """The engine of a game: it answers bots, is played at a table and by commands, and simulated.

    `where` is the module and the attribute of the `TurnGame`, `package.module:GAME`; it is imported when it is needed.
    The files of the table are in the folder `table` beside the module.
    """

    def __init__(self, where: str) -> None:
        self._where = where

    @cached_property
    def game(self) -> TurnGame[Any, Any, Any]:
        """The game of turns."""
        from cardgen.engines.turn_game import find_game

        return find_game(self._where)

    @cached_property
    def _server(self) -> TurnServer[Any, Any, Any]:
        from cardgen.engines.turn_serving import TurnServer

        return TurnServer(self.game)

    def ruleset_model(self) -> type[BaseModel]:
        return self.game.ruleset

    def answer(self, line: str | bytes, game: GameContent) -> str:
        return self._server.answer(line, game)

    def table_folder(self) -> Path:
        return Path(str(sys.modules[type(self.game).__module__].__file__)).parent / "table"

    def turn_game(self) -> TurnGame[Any, Any, Any]:
        return self.game

    def study_names(self) -> Sequence[str]:
        return ["simulate"]

    def load_study(self, name: str) -> Study:
        from cardgen.engines.matches import Matches

        return {"simulate": Matches(self._where)}[name]

    def study_options(self) -> Mapping[str, StudyOptions]:
        from cardgen.engines.matches import match_options

        return {"simulate": match_options(self.game)}
