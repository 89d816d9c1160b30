"""The texts of all examples: `python -m tests.engines.effects.texts` writes them anew, to be read before a commit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from cardgen.engines import CardData
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.wording import write_effects
from cardgen.engines.effects.wording.languages import LanguageName
from cardgen.games.blitz.texts import effect_text
from tests.engines.effects.examples import Example, load_examples, load_vocabulary

FILE = Path(__file__).parent / "texts.yaml"
LANGUAGES: tuple[LanguageName, ...] = ("zh-Hans", "zh-Hant", "en")


def effects_in(data: Mapping[str, Any]) -> Iterator[tuple[str, Any, bool]]:
    """Yield the effects of an example: who has them, the effects, and whether they are printed on a card."""
    for name, card in data.get("cards", {}).items():
        yield str(name), card.get("effects", []), True
    yield "effect", [data["effect"]] if "effect" in data else data.get("effects", []), False
    for name, group in data.get("groups", {}).items():
        yield name, group.get("effects", []), False
    for name, part in data["run"]["state"].items():
        if isinstance(part, dict):
            yield name, part.get("skills", []), False
            for place, effects in part.get("attached", {}).items():
                yield place, effects, False
    for name, card in data["run"]["state"].get("board", {}).items():
        yield name, card.get("effects", []), True


def texts_of(examples: Path, vocabulary: Path) -> dict[str, dict[str, str]]:
    """Return the texts of a file of examples: `H01 effect` -> language -> text."""
    texts: dict[str, dict[str, str]] = {}
    game = load_vocabulary(vocabulary)
    for data in load_examples(examples):
        own = Example.with_marks(game, data)
        for name, effects, on_card in effects_in(data):
            read = Reader(own, f"{name}/").effects(effects)
            written: dict[str, str] = {lang: write_effects(own, read, lang, on_card=on_card) for lang in LANGUAGES}
            if any(written.values()):
                texts[f"{data['id']} {name}"] = written
    return texts


def all_texts() -> dict[str, dict[str, str]]:
    """Return the texts of the examples of all games."""
    from tests.engines.effects.test_checking import VOCABULARIES

    texts = {key: text for path, own in VOCABULARIES.items() for key, text in texts_of(path, own).items()}
    return texts | blitz_texts()


def blitz_texts() -> dict[str, dict[str, str]]:
    """Return the texts of the cards of Blitz: those with keywords of the game, then those of its tests."""
    from tests.games.blitz.comparing import STANDARD
    from tests.games.blitz.decks import DECKS
    from tests.games.blitz.test_abilities import load

    cards = list(DECKS["us"])
    for ability in (*load("abilities.yaml"), *load("sentences.yaml")):
        for name, values in ability["cards"].items():
            fields = {"kind": "unit", "abilities": values.get("keywords", ()), **values}
            cards.append(CardData(f"{ability['id']} {name}", 1, fields))
    texts: dict[str, dict[str, str]] = {
        card.id: {lang: effect_text(card, lang, STANDARD, {}) for lang in LANGUAGES} for card in cards
    }
    return {name: written for name, written in texts.items() if any(written.values())}


def main() -> None:
    head = "# The texts of the examples of effects, as they are written: see texts.py.\n"
    dumped = yaml.safe_dump(all_texts(), allow_unicode=True, sort_keys=False, width=1000)
    FILE.write_text(head + dumped, encoding="utf-8")


if __name__ == "__main__":
    main()
