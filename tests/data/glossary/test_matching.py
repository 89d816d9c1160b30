"""Terms are found in words: the longest, by characters in Chinese, by whole words in Latin letters."""

from __future__ import annotations

from cardgen.data.glossary.matching import TermIndex
from tests.cases import for_cases

FORMS = {
    "手牌": "hand",
    "手牌上限": "limit",
    "上限": "most",
    "限#次": "times",
    "X": "x",
    "摸": "draw",
    "draw": "draw",
    "draws": "draw",
    "hand limit": "limit",
    "discard # cards": "discard",
    "Strike": "strike",
    "strike": "hit",
    "player's turn": "turn",
    "#段": "stages",
    "공격": "attack",
    "获得": "gain",
    "获得牌": "card",
    "牌堆顶": "top",
    "ABCDE": "whole",
    "ABCD": "four",
}


def found(words: str) -> list[str]:
    """Return the terms found in words, each with what it was found as."""
    return [f"{words[start:end]}={term}" for start, end, term in TermIndex(FORMS.items()).find(words)]


@for_cases(
    ("words", "terms"),
    [
        ("将手牌弃至手牌上限。", ["手牌=hand", "手牌上限=limit"]),
        ("体力上限", ["上限=most"]),
        ("出牌阶段限一次", ["限一次=times"]),
        ("限12次，限X次，限n次", ["限12次=times", "限X次=times", "限n次=times"]),
        ("有限的次数", []),
        ("摸X张牌", ["摸=draw", "X=x"]),
        ("XX and Xs", []),
        ("Draw two, then draws; withdraw, drawn, DRAW", ["Draw=draw", "draws=draw", "DRAW=draw"]),
        ("re-draw, draw's", ["draw=draw", "draw=draw"]),
        ("the hand limit", ["hand limit=limit"]),
        ("the hand\u00a0limit", ["hand\u00a0limit=limit"]),
        ("discard 2 cards, discard X cards, discard all cards", ["discard 2 cards=discard", "discard X cards=discard"]),
        ("a Strike, a strike, a STRIKE", ["Strike=strike", "strike=hit", "STRIKE=hit"]),
        ("a player’s turn", ["player’s turn=turn"]),
        ("[3]段，三段", ["三段=stages"]),
        ("공격을", ["공격=attack"]),
        ("éXé", []),
        ("e\u0301X", []),
        ("İstrike strike", ["strike=hit"]),
        ("获得牌堆顶的牌，获得牌", ["获得=gain", "牌堆顶=top", "获得牌=card"]),
        ("ABCDE", ["ABCDE=whole"]),
        ("ABCD, BCDE", ["ABCD=four"]),
        ("", []),
    ],
)
def test_terms_are_found(words: str, terms: list[str]) -> None:
    assert found(words) == terms


def test_a_term_is_found_by_its_words_alone() -> None:
    index = TermIndex(FORMS.items())
    assert [index.term_of(words) for words in ("手牌上限", "限三次", "Draws", "draw two", "")] == [
        "limit",
        "times",
        "draw",
        None,
        None,
    ]


def test_a_long_text_is_searched_in_one_pass() -> None:
    index = TermIndex((f"{first}{'a' * 50}{last}", first) for first in "abc" for last in "xyz")
    assert [*index.find("a" * 100_000)] == []
