"""The options of the studies on the command line: `cardgen simulate blitz --players …`."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.base.words.messages import message
from cardgen.engines.studies import StudyOption, StudyOptions

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
        StudyOption(
            "--games", message("The number of games per run."), metavar="N", kind="number", default_text="1000"
        ),
        (
            StudyOption(
                "--players",
                message("The numbers of players, each a run of its own."),
                setting="players",
                metavar="N,...",
                kind="number",
                several="runs",
                default="2",
            ),
            StudyOption(
                "--policy",
                message("The policies that play; each plays each other one on both sides."),
                setting="policies",
                metavar="POLICY,...",
                several="tuple",
                default="planner,greedy,random",
            ),
        ),
    ),
}
