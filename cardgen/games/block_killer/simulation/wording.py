"""Words of the study, in both languages: names of runs and policies, ordinals, small numbers."""

from __future__ import annotations

from cardgen.engines.studies import Texts
from cardgen.engines.study_texts import StudyTexts
from cardgen.engines.wording import join_parts
from cardgen.games.block_killer.copies import changed_settings, describe_copies
from cardgen.games.block_killer.policies import POLICIES
from cardgen.games.block_killer.simulation.settings import Settings

TEXTS = StudyTexts(__file__, "texts")
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def describe(settings: Settings) -> Texts:
    """Return the settings in a few words."""
    return join_parts(describe_parts(settings))


def describe_parts(settings: Settings) -> list[Texts]:
    """Return the parts of a description. Decks, seed, budget and turns are in it only if they are not the default."""
    players, policies = TEXTS("players", count=settings.players), map(policy_name, settings.policies)
    parts = [settings.rules.titles.model_dump(), players, join_parts(list(policies), "、")]
    changed = changed_settings(settings, TEXTS, "seed", "budget", "most_turns")
    return [*parts, *describe_copies(settings.copies), *changed]


def policy_name(name: str) -> Texts:
    """Return a policy's name in both languages; a policy that is not cardgen's own keeps its name."""
    return TEXTS(name) if name in POLICIES else {"zh": name, "en": name}


def ordinal(number: int) -> str:
    """Return 1st, 2nd, ... 12th; there are never more players."""
    return _ORDINALS.get(number, f"{number}th")


def count_word(number: int) -> str:
    """Return a small number as a word."""
    return _COUNTS.get(number, str(number))
