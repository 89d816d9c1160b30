"""The options of the studies on the command line."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.base.words.messages import message
from cardgen.engines.studies import StudyOption, StudyOptions

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
                default_text="10",
            ),
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
                message("The policies that play; each sits in every seat equally often."),
                setting="policies",
                metavar="POLICY,...",
                several="tuple",
                default="racer,hinderer,dodger,random",
            ),
        ),
    ),
}
