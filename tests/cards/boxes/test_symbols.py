"""QR codes and barcodes: what a reader finds in the printed picture, and the values and looks that are refused."""

from __future__ import annotations

import io
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from cardgen.cards.boxes.barcode import check_digit
from cardgen.formats.png import to_png
from cardgen.scene.items import Group, Path, Scene, walk
from tests.building.test_check import CARDS, GAME, face
from tests.cards.boxes.drawing import box_faults, draw_box, plain_context
from tests.cases import for_cases
from tests.games_on_disk import TINY, GameOnDisk
from tests.runs import runs_in

CODES: dict[str, tuple[str, dict[str, Any], str]] = {
    "QR Code": ("qr", {"value": "https://example.org/?a=1"}, "https://example.org/?a=1"),
    "EAN-13": ("barcode", {"value": "978-3-16-148410-0"}, "9783161484100"),
    "EAN-8": ("barcode", {"value": "9638507", "format": "ean-8"}, "96385074"),
    "Code 128": ("barcode", {"value": "Deck 123456-x", "format": "code-128", "label": False}, "Deck 123456-x"),
    "Code 39": ("barcode", {"value": "A-1 $", "format": "code-39"}, "A-1 $"),
    "ITF": ("barcode", {"value": "12345678901231", "format": "itf"}, "12345678901231"),
}


def read(scene: Scene) -> list[tuple[str, str]]:
    """Return the formats and the values of the codes in the printed picture."""
    picture = Image.open(io.BytesIO(to_png(scene, dpi=300))).convert("RGB")
    return [(str(code.format), code.text) for code in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize("code", CODES)
def test_a_reader_reads_the_printed_code(code: str) -> None:
    kind, keys, value = CODES[code]
    items = draw_box(kind, (2, 2, 44, 20), plain_context(), **keys)
    assert read(Scene(48, 24, items)) == [(code, value)]
    (group,) = items
    assert isinstance(group, Group)
    assert group.description == keys["value"] if kind == "qr" else value
    assert len([item for _, item in walk(items) if isinstance(item, Path)]) == 2  # the ground, and one shape


def test_a_qr_code_holds_chinese_and_upc_codes_have_their_digits_under_their_bars() -> None:
    assert read(Scene(30, 30, draw_box("qr", (0, 0, 30, 30), plain_context(), value="规则"))) == [("QR Code", "规则")]
    items = draw_box("barcode", (0, 0, 113 / 3, 20), plain_context(), format="upc-a", value="03600029145")
    labels = runs_in(items)
    assert [label.text for label in labels] == ["0", "36000", "29145", "2"]
    middle = labels[1].x + labels[1].width - labels[1].advances[-1] / 2
    assert middle == pytest.approx((9 + 10 + 4.5 * 7) / 3, abs=0.01)  # modules of 1/3 mm: the fifth of its digits


@pytest.mark.parametrize(("digits", "check"), [("978316148410", "0"), ("03600029145", "2"), ("9638507", "4")])
def test_the_check_digit_is_that_of_published_codes(digits: str, check: str) -> None:
    assert check_digit(digits) == check


@for_cases(
    ("keys", "fault"),
    [
        ("value: '9783161484109'", "the check digit of 9783161484109 is 9, expected 0 (one of the digits is wrong"),
        ("value: '123'", "value: '123' given, expected 13 digits, or 12 without the check digit"),
        ("value: 9783161484100", "value: 9783161484100 given, expected text (put it in quotes)"),
        ("format: itf, value: '123'", "itf holds an even number of digits (begin with a 0)"),
        ("format: code-39, value: abc", "code-39 cannot hold 'a' (use capital letters, or code-128)"),
        ("format: code-128, value: 牌", "code-128 cannot hold '牌' (use a qr box)"),
        ("format: ean13, value: '123'", "did you mean 'ean-13'?"),
    ],
)
def test_a_value_that_a_code_cannot_hold_is_a_fault(keys: str, fault: str) -> None:
    faults = box_faults("barcode", f"box: trim, {keys}")
    assert len(faults) == 1
    assert fault in faults[0]


def test_a_wrong_check_digit_of_a_card_is_located_and_a_value_too_long_for_a_qr_code(tiny: GameOnDisk) -> None:
    face(
        tiny, "b: {kind: barcode, box: [5, 5, 40, 20], value: '{ean}'}", fields="ean: text", card="ean: '4006381333932'"
    )
    assert "the check digit of 4006381333932 is 2, expected 1" in tiny.faults()[0]
    face(tiny, f"q: {{kind: qr, box: [5, 5, 40, 40], value: {'x' * 1400}, level: H}}")
    tiny.change(GAME, ", ean: text", "")
    tiny.write(CARDS, TINY[CARDS])
    assert "value: too long for a QR code of level H (make it shorter)" in tiny.faults()[0]


QR = "q: {kind: qr, box: [5, 5, 30, 30], level: H, value: HELLO WORLD HELLO"


@pytest.mark.parametrize(
    ("boxes", "message"),
    [
        ([f"{QR}}}", "d: {kind: rect, box: [17, 17, 6, 6], fill: '#111111'}"], ""),
        ([f"{QR}}}", "d: {kind: rect, box: [11, 11, 18, 18], fill: '#111111'}"], "of it is covered by what is painted"),
        ([f"{QR}}}", "d: {kind: rect, box: [5, 5, 2, 30], fill: '#111111'}"], "its quiet zone is covered"),
        ([f"{QR}, ground: null, quiet: 0}}", "d: {kind: rect, box: [5, 36, 30, 9], fill: '#111111'}"], "quiet zone"),
        ([f"{QR}, colour: '#d0d0d0'}}"], "it is 37 % darker than its ground"),
        ([f"{QR}, colour: '#ffffff', ground: '#000000'}}"], "darker than its ground"),
        (["b: {kind: barcode, box: [5, 5, 40, 20], value: '400638133393', colour: '#e00000', ground: '#ffffff'}"],
         "in the red light of scanners"),
        (["b: {kind: barcode, box: [5, 5, 29, 20], value: '400638133393'}"], "expected at least 0.264 mm"),
        (["b: {kind: barcode, box: [5, 5, 40, 20], turn: 90, value: '400638133393'}"], ""),
    ],
)  # fmt: skip
def test_a_code_that_cannot_be_read_is_found(tiny: GameOnDisk, boxes: list[str], message: str) -> None:
    face(tiny, *boxes)
    found = [str(finding) for finding in tiny.check().findings if finding.code == "CG123"]
    assert bool(found) == bool(message)
    assert all(message in text for text in found)
