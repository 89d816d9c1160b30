"""Fumens of other tools, read as plays. The texts were written by knewjade's tetris-fumen."""

from __future__ import annotations

import pytest

from cardgen.games.block_killer.fumen import play_of_fumen, read_fumen
from cardgen.games.block_killer.notation import parse_play, write_play
from cardgen.games.block_killer.refusals import BlockKillerError
from tests.cases import for_cases

#: A T-spin double, an I in the hole, and a third page with a comment.
DOUBLE = "v115@HhB8BeF8CeH8AeH8JelJYeAUE7QEJG98AQWrhECDVT?ASoDfEVhJ+Bl/HBC20AAAvhBZkBAAPJAU9UTASorJEEBAAA"
#: An O in colour on a grey row.
COLOURED = "v115@HhRpHeRpHeA8AeH8JeAgH"
#: Each block about (4, 6) in each orientation, on pages that do not lock.
ORIENTATIONS = (
    "v115@vhbRy1BApAAAAJSfhRfZNfSSuBAsAAAAKSfCSfaSfT?NuBAvAAAALSfjRf7MfUNuBA6AAAAMSfESf8RfVSuBA0AAAA"
    "?NSfFSfdSfWSuBAqAAAAOSfGSfeSfXNuBAzAAAAvSfHSffSf"
)
#: The cells of ORIENTATIONS, upright, right, upside down, left.
CELLS = {
    "I": ["36 46 56 66", "44 45 46 47", "26 36 46 56", "45 46 47 48"],
    "L": ["36 46 56 57", "45 46 47 55", "35 36 46 56", "37 45 46 47"],
    "O": ["46 47 56 57", "45 46 55 56", "35 36 45 46", "36 37 46 47"],
    "Z": ["37 46 47 56", "45 46 56 57", "36 45 46 55", "35 36 46 47"],
    "T": ["36 46 47 56", "45 46 47 56", "36 45 46 56", "36 45 46 47"],
    "J": ["36 37 46 56", "45 46 47 57", "36 46 55 56", "35 45 46 47"],
    "S": ["36 46 47 57", "46 47 55 56", "35 45 46 56", "36 37 45 46"],
}


def test_pages_have_fields_blocks_and_comments() -> None:
    first, second, third = read_fumen(DOUBLE)
    assert first.rows == ("X.XXXXXXXX", "...XXXXXXX", "XX..XXXXXX")
    assert first.block is not None
    assert (first.block.block, first.block.cells) == ("T", ((0, 1), (1, 0), (1, 1), (2, 1)))
    assert first.locks
    assert first.comment == "T-spin double 回转"
    assert second.rows == ("XX..XXXXXX",)
    assert third.rows == ("IX..XXXXXX", "I.........", "I.........", "I.........")
    assert (third.block, third.comment) == (None, "the end")


def test_blocks_have_their_cells_in_every_orientation() -> None:
    pages = read_fumen(ORIENTATIONS)
    cells = [" ".join(f"{x}{y}" for x, y in page.block.cells) if page.block else "" for page in pages]
    assert cells == [text for texts in CELLS.values() for text in texts]
    assert not any(page.locks for page in pages)


def test_a_field_is_mirrored_and_rises() -> None:
    fields = [page.rows for page in read_fumen("v115@bhD8PeT9MvhBTjDAAA")]
    assert fields == [
        ("XXXX......",),
        ("OO....XXXX", "OO........"),
        ("..........", "OO..OOXXXX", "OO..OO...."),
    ]


def test_version_110_has_fewer_rows() -> None:
    (page,) = read_fumen("v110@TeB3hbF3ibH3gbH3pblXI")
    assert page.rows == ("X.XXXXXXXX", "...XXXXXXX", "XX..XXXXXX")
    assert page.block is not None
    assert page.block.cells == ((0, 1), (1, 0), (1, 1), (2, 1))


@for_cases(
    "text",
    [
        DOUBLE,
        f"https://fumen.zui.jp/?{DOUBLE}",
        f"https://knewjade.github.io/fumen-for-mobile/#?d={DOUBLE.replace('?', '%3F')}",
        f"see d{DOUBLE[1:]}",
        DOUBLE.replace("?", "").replace("/", "%2F").replace("+", "%2B"),
    ],
)
def test_a_fumen_or_a_link_to_one_is_a_play(text: str) -> None:
    play, comment = play_of_fumen(text)
    assert write_play(play) == "1-1 3-0 2-2 | T2@0,0 IR@-2,0"
    assert comment == "T-spin double 回转"


def test_coloured_blocks_are_placed_on_grey_rows() -> None:
    play, _ = play_of_fumen(COLOURED)
    assert write_play(play) == "1-1 | O0@0,1"


def test_version_110_is_a_play() -> None:
    assert play_of_fumen("v110@TeB3hbF3ibH3gbH3pblXI")[0] == parse_play("1-1 3-0 2-2 | T2@0,0")


@for_cases(
    ("text", "code"),
    [
        ("v115@vhAAgH", "fumen-empty"),
        ("v110@7eAAgH", "fumen-empty"),
        ("v115@vhAAg", "fumen-unreadable"),
        ("v115@", "fumen-unreadable"),
        ("v115@9g", "fumen-unreadable"),
        ("v115@" + "/" * 400, "fumen-unreadable"),
        ("v095@vhAAgH", "fumen-version"),
        ("v115@bhD8PeT9MvhBTjDAAA", "fumen-row"),
    ],
)
def test_what_is_no_play_is_refused(text: str, code: str) -> None:
    with pytest.raises(BlockKillerError) as refused:
        play_of_fumen(text)
    assert refused.value.code == code
    assert set(refused.value.messages) == {"en", "zh"}
