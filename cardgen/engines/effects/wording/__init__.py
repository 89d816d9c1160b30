"""The text of an effect in a language, written from its data (docs/effects.md)."""

from cardgen.engines.effects.wording.languages import writing_language
from cardgen.engines.effects.wording.writer import Writer, write_effects

__all__ = ["Writer", "write_effects", "writing_language"]
