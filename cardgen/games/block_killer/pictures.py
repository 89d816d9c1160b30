"""A play as a strip of pictures. Each picture is a field as text."""

from __future__ import annotations

from cardgen.engines import Decks, Diagram
from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.explain import explain_play
from cardgen.games.block_killer.field import field_height, field_rows
from cardgen.games.block_killer.notation import parse_play
from cardgen.games.block_killer.plays import ScoredPlay, score_play
from cardgen.games.block_killer.rules import BlockKillerRules


def draw_play(text: str, rules: BlockKillerRules, _decks: Decks | None = None) -> list[Diagram]:
    """Return pictures of the play that `text` notates, all of the same height, with its explanation as captions.

    The first picture is the stack as laid. Then each block has a picture, with the block's letter in its cells and the
    full rows marked. The last picture is the field after the play. RuleError, a ValueError, if the play cannot be read
    or is not legal.
    """
    return draw_scored(score_play(parse_play(text), rules))


def draw_scored(scored: ScoredPlay) -> list[Diagram]:
    """Return the pictures of a scored play."""
    height = max(field_height(step.before | step.placement.cells) for step in scored.steps)
    explanation = explain_play(scored)
    captions = [{"zh": zh, "en": en} for zh, en in zip(explanation["zh"], explanation["en"], strict=True)]
    rows = [list(row) for row in field_rows(scored.stack, height)]  # bottom row first
    diagrams = [_diagram(rows, (), captions[0])]
    for step, caption in zip(scored.steps, captions[1:], strict=False):
        for x, y in step.placement.points():
            rows[y][x] = step.placement.block
        diagrams.append(_diagram(rows, step.rows, caption))
        rows = [row for y, row in enumerate(rows) if y not in step.rows]
        rows += [["."] * WIDTH for _ in step.rows]
    return [*diagrams, _diagram(rows, (), captions[-1])]


def _diagram(rows: list[list[str]], full: tuple[int, ...], caption: dict[str, str]) -> Diagram:
    lines = tuple("".join(row) for row in reversed(rows))
    marked = tuple(sorted(len(rows) - 1 - y for y in full))
    description = {
        "zh": _describe(lines, marked, "场地，从上到下", "即将消除"),
        "en": _describe(lines, marked, "Field, top row first", "about to be cleared"),
    }
    return Diagram(rows=lines, marked=marked, caption=caption, description=description)


def _describe(rows: tuple[str, ...], marked: tuple[int, ...], title: str, cleared: str) -> str:
    return f"{title}: " + " / ".join(f"{row} ({cleared})" if i in marked else row for i, row in enumerate(rows))
