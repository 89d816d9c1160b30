"""What a person learns a game with at its table: the rulebook in a frame, its chapters, and the terms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.review.serving import Served, serving_here

GAME = "card_data/tiny/game.yaml"
BOOK = "# Tiny\n\n## A turn\n\n**Draw** a card.\n\n### The `end` & more\n\nText.\n\n## {game.titles.en}\n\nText.\n"


def with_book(game: GameOnDisk) -> GameOnDisk:
    terms = "glossary: {terms: terms.csv}\nrulebooks: {en: book.en.md, zh: book.zh.md}\n"
    game.change(GAME, "sizes:\n", f"{terms}sizes:\n")
    game.write("card_data/tiny/book.en.md", BOOK)
    game.write("card_data/tiny/book.zh.md", "# 小\n\n## 回合\n\n摸一张牌。\n")
    game.write(
        "card_data/tiny/terms.csv",
        "id,term.en,term.zh,forms.en,text.en,text.zh\n"
        "draw,draw,摸,draws|drew,Take a card.,拿一张牌。\nplain,plain,平,,,\n",
    )
    return game


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving_here(with_book(tiny_game_in(tmp_path_factory.mktemp("tiny")))) as running:
        yield running


def test_the_rulebook_is_sent_without_its_cover_for_a_frame(served: Served) -> None:
    answer = served.client.get("/rules/en.html")
    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, "text/html")
    assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]
    assert "script-src" not in answer.headers["content-security-policy"]
    assert all(f'id="{anchor}"' in answer.text for anchor in ("a-turn", "the-end-more"))
    assert "<h1>" not in answer.text
    assert "<nav" not in answer.text
    assert "摸一张牌" in served.client.get("/rules/zh.html").text
    assert "frame-src 'self'" in served.client.get("/").headers["content-security-policy"]
    assert served.client.get("/rules/fr.html").status_code == 404
    assert served.client.get("/rules/en.pdf").status_code == 404


def test_chapters_and_terms_are_known_before_the_rulebook_is_opened(served: Served) -> None:
    learn = served.data("learn")
    assert learn["books"]["en"] == [["a-turn", "A turn"], ["the-end-more", "The end & more"]]
    assert learn["books"]["zh"] == [["回合", "回合"]]
    (draw,) = learn["terms"]  # a term that says nothing is not shown
    assert draw["written"] == {"en": ["draw", "draws", "drew"], "zh": ["摸"]}
    assert draw["texts"] == {"en": "Take a card.", "zh": "拿一张牌。"}
    assert learn["lesson"] is None


def test_a_rulebook_with_a_fault_is_refused_with_it(tmp_path: Path) -> None:
    game = with_book(tiny_game_in(tmp_path))
    game.write("card_data/tiny/book.en.md", BOOK.replace("{game.titles.en}", "{game.titels.en}"))
    with serving_here(game) as running:
        answer = running.client.get("/rules/en.html")
    assert answer.status_code == 409
    assert "titels" in answer.text
