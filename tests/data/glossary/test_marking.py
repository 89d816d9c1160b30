"""Terms in texts are marked with a style, by themselves or by hand; other marks of the texts stay as they are."""

from __future__ import annotations

import pytest

from cardgen.base.records import replace
from cardgen.data.glossary.marking import MarkedText, Marking, Mode, mark_terms, without_brackets
from cardgen.data.glossary.matching import TermIndex
from cardgen.data.templates.markup import Words, parse_markup
from tests.cases import for_cases

INDEX = TermIndex({"摸牌": "draw", "手牌": "hand", "draw": "draw", "haste": "haste"}.items())


def marked(text: str, mode: Mode = "all", style: str = "t") -> MarkedText:
    return mark_terms(text, Marking(INDEX, INDEX.term_of, style, mode), ("t", "skill"))


@for_cases(
    ("text", "result"),
    [
        ("摸牌，再摸牌", "<t>摸牌</t>，再<t>摸牌</t>"),
        ("no terms", "no terms"),
        ("**摸牌**", "**<t>摸牌</t>**"),
        ("*draw*", "*<t>draw</t>*"),
        ("摸**牌**", "摸**牌**"),
        ("<skill>摸牌</skill>手牌", "<skill>摸牌</skill><t>手牌</t>"),
        ("<t>摸牌</t>手牌", "<t>摸牌</t><t>手牌</t>"),
        ("<主要>摸牌</主要>", "<主要><t>摸牌</t></主要>"),  # no style: these are words
        ("{摸牌}{摸牌|mō}", "{摸牌}{摸牌|mō}"),
        (r"摸牌\n手牌\*", r"<t>摸牌</t>\n<t>手牌</t>\*"),
        ("- 摸牌\n1. 手牌", "- <t>摸牌</t>\n1. <t>手牌</t>"),
        ("draw*2", r"<t>draw</t>\*2"),
        ("*3 draw*2", "*3 <t>draw</t>*2"),
        ("[[摸牌]] [[haste|hasty]] [[|haste]]", "<t>摸牌</t> <t>hasty</t> haste"),
        ("[[speed]] [[speed|fast]]", "speed fast"),
        (r"\[[haste]] [x] [[a]b]]", "[[<t>haste</t>]] [x] [[a]b]]"),
        ("**[[haste]]**", "**<t>haste</t>**"),
    ],
)
def test_terms_are_marked(text: str, result: str) -> None:
    assert marked(text).text == result


@pytest.mark.parametrize(
    ("mode", "result"),
    [
        ("all", "<t>摸牌</t> <t>摸牌</t> <t>haste</t> <t>haste</t>"),
        ("first", "<t>摸牌</t> 摸牌 <t>haste</t> haste"),
        ("hand", "摸牌 摸牌 <t>haste</t> haste"),
    ],
)
def test_all_terms_the_first_or_those_by_hand(mode: Mode, result: str) -> None:
    assert marked("摸牌 摸牌 [[haste]] haste", mode).text == result


def test_the_number_of_a_marked_term_follows_it() -> None:
    marking = Marking(INDEX, INDEX.term_of, "t", "first", "n", {"draw": 12, "hand": 3})
    result = mark_terms("摸牌 摸牌 [[haste]] <t>手牌</t> [[draw|drew]]", marking, ("t", "n"))
    joiner = "\u2060"
    assert result.text == (
        f"<t>摸牌</t><n>{joiner}12</n> 摸牌 <t>haste</t> <t>手牌<n>{joiner}3</n></t> <t>drew</t><n>{joiner}12</n>"
    )
    assert mark_terms("摸牌", replace(marking, number_style=""), ("t",)).text == "<t>摸牌</t>"


def test_the_terms_are_listed_in_order_with_words_that_name_none() -> None:
    result = marked("手牌 draw [[摸牌]] [[speed]] [[|haste]]")
    assert (result.terms, result.unknown) == (("hand", "draw", "draw"), ("speed",))
    assert marked("手牌 [[draw]]", "hand").terms == ("draw",)


def test_without_a_style_terms_are_found_and_look_as_other_words() -> None:
    result = marked("摸牌 [[haste|hasty]]", style="")
    assert (result.text, result.terms) == ("摸牌 hasty", ("draw", "haste"))


@for_cases("text", ["draw*2", "*draw* draw*2", "3*4 draw*2 *x*", "***draw*** draw", "draw * draw"])
def test_marks_do_not_change_what_other_marks_mean(text: str) -> None:
    def words(written: str) -> list[tuple[str, bool, bool]]:
        markup = parse_markup(written, ("t",))
        assert not markup.mistakes
        pieces = [piece for passage in markup.passages for piece in passage.pieces]
        joined: list[tuple[str, bool, bool]] = []
        for piece in pieces:
            assert isinstance(piece, Words)
            look = (piece.manner.bold, piece.manner.italic)
            if joined and joined[-1][1:] == look:
                joined[-1] = (joined[-1][0] + piece.text, *look)
            else:
                joined.append((piece.text, *look))
        return joined

    assert words(marked(text).text) == words(text)


def test_brackets_are_removed_where_no_terms_are_marked() -> None:
    assert without_brackets(r"[[a]] [[a|b]] [[|c]] \[[d]] e") == "a b c [[d]] e"
