"""A guided first game in a browser: its steps, its light, and what it lets a person do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.serving import Served
from tests.review.test_accessibility import AXE, broken_rules


@pytest.mark.browser
def test_a_first_game_is_guided(table_of: Callable[[str], Served], page: Any) -> None:
    """Look at the lesson, the entry of a term and the rules beside it with axe as well."""
    page.goto(f"{table_of('blitz').address}#/table")
    page.get_by_role("button", name="Learn by playing").click()
    coach, light = page.locator(".table-coach"), page.locator(".table-light")
    expect(coach).to_contain_text("1 of 9")
    coach.get_by_role("button", name="Next step").click()
    expect(coach).to_contain_text("2 of 9")
    coach.get_by_role("button", name="Next step").click()
    expect(coach).to_contain_text("3 of 9")
    expect(light).to_be_visible()

    def pick(cell: str) -> None:
        page.locator(f'[data-hold="pick-cell:{cell}"]').click()

    pick("0,0")  # another turn that is legal
    pick("1,0")
    expect(coach).to_contain_text("Later you may do that.")
    pick("1,-1")
    pick("1,0")
    expect(coach).to_contain_text("4 of 9")  # the enemy has answered
    coach.get_by_role("button", name="One step back").click()
    expect(coach).to_contain_text("3 of 9")
    pick("1,-1")
    pick("1,0")
    expect(coach).to_contain_text("4 of 9")
    page.evaluate(AXE)
    coach.locator(".table-term").first.focus()
    expect(page.locator(".table-entry")).to_be_visible()
    assert broken_rules(page) == []
    page.keyboard.press("r")
    expect(page.locator("#table-rules .table-goal p")).not_to_be_empty()
    assert broken_rules(page, "#table-rules") == []
    page.keyboard.press("Escape")
    coach.get_by_role("button", name="Leave the lesson").click()
    expect(coach).to_be_hidden()
    expect(light).to_be_hidden()


@pytest.mark.full
@pytest.mark.browser
def test_the_light_leaves_out_what_the_next_card_covers(table_of: Callable[[str], Served], page: Any) -> None:
    page.goto(f"{table_of('heroes').address}#/table")
    page.get_by_role("button", name="Learn by playing").click()
    page.locator(".table-coach").get_by_role("button", name="Next step").click()
    page.wait_for_function(
        """() => {
          const cards = [...document.querySelectorAll(".table-hand button")];
          const [lit, next] = cards.map((card) => card.getBoundingClientRect());
          const { left, right } = document.querySelector(".table-light").getBoundingClientRect();
          return left < lit.left && right > next.left && right < next.left + 10;
        }"""
    )
