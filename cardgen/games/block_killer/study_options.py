"""The options of the studies on the command line: `cardgen stats --hand …`, `cardgen simulate --players …`."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen import message
from cardgen.engines.studies import StudyOption, StudyOptions
from cardgen.engines.study_options import GAMES, players_option, policies_option


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
        GAMES,
        (
            players_option("4"),
            policies_option("greedy,patient,random"),
            _budget("10,000"),
        ),
    ),
}
