"""The decks: the correct ones pass, and every changed one is refused by the rule that it breaks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.engines import CardData, Decks, Problem
from cardgen.games.blokus.deck import DECK_CODES, check_deck, deck_coverage
from cardgen.games.blokus.rules import COLOURS
from tests.cases import for_cases
from tests.games.decks import with_field

from .decks import BOARD, DECKS, PIECES, SHEETS, with_board, with_piece, with_pieces, without_places


def codes(decks: Decks) -> list[str]:
    return [problem.code for problem in check_deck(decks)]


def problem_of(decks: Decks, code: str) -> Problem:
    problems = [problem for problem in check_deck(decks) if problem.code == code]
    assert problems, codes(decks)
    return problems[0]


def test_the_decks_pass_with_sheets_and_without() -> None:
    assert check_deck(DECKS) == []
    assert check_deck(without_places(DECKS)) == []
    assert check_deck({name: deck for name, deck in DECKS.items() if name != "sheets"}) == []


def test_pieces_may_be_drawn_turned_and_mirrored_with_empty_squares_around() -> None:
    for rows in (("....", ".##.", ".#..", ".#.."), ("#..", "###"), ("..#", "###"), ("###", "..#")):
        assert check_deck(without_places(with_piece("red-L4", cells=rows))) == []


def without(name: str) -> Decks:
    return with_pieces([piece for piece in PIECES if piece.id != name])


def with_also(*pieces: CardData) -> Decks:
    return with_pieces([*PIECES, *pieces])


def test_a_missing_shape() -> None:
    assert codes(without("green-F5")) == ["BL203", "BL205", "BL204"]
    problem = problem_of(without("green-F5"), "BL203")
    assert problem.message == "green lacks the shape F5"
    assert problem_of(without("green-F5"), "BL204").message == "the deck has 83 pieces"
    assert problem_of(without("green-F5"), "BL205").message == "green has 84 cells"


def test_a_doubled_shape() -> None:
    twin = CardData("more", 1, {"shape": "F5", "colour": "red", "cells": (".#.", ".##", "##."), "at": (20, 20)})
    assert "mirror" not in problem_of(with_also(twin), "BL201").message
    assert problem_of(with_also(twin), "BL201").card == "more"
    assert codes(without_places(with_also(twin))) == ["BL201", "BL205", "BL204"]


def test_a_shape_in_place_of_another() -> None:
    decks = without_places(with_piece("red-T4", shape="L4", cells=("###", "#..")))
    assert codes(decks) in (["BL201", "BL203"], ["BL202", "BL203"])
    assert problem_of(decks, "BL203").message == "red lacks the shape T4"


@for_cases(
    ("rows", "code"),
    [
        (("#..", "###"), "BL202"),
        (("..#", "###"), "BL201"),
        (("##", "#.", "#."), "BL202"),
        (("##", ".#", ".#"), "BL201"),
        (("###", "#.."), "BL201"),
    ],
)
def test_a_mirrored_duplicate(rows: tuple[str, ...], code: str) -> None:
    first = with_piece("red-L4", cells=("###", "#.."))["pieces"]
    decks = with_pieces([*first, CardData("J4", 1, {"shape": "L4", "colour": "red", "cells": rows})])
    problem = problem_of(without_places(decks), code)
    assert problem.card == "J4"
    assert codes(without_places(decks)) == [code, "BL205", "BL204"]


def test_an_overlap() -> None:
    problem = problem_of(with_piece("blue-I1", at=(3, 6)), "BL402")
    assert (problem.card, problem.field) == ("blue-T5", "at")
    assert "'blue-I1'" in problem.message
    assert codes(with_piece("blue-I1", at=(3, 6))) == ["BL402"]
    assert codes(with_piece("blue-I1", at=(1, 5))) == []  # the one empty cell


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("###", "###"), ["BL103", "BL203", "BL205"]),
        (("##", "#."), ["BL105", "BL201", "BL203", "BL205"]),
        (("####",), ["BL105", "BL201", "BL203", "BL205"]),
    ],
)
def test_a_wrong_size(rows: tuple[str, ...], expected: list[str]) -> None:
    assert sorted(codes(without_places(with_piece("red-P5", cells=rows)))) == expected


@for_cases("at", [(-1, 0), (0, -1), (8, 0), (0, 9), (99, 99)])
def test_a_piece_beyond_its_sheet(at: tuple[int, int]) -> None:
    problem = problem_of(with_piece("yellow-T5", at=at), "BL403")
    assert (problem.card, problem.field) == ("yellow-T5", "at")
    assert "9 x 10" in problem.hint


def test_a_board_of_19_by_20() -> None:
    problem = problem_of(with_board(size=(19, 20)), "BL302")
    assert (problem.message, problem.hint, problem.field) == (
        "the size of the board is (19, 20)",
        "expected (20, 20)",
        "size",
    )
    assert codes(with_board(size=(19, 20))) == ["BL302", "BL303", "BL303"]
    assert codes(with_board(size=(20, 21))) == ["BL302"]
    problem = problem_of(with_board(size=(19, 20)), "BL303")
    assert (problem.card, problem.field) == ("board", "green")
    assert problem.hint == "expected a cell of the board, [0, 0] to [18, 19]"


def test_a_point_is_reported_as_it_was_written() -> None:
    assert problem_of(with_board(green=(20.0, 0.0)), "BL303").message == "the start point of green is (20, 0)"
    assert problem_of(with_board(green=(0.5, 0)), "BL303").message == "the start point of green is (0.5, 0)"
    assert problem_of(with_board(green=None), "BL303").message == "the start point of green is None"
    sheets = [with_field(SHEETS[0], area=(0.0, 9.0)), *SHEETS[1:]]
    assert problem_of({**DECKS, "sheets": sheets}, "BL404").message == "the area of the sheet is (0, 9)"


@for_cases(
    ("decks", "expected"),
    [
        ({}, ["BL001", "BL001"]),
        ({"pieces": PIECES}, ["BL001"]),
        (with_piece("red-F5", cells=()), ["BL101", "BL203", "BL205"]),
        (with_piece("red-F5", cells=("##", "#")), ["BL101", "BL203", "BL205"]),
        (with_piece("red-F5", cells=("##", "#x")), ["BL101", "BL203", "BL205"]),
        (with_piece("red-F5", cells="##"), ["BL101", "BL203", "BL205"]),
        (without_places(with_piece("red-F5", cells=("##.", "..#", ".##"))), ["BL102", "BL203"]),
        (with_piece("red-F5", shape="F6"), ["BL104"]),
        (with_piece("red-F5", shape=None), ["BL104"]),
        (with_piece("red-F5", shape="W5"), ["BL105"]),
        (without_places(with_piece("red-F5", colour="pink")), ["BL106", "BL203", "BL205"]),
        (with_pieces([CardData(p.id, 1 + (p.id == "red-I1"), p.fields) for p in PIECES]), ["BL107", "BL205", "BL204"]),
        ({**DECKS, "board": []}, ["BL301"]),
        ({**DECKS, "board": [BOARD, BOARD]}, ["BL301"]),
        ({**DECKS, "board": [CardData("board", 2, BOARD.fields)]}, ["BL301"]),
        (with_board(size=None), ["BL302"]),
        (with_board(size=(20.5, 20)), ["BL302"]),
        (with_board(size=(20.0, 20.0)), []),
        (with_board(size=20), ["BL302"]),
        (with_board(red=None), ["BL303"]),
        (with_board(red=(20, 0)), ["BL303"]),
        (with_board(red=(0, -1)), ["BL303"]),
        (with_board(red=(0, True)), ["BL303"]),
        (with_board(red="corner"), ["BL303"]),
        (with_board(blue=(0, 0)), ["BL304"]),
        (with_piece("red-F5", at=None), ["BL401"]),
        (with_piece("red-F5", at=(0.5, 0)), ["BL401"]),
        ({**DECKS, "sheets": [with_field(SHEETS[0], area=(0, 9)), *SHEETS[1:]]}, ["BL404"]),
        ({**DECKS, "sheets": [with_field(SHEETS[0], area=None), *SHEETS[1:]]}, ["BL404"]),
        ({**DECKS, "sheets": SHEETS[1:]}, ["BL405"]),
        ({**DECKS, "sheets": []}, ["BL405"] * 4),
    ],
)
def test_every_broken_rule_has_its_code(decks: Decks, expected: list[str]) -> None:
    assert codes(decks) == expected


def test_problems_have_listed_codes_and_places() -> None:
    for decks in (without("red-I1"), with_board(size=(19, 20)), with_piece("red-F5", cells=()), {}):
        for problem in check_deck(decks):
            assert problem.code in DECK_CODES
            assert problem.message
            assert problem.card is None or any(card.id == problem.card for card in decks[problem.deck])


VALUES = st.none() | st.text(max_size=4) | st.integers(-3, 30) | st.floats() | st.booleans()
NAMES = st.sampled_from(["shape", "colour", "cells", "at", "size", "area", *COLOURS])
CARDS = st.builds(
    CardData,
    st.text(min_size=1, max_size=3),
    st.integers(1, 3),
    st.dictionaries(NAMES, VALUES | st.lists(VALUES, max_size=3) | st.lists(st.text("#.", max_size=5), max_size=4)),
)


@given(st.dictionaries(st.sampled_from(["pieces", "board", "sheets"]), st.lists(CARDS, max_size=4)))
def test_any_deck_can_be_checked(decks: Decks) -> None:
    assert {problem.code for problem in check_deck(decks)} <= set(DECK_CODES)
    assert check_deck(decks) != []
    deck_coverage(decks)


def test_the_coverage_counts_pieces_by_colour_and_size() -> None:
    charts = deck_coverage(DECKS)
    assert [chart.title["en"] for chart in charts] == list(COLOURS)
    assert [counts for chart in charts for _, counts in chart.series] == [[0, 1, 1, 2, 5, 12]] * 4
    assert {chart.about["en"] for chart in charts} == {"Pieces by number of cells"}
    assert deck_coverage(without("blue-X5"))[2].series[0][1] == [0, 1, 1, 2, 5, 11]
    assert [chart.series[0][1] for chart in deck_coverage({})] == [[0] * 6] * 4
