"""Models that the rulesets of all games use."""

from pydantic import BaseModel, ConfigDict, Field


class Closed(BaseModel):
    """A part of a ruleset: strict types, no unknown keys, frozen."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


class Titles(Closed):
    """The ruleset's name in both languages of the game."""

    zh: str = Field(min_length=1, max_length=100, description="Simplified Chinese")
    en: str = Field(min_length=1, max_length=100, description="English")
