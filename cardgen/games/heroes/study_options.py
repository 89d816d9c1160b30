"""The options of the study on the command line: `cardgen simulate heroes --mode nation --players 4,6`."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen import message
from cardgen.engines.studies import StudyOption, StudyOptions
from cardgen.engines.study_options import GAMES, players_option

STUDY_OPTIONS: Mapping[str, StudyOptions] = {
    "simulate": StudyOptions(
        GAMES,
        (
            StudyOption(
                "--mode",
                message("The modes, each a run of its own: identity, nation, realm."),
                setting="mode",
                metavar="MODE,...",
                several="runs",
                default="identity",
            ),
            players_option("5"),
            StudyOption(
                "--policy",
                message("The policies, each a run of its own; those joined by + sit in turn: careful+random."),
                setting="policy",
                metavar="POLICY,...",
                several="runs",
                default="careful",
            ),
        ),
    ),
}
