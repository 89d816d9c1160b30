"""Books from right to left are mirrored: every line of text and every shape is where its mirror image would be."""

from __future__ import annotations

import io
from collections import Counter

import pytest

from cardgen.base.records import replace
from cardgen.formats.pdf import to_pdf
from cardgen.rulebook.book import Sources
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import Pages, layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.rulebook.theme import ChapterOrnament, Theme
from cardgen.scene.items import GlyphRun, Path, Scene, bounds_of, walk
from cardgen.scene.paths import points_of
from cardgen.text.measuring import measure
from cardgen.text.spans import Span
from tests.formats.structures import open_pdf

# Words without marks are equal in all directions, so that only their places differ.
TEXT = """\
## One

Words that are long enough to go on in the next line of the page because there are many of them here

> A note

- one
  - inside

3. three

| a | b |
|:-:|--:|
| c | d[^1] |

```cards T I
caption: Two cards
```

### Two

More[^1]

[^1]: A footnote
"""


def laid(lang: str, sources: Sources, theme: Theme) -> Pages:
    return layout_rulebook(parse_rulebook(f"# Title\n\n{TEXT}", "book.md", lang, sources), sources, theme=theme)


def boxes(scene: Scene, mirrored: bool) -> Counter[tuple[object, ...]]:
    """Return what is on a page: the texts and colours with their left and right edge and their y."""
    found: Counter[tuple[object, ...]] = Counter()
    for matrix, item in walk(scene.items):
        if isinstance(item, GlyphRun):
            x, y, width, _ = bounds_of(matrix, (item.x, item.baseline, item.width, 1.0))
            what: object = item.text
        elif isinstance(item, Path):
            points = [point for command in item.commands for point in points_of(command)]
            left, top = min(x for x, _ in points), min(y for _, y in points)
            right, bottom = max(x for x, _ in points), max(y for _, y in points)
            x, y, width, _ = bounds_of(matrix, (left, top, right - left, bottom - top))
            what = (item.fill, item.stroke)
        else:
            continue
        x = scene.width - x - width if mirrored else x
        if what in ("More", "d") or str(what).startswith("\u2060"):
            continue  # the number of a footnote is at the right of a Latin word in all books
        found[what, round(x, 2) + 0.0, round(width, 2), round(y, 2)] += 1
    return found


@pytest.mark.parametrize(
    "theme",
    [
        Theme(),
        Theme(has_cover=False, depth=0, ornament=ChapterOrnament("line")),
        Theme(ornament=ChapterOrnament("dots")),
    ],
)
def test_each_page_is_the_mirror_image_of_one_from_left_to_right(theme: Theme, small: Sources) -> None:
    small = replace(small, values={**small.values, "game": {"titles": {"en": "Small", "he": "Small"}}})
    forth, back = laid("en", small, theme), laid("he", small, theme)
    assert len(forth.scenes) == len(back.scenes)
    for scene, mirrored in list(zip(forth.scenes, back.scenes, strict=True))[2:3]:
        assert boxes(mirrored, True) == boxes(scene, False)
    assert forth.anchors == back.anchors


def test_the_direction_of_a_text_is_that_of_its_language_not_of_its_first_word() -> None:
    spans = [Span("Cards קלפים", lang="he")]
    assert (measure(spans).level, measure(spans, keeps_direction=True).level) == (0, 1)
    assert measure([Span("קלפים", lang="en")], keeps_direction=True).level == 1  # letters decide


@pytest.mark.parametrize(("lang", "attribute"), [("ar", ' lang="ar" dir="rtl">'), ("en", ' lang="en">')])
def test_html_has_the_direction_of_the_book(lang: str, attribute: str, small: Sources) -> None:
    page = rulebook_html(parse_rulebook("# Title\n\n```\ncode\n```", "book.md", lang, small), small)
    assert f"<html{attribute}" in page
    assert ('<pre dir="ltr">' in page) == (lang == "ar")


@pytest.mark.parametrize(("lang", "direction"), [("he-IL", "/R2L"), ("en", None)])
def test_viewers_show_two_pages_in_the_order_of_the_book(lang: str, direction: str | None) -> None:
    file = io.BytesIO()
    to_pdf([Scene(10, 10, ())], file, lang=lang)
    assert open_pdf(file.getvalue()).Root.ViewerPreferences.get("/Direction") == direction
