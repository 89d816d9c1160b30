"""Where the texts of tuck boxes are: in the middle of their panels, and never over a fold, a cut or glue."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
import yaml

from cardgen.base.records import replace
from cardgen.base.units import PAPERS
from cardgen.base.words.messages import message, plural
from cardgen.data.load import load_game
from cardgen.products.tuckboxes.drawing import BoxShape, tuckbox_pages
from cardgen.products.tuckboxes.flaps import Bottom
from cardgen.products.tuckboxes.icons import Fact, draw_cake, draw_cards, draw_clock, draw_players
from cardgen.products.tuckboxes.net import Sheets, TuckboxLayout, lay_sheets
from cardgen.products.tuckboxes.panels import BoxLook
from cardgen.products.tuckboxes.product import layout_tuckbox
from cardgen.products.tuckboxes.target import TUCKBOXES
from cardgen.products.tuckboxes.texts import two_of
from cardgen.scene.items import GlyphRun, Group, Path, Rect, Scene, bounds_of, walk
from cardgen.text.ink import ink_of
from tests.cases import for_cases
from tests.games_on_disk import REPOSITORY
from tests.products.nets import A4, LETTER, STANDARD, SUBTITLE, TITLE, art, inside, overlap, points

GAMES = tuple(sorted(path.parent.name for path in (REPOSITORY / "card_data").glob("*/game.yaml")))
FACTS = (
    Fact(draw_cards, plural("{count} card", "{count} cards", 90)),
    Fact(draw_players, message("{least} or {most} players", least=2, most=4)),
    Fact(draw_clock, message("{least}–{most} min", least=30, most=90)),
    Fact(draw_cake, message("age {age}+", age=12)),
)
#: The panels that are seen when a box is closed: flaps have no texts but the labels of glue.
SEEN = ("front", "left", "back", "right", "lid", "bottom", "bottom back")
LABELS = {"涂胶", "塗膠", "glue", "A", "50 mm", "20 mm"}


def texts_of(page: Scene) -> list[tuple[str, Rect]]:
    """Return the texts of a page with the bounds of their ink, without those of the art."""
    runs = [(matrix, item) for matrix, item in walk(i for i in page.items if isinstance(i, Group))]
    bounds = [(run.text.strip(), bounds_of(matrix, ink_of(run))) for matrix, run in runs if isinstance(run, GlyphRun)]
    return [(text, box) for text, box in bounds if text]


def rim(box: Rect, beyond: float) -> list[tuple[float, float]]:
    """Return points around a box, `beyond` mm from it."""
    x, y, w, h = box[0] - beyond, box[1] - beyond, box[2] + 2 * beyond, box[3] + 2 * beyond
    shares = [n / 5 for n in range(6)]
    return [(x + w * s, y + h * t) for s in shares for t in shares if s in (0, 1) or t in (0, 1)]


def contains(panel: Rect, box: Rect, least: float) -> bool:
    return (
        panel[0] + least <= box[0]
        and panel[1] + least <= box[1]
        and box[0] + box[2] <= panel[0] + panel[2] - least
        and box[1] + box[3] <= panel[1] + panel[3] - least
    )


def check_texts(page: Scene, layout: TuckboxLayout) -> None:
    """Check that each text is inside of one panel, away from its edges, or outside of the net and its bleed."""
    polygon, texts = points(layout.cut), texts_of(page)
    for (text, a), (other, b) in combinations(texts, 2):
        assert not overlap(a, b), (text, other)
    for text, box in texts:
        if text in LABELS:
            continue
        if any(inside(polygon, x, y) for x, y in rim(box, 0)):
            assert all(inside(polygon, x, y) for x, y in rim(box, 0.3)), f"{text} crosses a cut"
            panels = [name for name, panel in layout.panels.items() if contains(panel, box, 0.3)]
            assert any(name in SEEN for name in panels), f"{text} is over a fold or on a flap"
            assert not any(inside(points(area), x, y) for area in layout.bare for x, y in rim(box, 0.3)), text
        else:
            assert not any(inside(polygon, x, y) for x, y in rim(box, 1.9)), f"{text} is on the bleed"
            x, y, w, h = layout.room
            assert contains((x - 1e-6, y - 1e-6, w + 2e-6, h + 2e-6), box, 0), f"{text} is not in the printed area"


LOOK = BoxLook(TITLE, SUBTITLE, "The cardgen team · CC-BY-SA-4.0", FACTS, languages=("zh", "en"))


@pytest.mark.parametrize(
    ("bottom", "sheets", "thickness", "paper", "back"),
    [
        ("tuck", "one", 33.0, A4, None),
        ("glued", "one", 27.0, A4, art()),
        ("crash-lock", "one", 27.0, A4, None),
        ("tuck", "two", 55.0, LETTER, None),
        ("glued", "two", 11.0, LETTER, None),
        ("crash-lock", "two", 40.0, LETTER, art()),
    ],
)
def test_no_text_is_over_a_fold_a_cut_or_glue(
    bottom: Bottom, sheets: Sheets, thickness: float, paper: tuple[float, float], back: Scene | None
) -> None:
    look = replace(LOOK, art=back)
    pages = tuckbox_pages(STANDARD, thickness, paper, look, BoxShape(bottom, sheets=sheets))
    layouts = lay_sheets(STANDARD, thickness, paper, bottom=bottom, sheets=sheets)
    for page, layout in zip(pages, layouts, strict=True):
        check_texts(page, layout)


def test_titles_are_in_the_middle_of_their_panels() -> None:
    (page,) = tuckbox_pages(STANDARD, 27.0, A4, LOOK)
    (layout,) = lay_sheets(STANDARD, 27.0, A4)
    title = "".join(TITLE.values())
    for name in ("front", "left", "right", "lid"):
        x, y, w, h = panel = layout.panels[name]
        texts = [(text, box) for text, box in texts_of(page) if text in title and contains(panel, box, 0.3)]
        assert sorted("".join(text for text, _ in texts)) == sorted(title), name
        boxes = [box for _, box in texts]
        for box in boxes:
            assert box[0] + box[2] / 2 == pytest.approx(x + w / 2, abs=0.45), name
        if name != "front":  # its subtitles are below, and the notch above
            top, low = min(box[1] for box in boxes), max(box[1] + box[3] for box in boxes)
            assert (top + low) / 2 == pytest.approx(y + h / 2, abs=1.2), name


def test_texts_of_icons_are_all_of_one_size_and_in_rows() -> None:
    (page,) = tuckbox_pages(STANDARD, 27.0, A4, LOOK)
    runs = [(matrix, run) for matrix, run in walk(page.items) if isinstance(run, GlyphRun)]
    english = {fact.text.in_language("en") for fact in FACTS}
    shown = [(matrix, run) for matrix, run in runs if run.text in english]
    assert {run.text for _, run in shown} == english
    assert len({round(matrix[5] + run.baseline, 6) for matrix, run in shown}) == 1
    digits = [run.size for _, run in runs if run.text.strip() in ("30～90", "12")]
    assert len({*digits, *(run.size for _, run in shown)}) == 1


# ---------------------------------------------------------------- lengths and languages


@pytest.mark.parametrize(("card", "length"), [(STANDARD, 50), ((44.0, 44.0), 20), ((30.0, 25.0), 0)])
def test_the_ruler_on_a_glue_flap_is_as_long_as_it_says(card: tuple[float, float], length: int) -> None:
    for layout, page in zip(
        lay_sheets(card, 12.0, A4, sheets="two"),
        tuckbox_pages(card, 12.0, A4, BoxLook({"en": "Tea"}, languages=("en",)), BoxShape(sheets="two")),
        strict=True,
    ):
        x, y, w, h = layout.flap
        rulers = [
            path
            for _, path in walk(page.items)
            if isinstance(path, Path)
            and path.stroke
            and len(path.commands) > 8
            and all(x <= px <= x + w and y <= py <= y + h for px, py in points(path.commands))
        ]
        assert len(rulers) == (1 if length else 0)
        for ruler in rulers:
            ends = [py for _, py in points(ruler.commands)]
            assert max(ends) - min(ends) == pytest.approx(length)
        labels = [text for text, box in texts_of(page) if text.endswith(" mm") and contains(layout.flap, box, 0)]
        assert labels == ([f"{length} mm"] if length else [])


def test_the_size_outside_is_that_of_the_panels() -> None:
    (page,) = tuckbox_pages(STANDARD, 27.0, A4, LOOK)
    (layout,) = lay_sheets(STANDARD, 27.0, A4)
    _, _, width, height = layout.panels["front"]
    assert (width, height, layout.panels["left"][2]) == pytest.approx((64.4, 89.4, 29.21))
    texts = [text for text, _ in texts_of(page)]
    assert "outside 64.4 × 89.4 × 29.2 mm" in texts
    assert "外尺寸64.4×89.4×29.2mm" in "".join(texts).replace(" ", "")


def test_of_two_kinds_of_chinese_and_english_the_steps_are_in_one_chinese_and_english() -> None:
    assert two_of(["zh-Hant", "zh", "en"]) == ["zh-Hant", "en"]
    assert two_of(["zh-Hant", "zh"]) == ["zh-Hant", "zh"]
    assert two_of(["en"]) == ["en"]
    title = {"zh-Hant": "閃電", "zh-Hans": "闪电", "en": "Flash"}
    (page,) = tuckbox_pages(STANDARD, 12.0, A4, BoxLook(title, languages=tuple(title)))
    everything = "".join(text for text, _ in texts_of(page))
    assert "沿實線剪下" in everything
    assert "Cut the solid lines" in everything
    assert "沿实线剪下" not in everything


def test_on_small_paper_the_steps_are_in_the_first_language_alone() -> None:
    a5, shape = PAPERS["a5"], BoxShape("glued")
    (page,) = tuckbox_pages(STANDARD, 9.0, a5, BoxLook({"zh": "茶", "en": "Tea"}, languages=("zh", "en")), shape)
    (layout,) = lay_sheets(STANDARD, 9.0, a5, bottom="glued")
    check_texts(page, layout)
    everything = "".join(text for text, _ in texts_of(page))
    assert "沿实线剪下" in everything
    assert "Cut the solid lines" not in everything


# ---------------------------------------------------------------- the bundled games


@pytest.mark.parametrize("name", GAMES)
def test_every_bundled_game_has_boxes_with_their_texts_in_place(name: str) -> None:
    game = load_game(REPOSITORY / "card_data" / name, REPOSITORY / "templates", REPOSITORY)
    assert TUCKBOXES.of(game.file)
    for name, target in TUCKBOXES.of(game.file).items():
        deck = game.decks[target.deck]
        card, thickness = (deck.size.width, deck.size.height), deck.count * deck.size.thickness
        pages = layout_tuckbox(game, name, name, "a4")
        for page, layout in zip(pages, lay_sheets(card, thickness, A4), strict=True):
            check_texts(page, layout)


@for_cases("name", GAMES)
def test_boxes_state_only_what_the_cover_of_the_rulebook_states(name: str) -> None:
    folder = REPOSITORY / "card_data" / name
    lines = (folder / "game.yaml").read_text(encoding="utf-8").splitlines()
    file = yaml.safe_load("\n".join(line for line in lines if line.startswith(("players:", "minutes:", "age:"))))
    english = (folder / "rulebook.en.md").read_text(encoding="utf-8")
    chinese = next(folder.glob("rulebook.zh*.md")).read_text(encoding="utf-8")
    minutes, age = file.get("minutes"), file.get("age")
    printed = re.findall(r"(\d+)–(\d+) minutes", english)
    assert printed == ([(str(minutes["least"]), str(minutes["most"]))] if minutes else [])
    assert not minutes or f"{minutes['least']}～{minutes['most']}分" in chinese
    assert re.findall(r"age (\d+)\+", english) == ([str(age)] if age else [])
    assert not age or re.search(rf"{age}[岁歲]以上", chinese)
    assert file["players"]["least"] >= 2
