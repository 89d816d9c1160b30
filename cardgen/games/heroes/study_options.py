"""The options of the study on the command line: `cardgen simulate heroes --mode nation --players 4,6`."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.base.words.messages import message
from cardgen.engines.studies import StudyOption, StudyOptions

STUDY_OPTIONS: Mapping[str, StudyOptions] = {
    "simulate": StudyOptions(
        StudyOption(
            "--games", message("The number of games per run."), metavar="N", kind="number", default_text="1000"
        ),
        (
            StudyOption(
                "--mode",
                message("The modes, each a run of its own: identity, nation, realm."),
                setting="mode",
                metavar="MODE,...",
                several="runs",
                default="identity",
            ),
            StudyOption(
                "--players",
                message("The numbers of players, each a run of its own."),
                setting="players",
                metavar="N,...",
                kind="number",
                several="runs",
                default="5",
            ),
            StudyOption(
                "--policy",
                message("The policies, each a run of its own, in which it plays every seat: careful, random."),
                setting="policy",
                metavar="POLICY,...",
                several="runs",
                default="careful",
            ),
        ),
    ),
}
