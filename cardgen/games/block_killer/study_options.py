"""The options of the studies on the command line: `cardgen stats --hand …`, `cardgen simulate --players …`."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.base.words.messages import message
from cardgen.engines.studies import StudyOption, StudyOptions


def _budget(default: str) -> StudyOption:
    return StudyOption(
        "--budget",
        message("The positions that the solver searches per play."),
        setting="budget",
        metavar="POSITIONS",
        kind="number",
        default_text=default,
    )


STUDY_OPTIONS: Mapping[str, StudyOptions] = {
    "stats": StudyOptions(
        StudyOption(
            "--hands",
            message("The number of hands per run."),
            metavar="N",
            kind="number",
            default_text=message("1000, or all if there are few"),
        ),
        (
            StudyOption(
                "--hand",
                message("The hands: opening (as dealt), typical (as held in games), or 3/4 (cards of each kind)."),
                setting="hand",
                metavar="HAND,...",
                several="runs",
                default="opening",
            ),
            StudyOption(
                "--values/--no-values",
                message("Find the value of each card, too; that takes most of the time."),
                setting="values",
                kind="flag",
                default=True,
            ),
            _budget("2,000,000"),
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
                default="4",
            ),
            StudyOption(
                "--policy",
                message("The policies that play; each sits in every seat equally often."),
                setting="policies",
                metavar="POLICY,...",
                several="tuple",
                default="greedy,patient,random",
            ),
            _budget("10,000"),
        ),
    ),
}
