"""The printers that a user has: kept outside of all games, read with the places of everything that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import DataError, WrongValueError
from cardgen.base.records import replace
from cardgen.products.printers import (
    Printer,
    Printers,
    change_printers,
    check_name,
    chosen_printer,
    parse_numbers,
    printers_file,
    read_printers,
)

OFFICE = Printer("office", (3.0, 3.0, 14.5, 3.0), (0.8, -1.2, 0.1), (0.0, 0.5), (100.0, 101.0), "short")


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for settings of the test."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def test_printers_are_kept_and_the_one_in_use_is_that_of_every_build(config: Path) -> None:
    assert read_printers() == Printers()
    assert chosen_printer() is None
    kept = Printers("office", {"office": OFFICE, "plain": Printer("plain")})
    assert change_printers(lambda _: kept) == kept
    assert read_printers() == kept
    assert chosen_printer() == OFFICE
    assert chosen_printer("plain") == Printer("plain")
    assert chosen_printer("none") is None
    assert [file.name for file in config.iterdir()] == ["printers.json"]  # the lock is gone


def test_options_replace_values_for_one_build() -> None:
    change_printers(lambda _: Printers("office", {"office": OFFICE}))
    changed = chosen_printer(changes={"scale": (100.0, 100.5)})
    assert changed == replace(OFFICE, scale=(100.0, 100.5), changed=("scale",))
    assert changed is not None
    assert changed.label == "office --scale=100,100.5"
    alone = chosen_printer("none", {"back_offset": (1.0, 0.0, 0.0)})
    assert alone == Printer(back_offset=(1.0, 0.0, 0.0), changed=("back_offset",))
    assert alone is not None
    assert alone.label == "--back-offset=1,0,0"
    assert OFFICE.options == (
        "--margins=3,3,14.5,3", "--back-offset=0.8,-1.2,0.1", "--front-offset=0,0.5", "--scale=100,101",
        "--flip=short",
    )  # fmt: skip


def test_an_unknown_printer_is_reported_with_a_similar_one() -> None:
    change_printers(lambda _: Printers("", {"office": OFFICE}))
    with pytest.raises(DataError, match=r"there is no printer 'ofice' \(did you mean 'office'\?\)"):
        chosen_printer("ofice")


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        ("{", [":1:2: not JSON: "]),
        ("[]", [":1:1: expected a table in braces"]),
        ('{"used": "b",\n"printers": {"a": {}}}', [":1:2: there is no printer 'b' (expected one of: a)"]),
        ('{"use": "a"}', [":1:2: unknown key 'use' (did you mean 'used'?)"]),
        (
            '{"printers": {\n  "a": {"scale": [100, 200],\n    "margins": [1, 2]},\n  "none": {"margin": 1}}}',
            [
                ":2:9: '[100, 200]' is out of range for 'scale' (expected across,down",
                ":3:5: '[1, 2]' is not a value for 'margins' (expected top,right,bottom,left in mm",
                ":4:3: 'none' cannot be the name of a printer",
                ":4:12: unknown key 'margin' (did you mean 'margins'?)",
            ],
        ),
        ('{"printers": {"a": {"back_offset": [NaN, 0, true]}}}', [":1:21: '[NaN, 0, true]' is not a value"]),
        ('{"printers": {"a": {"flip": 3}}}', [":1:21: '3' is not a value for 'flip' (expected one of: long, short)"]),
        ("\ud800", [": not the printers as cardgen writes them"]),
        ("[" * 100_000, [": not the printers as cardgen writes them"]),
    ],
)
def test_everything_wrong_in_the_file_is_reported_at_its_place(config: Path, content: str, faults: list[str]) -> None:
    config.mkdir()
    file = config / "printers.json"
    file.write_bytes(content.encode(errors="surrogatepass"))
    with pytest.raises(DataError) as caught:
        read_printers()
    assert len(caught.value.faults) == len(faults)
    for fault, expected in zip(caught.value.faults, faults, strict=True):
        assert str(fault).startswith(f"{file}{expected}")
    with pytest.raises(DataError):  # nothing is lost: it is not written again
        change_printers(lambda _: Printers())
    assert chosen_printer("none") is None  # a build without a printer is possible


@pytest.mark.parametrize(
    ("key", "text", "problem"),
    [
        ("margins", "3,3,14.5", "is not a value"),
        ("margins", "3,3,14.5,-1", "is out of range"),
        ("back_offset", "nan,0,0", "is not a value"),
        ("front_offset", "1;2", "is not a value"),
        ("scale", "100,120", "is out of range"),
    ],
)
def test_wrong_values_are_rejected(key: str, text: str, problem: str) -> None:
    with pytest.raises(WrongValueError, match=problem):
        parse_numbers(key, text)


@pytest.mark.parametrize("name", ["", "None", " a", "a ", "a/b", "x" * 41, "打印机"])
def test_names_that_no_printer_can_have(name: str) -> None:
    with pytest.raises(WrongValueError):
        check_name(name)


def test_a_user_without_a_home_has_no_printers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDGEN_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    assert printers_file() is None
    assert chosen_printer() is None
    with pytest.raises(DataError, match="no folder for settings"):
        change_printers(lambda printers: printers)
