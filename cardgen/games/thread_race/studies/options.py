"""The options of the studies on the command line."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen import message
from cardgen.engines.studies import StudyOption, StudyOptions
from cardgen.engines.study_options import GAMES, players_option, policies_option

STUDY_OPTIONS: Mapping[str, StudyOptions] = {
    "stats": StudyOptions(
        StudyOption("--orders", message("The number of orders per run."), metavar="N", kind="number"),
        (
            StudyOption(
                "--width",
                message("How many lines of play are kept at each step."),
                setting="width",
                metavar="N",
                kind="number",
                default_text="20",
            ),
        ),
    ),
    "simulate": StudyOptions(
        GAMES,
        (
            players_option("2"),
            policies_option("racer,hinderer,dodger,random"),
        ),
    ),
}
