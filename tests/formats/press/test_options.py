"""The settings of a press are read with their profile, and faults have their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import DataError, Place
from cardgen.data.reading import Reader, parse_yaml, validate
from cardgen.formats.press.options import PressOptions, load_press
from cardgen.formats.press.settings import Press
from tests.formats.press.made import cmyk_profile, profile_folder

pytestmark = pytest.mark.tools

PLACE = Place("game.yaml", 3, 7)


def loaded(folder: Path, text: str) -> Press:
    """Return the settings in a text of YAML, with the profile in a folder."""
    return load_press(validate(PressOptions, parse_yaml(text, "game.yaml")), Reader(folder, folder), PLACE)


def faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(DataError) as error:
        loaded(folder, text)
    return [str(fault) for fault in error.value.faults]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a profile of a press, and others that are not."""
    profile = cmyk_profile()
    (tmp_path / "press.icc").write_bytes(profile)
    (tmp_path / "screen.icc").write_bytes((profile_folder() / "srgb.icc").read_bytes())
    (tmp_path / "new.icc").write_bytes(profile[:8] + b"\4" + profile[9:])
    (tmp_path / "half.icc").write_bytes(profile[:5000])
    (tmp_path / "grey.icc").write_bytes(profile[:16] + b"GRAY" + profile[20:])
    (tmp_path / "empty.icc").write_bytes(profile[:3] + b"\x84" + profile[4:128] + bytes(4))
    return tmp_path


def test_all_settings(folder: Path) -> None:
    reader = Reader(folder)
    rules = "black_text: profile, rich_black: [30, 30, 0, 100], tac: 280"
    text = f"{{icc: press.icc, condition: FOGRA39, standard: x-1a, {rules}}}"
    press = load_press(validate(PressOptions, parse_yaml(text, "game.yaml")), reader, PLACE)
    assert (press.profile, press.condition, press.standard, press.black_text) == (
        cmyk_profile(),
        "FOGRA39",
        "x-1a",
        "profile",
    )
    assert (press.rich_black, press.tac, press.is_flat, press.place) == ((0.3, 0.3, 0.0, 1.0), 280, True, PLACE)
    assert list(reader.digests) == [press.file]


def test_settings_that_are_left_out(folder: Path) -> None:
    press = loaded(folder, "{icc: press.icc, condition: FOGRA39}")
    assert (press.standard, press.black_text, press.rich_black, press.tac) == ("x-4", "k", None, 300)
    assert not press.is_flat
    assert loaded(folder, "{icc: press.icc, condition: FOGRA39, flatten: true}").is_flat


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("icc: screen.icc", "screen.icc: an ICC profile of a screen, expected one of a printer"),
        ("icc: grey.icc", "grey.icc: an ICC profile of GRAY colours, expected CMYK"),
        ("icc: half.icc", "half.icc: not an ICC profile"),
        ("icc: empty.icc", "empty.icc: not an ICC profile"),
        ("icc: ../press.icc", "game.yaml:3:7: '../press.icc' is outside the folder"),
        ("icc: pres.icc", "game.yaml:3:7: there is no file pres.icc (did you mean 'press.icc'?)"),
        ("icc: new.icc, standard: x-1a", "new.icc: an ICC profile of version 4: PDF/X-1a has only version 2"),
        ("icc: press.icc, rich_black: [90, 90, 90, 100]", "rich_black is 370 % of ink, more than tac: 300"),
        ("icc: press.icc, rich_black: [30, 30, 0, 101]", "101"),
        ("icc: press.icc, tac: 100", "200"),
        ("icc: press.icc, trap: 0.6", "0.5"),
        ("icc: press.icc, choke: -1", "0"),
        ("icc: press.icc, spots: {foil: Black}", "foil: 'Black' is the name of another plate"),
        ("icc: press.icc, spots: {foil: Varnish}", "'Varnish' is the name of two plates"),
        ("icc: press.icc, spots: {gold: x}", "gold"),
        ("icc: press.icc, blck_text: k", "blck_text"),
        ("condition: x", "icc"),
    ],
)
def test_faults(folder: Path, text: str, fault: str) -> None:
    condition = "" if text.startswith("condition") else ", condition: FOGRA39"
    (message,) = faults(folder, f"{{{text}{condition}}}")
    assert fault in message


def test_a_profile_without_tables_is_damaged(folder: Path) -> None:
    head = (128 + 4).to_bytes(4) + cmyk_profile()[4:128] + bytes(4)
    (folder / "press.icc").write_bytes(head)
    (message,) = faults(folder, "{icc: press.icc, condition: FOGRA39}")
    assert message.startswith("press.icc: an ICC profile that is damaged")


@pytest.mark.parametrize(
    "other",
    [
        "icc: press.icc, condition: FOGRA51",
        "icc: new.icc, condition: FOGRA39",
        "icc: press.icc, condition: FOGRA39, flatten: true",
        *(
            f"icc: press.icc, condition: FOGRA39, {rule}"
            for rule in (
                "standard: x-1a",
                "black_text: profile",
                "rich_black: [0, 0, 0, 100]",
                "tac: 299",
                "spots: {foil: Gold}",
                "knockout: false",
                "trap: 0.2",
                "white_below: true",
                "choke: 0.2",
                "flatten: true",
            )
        ),
    ],
)
def test_the_key_depends_on_all_that_decides_the_bytes(folder: Path, other: str) -> None:
    plain = loaded(folder, "{icc: press.icc, condition: FOGRA39}")
    assert loaded(folder, f"{{{other}}}").key != plain.key
