"""Field kinds come from plug-ins: an installed package adds one without any change to cardgen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardgen.base.errors import WrongValueError
from cardgen.base.plugins import find_plugins, forget_plugins
from cardgen.data.fields import FieldKind, field_kind
from cardgen.data.rows.cards import card_model
from cardgen.data.schema import deck_schema, game_schema
from tests.games_on_disk import GameOnDisk

GAME = "card_data/tiny/game.yaml"
CARDS = "card_data/tiny/cards.yaml"

DICE = """
import re
from typing import Annotated
from pydantic import AfterValidator
from cardgen.data.fields import FieldKind
from cardgen.base.errors import WrongValueError

def check(text):
    if not re.fullmatch(r"[0-9]+d[0-9]+", text):
        raise WrongValueError(f"{text!r} given, expected dice", "such as 2d6")
    return text

DICE = FieldKind(Annotated[str, AfterValidator(check)], "dice", from_cell=str.lower)
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Install a package `dicefields` with one field kind: its name and the source of the package's module."""

    def install(name: str, source: str) -> None:
        folder = tmp_path / "site"
        info = folder / "dicefields-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: dicefields\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[cardgen.fields]\n{name} = dicefields:DICE\n", encoding="utf-8")
        (folder / "dicefields.py").write_text(source, encoding="utf-8")
        monkeypatch.syspath_prepend(str(folder))
        forget_plugins()

    yield install
    sys.modules.pop("dicefields", None)
    forget_plugins()


def use_dice(game: GameOnDisk, kind: str = "dice") -> None:
    game.change(GAME, "fields: {name: text}", f"fields: {{name: text, attack: {kind}?}}")


def test_a_package_adds_a_kind_of_field(tiny: GameOnDisk, install: Callable[[str, str], None]) -> None:
    install("dice", DICE)
    use_dice(tiny)
    tiny.change(CARDS, "{id: one, name: First}", "{id: one, name: First, attack: 2d6}")
    game = tiny.load()
    assert [card.fields["attack"] for card in game.decks["main"].cards] == ["2d6", None]
    assert "'dice?'" in str(game_schema())
    assert "attack" in deck_schema(game, "main")["properties"]["cards"]["items"]["properties"]


def test_a_wrong_value_is_reported_in_the_words_of_the_package(
    tiny: GameOnDisk, install: Callable[[str, str], None]
) -> None:
    install("dice", DICE)
    use_dice(tiny)
    tiny.change(CARDS, "{id: one, name: First}", "{id: one, name: First, attack: lots}")
    assert tiny.faults() == [f"{CARDS}:2:36: attack: 'lots' given, expected dice (such as 2d6)"]


def test_cells_of_a_table_are_converted_by_the_package(tiny: GameOnDisk, install: Callable[[str, str], None]) -> None:
    install("dice", DICE)
    use_dice(tiny)
    tiny.change(GAME, "cards: cards.yaml", "cards: cards.csv")
    (tiny.root / "card_data/tiny/cards.csv").write_text("id,name,attack\none,First,2D6\n", encoding="utf-8")
    assert tiny.load().decks["main"].cards[0].fields["attack"] == "2d6"


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (
            "import nothing_of_that_name",
            "field plug-in 'dice' of the package 'dicefields' cannot be loaded: "
            "ModuleNotFoundError: No module named 'nothing_of_that_name'",
        ),
        ("DICE = 6", "field plug-in 'dice' of the package 'dicefields' is not a FieldKind"),
    ],
)
def test_a_kind_that_cannot_be_loaded_is_one_fault_where_it_is_used(
    tiny: GameOnDisk, install: Callable[[str, str], None], source: str, problem: str
) -> None:
    install("dice", source)
    use_dice(tiny)
    assert tiny.faults() == [f"{GAME}:13:34: decks.main.fields.attack: {problem} (update or uninstall dicefields)"]


def test_a_kind_that_is_not_used_is_not_loaded(tiny: GameOnDisk, install: Callable[[str, str], None]) -> None:
    install("dice", "raise SystemError")
    assert tiny.load()


@pytest.mark.parametrize("name", ["texts2", "listsome", "imagemap"])
def test_a_kind_is_not_confused_with_one_whose_name_it_begins_with(
    tiny: GameOnDisk, install: Callable[[str, str], None], name: str
) -> None:
    install(name, DICE)
    use_dice(tiny, name)
    tiny.change(CARDS, "{id: one, name: First}", "{id: one, name: First, attack: 2d6}")
    assert tiny.load().decks["main"].cards[0].fields["attack"] == "2d6"


def test_every_kind_of_cardgen_is_a_plug_in() -> None:
    own = [name for name, plugin in find_plugins("fields").items() if plugin.package == "cardgen"]
    assert own == [
        *("cells", "colour", "effects", "image", "integer", "list", "lists", "map"),
        *("number", "pattern", "point", "text", "texts"),
    ]
    assert all(isinstance(field_kind(name), FieldKind) for name in own)


def test_an_unknown_kind_is_an_error_with_the_nearest_one() -> None:
    with pytest.raises(WrongValueError) as caught:
        field_kind("txet?")
    assert (str(caught.value), caught.value.hint) == ("unknown kind of field 'txet'", "did you mean 'text'?")


def test_decks_with_the_same_fields_share_the_model_of_their_rows() -> None:
    model = card_model({"name": "text", "cost": "integer?"})
    assert card_model({"name": "text", "cost": "integer?"}) is model
    for other in ({"name": "text", "cost": "integer"}, {"name": "texts", "cost": "integer?"}, {"name": "text"}):
        assert card_model(other) is not model
