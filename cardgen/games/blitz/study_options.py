"""The options of the studies on the command line: `cardgen simulate blitz --players …`."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen import message
from cardgen.engines.studies import StudyOption, StudyOptions
from cardgen.engines.study_options import GAMES, players_option, policies_option

STUDY_OPTIONS: Mapping[str, StudyOptions] = {
    "stats": StudyOptions(
        StudyOption(
            "--factions",
            message("The number of factions with cards of their own that are studied."),
            metavar="N",
            kind="number",
            default_text=message("all"),
        ),
    ),
    "simulate": StudyOptions(
        GAMES,
        (
            players_option("2"),
            policies_option(
                "planner,greedy,random", message("The policies that play; each plays each other one on both sides.")
            ),
        ),
    ),
}
