"""Options that the studies of several games have on the command line: `cardgen simulate --games 1000 --players 2,4`."""

from __future__ import annotations

from cardgen.base.words.messages import Message, message
from cardgen.engines.studies import StudyOption

#: The number of games of a run.
GAMES = StudyOption("--games", message("The number of games per run."), metavar="N", kind="number", default_text="1000")


def players_option(default: str) -> StudyOption:
    """Return the option for numbers of players."""
    return StudyOption(
        "--players",
        message("The numbers of players, each a run of its own."),
        setting="players",
        metavar="N,...",
        kind="number",
        several="runs",
        default=default,
    )


def policies_option(default: str, text: Message | None = None) -> StudyOption:
    """Return the option for the policies that play each other; `text` is its help if they sit in another way."""
    return StudyOption(
        "--policy",
        text or message("The policies that play; each sits in every seat equally often."),
        setting="policies",
        metavar="POLICY,...",
        several="tuple",
        default=default,
    )
