"""A card's own values in its texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.building.checks.context import CheckContext
from cardgen.building.checks.translations import CHECK
from cardgen.data.languages.chains import FallbackText
from cardgen.data.load import load_game
from cardgen.data.model import Card
from cardgen.data.rows.reuse import RowCache
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.runs import texts_in

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"

FIELDS = (
    "{name: texts, cost: integer, gain: number?, rules: texts, note: text?, steps: list?, tags: lists?, at: point?, "
    "tint: colour?}"
)


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.change(GAME, "fields: {name: text}", f"fields: {FIELDS}")
    return game


def card_of(game: GameOnDisk, values: str) -> Card:
    """Return a card with these values, besides those that it must have."""
    required = {"name": "Fox", "cost": "3", "rules": "Draw."}
    given = ", ".join(f"{key}: {value}" for key, value in required.items() if f"{key}: " not in f" {values}")
    game.write(CARDS, f"cards:\n  - {{id: fox, copies: 2, {', '.join(filter(None, [given, values]))}}}\n")
    return game.load().decks["main"].cards[0]


@pytest.mark.parametrize(
    ("values", "field", "filled"),
    [
        ("note: 'Gain {cost}, {copies} of {id}.'", "note", "Gain 3, 2 of fox."),
        ("note: '{cost}'", "note", "3"),
        ("gain: 2.0, note: '{gain} and {at.0}', at: [1, 2]", "note", "2 and 1"),
        ("note: '{steps}', steps: [a, b]", "note", "a, b"),
        ("note: '{name}: {name.zh}', name: {en: Fox, zh: 狐}", "note", "Fox: 狐"),
        ("note: 'A{gain?}B'", "note", "AB"),
        ('note: "Draw.\\nGain {gain}"', "note", "Draw."),
        ("note: 'Gain {gain}'", "note", None),
        ("note: '{rules} {rules}', rules: 'Pay {cost}.'", "note", "Pay 3. Pay 3."),
        ("rules: {en: 'Pay {cost} for {name}', zh: '付{cost}得{name}'}, name: {en: Fox, zh: 狐}", "rules",
         {"en": "Pay 3 for Fox", "zh": "付3得狐"}),
        ("steps: [plain, 'Pay {cost}', {title: '{name}', power: 2}]", "steps",
         ("plain", "Pay 3", {"title": "Fox", "power": 2})),
        ("tags: {en: ['{cost} up'], zh: ['{cost}升', a]}", "tags", {"en": ("3 up",), "zh": ("3升", "a")}),
        # Marks of the text stay as they are.
        ("note: '{sword} {cost} {漢字|かんじ} {{cost}} \\{cost\\}'", "note",
         "{sword} 3 {漢字|かんじ} {{cost}} \\{cost\\}"),
        ("note: '{sword} }'", "note", "{sword} }"),
    ],
)  # fmt: skip
def test_values_are_filled_in(tiny: GameOnDisk, values: str, field: str, filled: Any) -> None:
    value = card_of(tiny, values).fields[field]
    assert value == filled
    assert type(value) is type(filled)


@pytest.mark.parametrize(
    ("values", "place", "problem"),
    [
        ("note: 'a {note}'", 66, "note: these texts name each other in a circle: note → note"),
        ("note: '{name}', name: '{steps}', steps: ['{note}']", 0, "name each other in a circle: "),
        ("note: '{name.fr}'", 66, "note: there is no value {name.fr}"),
        ("note: '{steps}', steps: [{a: 1}]", 66, "note: {steps} is a list whose entries have several values"),
        ("note: '{name}', name: {en: Fox, zh: '{cost.x}'}", 0, "name in 'zh': there is no value {cost.x}"),
        ("note: x, rules: 'Gain {gain}'", 62,
         "rules: every line names a value that the card leaves out (write {gain?} to keep the line)"),
        ("note: 'Gain {csot} {sword}'", 66, "text: there is no icon 'csot' for {csot} (did you mean 'cost'?)"),
    ],
)  # fmt: skip
def test_a_mistake_is_a_fault_at_the_text(tiny: GameOnDisk, values: str, place: int, problem: str) -> None:
    tiny.change(TEMPLATE, '"{name}"', '"{note}"')
    with pytest.raises(DataError) as caught:
        card_of(tiny, values) and tiny.layout()
    fault = caught.value.faults[0]
    assert problem in str(fault)
    assert fault.place.file == CARDS
    assert place in (0, fault.place.column)


def test_a_text_that_grows_with_each_text_it_names_is_limited(tiny: GameOnDisk) -> None:
    twice = ", ".join(f"t{i}: '{{t{i + 1}}}{{t{i + 1}}}'" for i in range(40))
    fields = ", ".join(f"t{i}: text" for i in range(41))
    tiny.change(GAME, "tint: colour?}", f"tint: colour?, {fields}}}")
    with pytest.raises(
        DataError, match=r"the text has 16,3\d\d characters with its values \(at most 10,000\)"
    ) as caught:
        card_of(tiny, f"{twice}, t40: x")
    assert len(caught.value.faults) == 1


def test_translators_see_the_placeholder(tiny: GameOnDisk) -> None:
    card = card_of(tiny, "rules: {en: 'Pay {cost}.', zh: '付 {kost}。'}")
    assert card.fields["rules"] == {"en": "Pay 3.", "zh": "付 {kost}。"}
    game = tiny.load()
    (text,) = (text for text in game.translations.texts if text.context.field == "rules")
    assert text.own["en"] == "Pay {cost}."
    (finding,) = (finding for finding in CHECK.run(CheckContext(game, {})) if finding.code == "CG204")
    assert "loses {cost} and gains {kost}" in finding.message
    # A text that stands in for a missing translation has the values in its own language.
    card = card_of(tiny, "rules: {en: 'Pay for {name}.'}, name: {en: Fox, zh: 狐}")
    assert card.fields["rules"]["zh"] == "Pay for Fox."
    assert isinstance(card.fields["rules"]["zh"], FallbackText)


def test_a_text_without_language_takes_values_in_the_language_of_its_deck(tiny: GameOnDisk) -> None:
    values = "note: '{name}', name: {en: Fox, zh: 狐}"
    assert card_of(tiny, values).fields["note"] == "Fox"
    tiny.change(GAME, "    size: card\n", "    size: card\n    language: zh\n")
    assert card_of(tiny, values).fields["note"] == "狐"


def test_one_text_may_serve_all_cards(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "    size: card\n", "    size: card\n    defaults: {rules: 'Gain {cost}.'}\n")
    tiny.write(CARDS, "cards:\n  - {id: a, name: A, cost: 1}\n  - {id: b, name: B, cost: 2}\n")
    assert [card.fields["rules"]["en"] for card in tiny.load().decks["main"].cards] == ["Gain 1.", "Gain 2."]


def test_a_change_of_a_value_changes_the_texts_that_name_it(tiny: GameOnDisk) -> None:
    cache = RowCache()

    def cards(costs: str) -> tuple[Card, ...]:
        rows = "".join(
            f"  - {{id: c{i}, name: A, cost: {cost}, rules: 'Pay {{cost}}.'}}\n" for i, cost in enumerate(costs)
        )
        tiny.write(CARDS, f"cards:\n{rows}")
        return load_game(tiny.root / "card_data/tiny", tiny.root / "templates", cache=cache).decks["main"].cards

    first, second = cards("34"), cards("35")
    assert [card.fields["rules"]["en"] for card in second] == ["Pay 3.", "Pay 5."]
    assert second[0].fields is first[0].fields


def test_the_card_is_laid_out_with_its_values(tiny: GameOnDisk) -> None:
    card_of(tiny, "note: 'Gain **{cost}**'")
    tiny.change(TEMPLATE, '"{name}"', '"{note}"')
    (card,) = tiny.layout()["main"]
    words = texts_in(card.face.scene.items)
    assert "".join(words) == "Gain 3"
