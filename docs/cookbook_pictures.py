"""Draw the pictures of docs/cookbook.md: cards of the games in examples/, on a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from cardgen.building.editions import layout_editions
from cardgen.building.plan import layout_targets
from cardgen.data.load import load_game
from cardgen.formats.svg import to_svg
from cardgen.products.boards.drawing import layout_board
from cardgen.products.options import Options
from cardgen.scene.items import Group, Item, Placed, Scene, rectangle, translate
from cardgen.scene.items import Path as Shape

EXAMPLES = Path(__file__).parent.parent / "examples"
FOLDER = Path(__file__).parent / "pictures" / "cookbook"

_TABLE = "#e6eaf0"
_EDGE = 5.0


def sides_of(name: str, lang: str = "") -> Mapping[str, Scene]:
    """Return all sides of an example's cards (`tales-fog`, `tales-back`), of its edition in `lang` if there is one.

    DataError if the example has faults.
    """
    game = load_game(EXAMPLES / name / "card_data" / name, EXAMPLES / name / "templates")
    (edition,) = layout_editions(game, Options(languages=(lang,) if lang else ()))
    return {side.scene.name: side.scene for deck in edition.laid.values() for card in deck for _, side in card.sides}


def place(scene: Scene, x: float, y: float, corner: float) -> Item:
    """Return a card cut out along its rounded edge, with a shadow, its upper left corner at (x, y)."""
    width, height = scene.width, scene.height
    outline = rectangle(0, 0, width, height, corner)
    shadow = Shape(rectangle(0.5, 0.9, width, height, corner), fill="#10131a", opacity=0.22)
    face = Group((Placed(scene, clip=(0, 0, width, height)),), clip=Shape(outline))
    edge = Shape(outline, stroke="#10131a", stroke_width=0.15, opacity=0.3)
    return Group((shadow, face, edge), translate(x, y))


def on_table(rows: Sequence[Sequence[Scene]], corner: float, description: str, gap: float = _EDGE) -> Scene:
    """Return a scene of rows of cards of one size, `gap` mm apart, on a table."""
    width, height = rows[0][0].width + gap, rows[0][0].height + gap
    size = (width * max(map(len, rows)) - gap + 2 * _EDGE, height * len(rows) - gap + 2 * _EDGE)
    items: list[Item] = [Shape(rectangle(0, 0, *size), fill=_TABLE)]
    for down, row in enumerate(rows):
        for across, scene in enumerate(row):
            items.append(place(scene, _EDGE + across * width, _EDGE + down * height, corner))
    return Scene(*size, tuple(items), title=description, description=description)


# ---------------------------------------------------------------- the games


def draw_poker() -> Scene:
    sides = sides_of("poker")
    names = (
        ("spades-A", "hearts-K", "clubs-Q", "diamonds-J", "spades-10", "hearts-7"),
        ("diamonds-9", "clubs-K", "hearts-Q", "spades-J", "jokers-big", "spades-back"),
    )
    rows = [[sides[name] for name in row] for row in names]
    return on_table(rows, 3, "Twelve cards of a poker deck: an ace, pips, the court, a joker and the back")


def draw_story() -> Scene:
    english, chinese = sides_of("story", "en"), sides_of("story", "zh")
    rows = [
        [english[f"tales-{name}"] for name in ("landing", "fox", "daybreak", "back")],
        [chinese[f"tales-{name}"] for name in ("isle", "ferrywoman", "rope", "telling")],
    ]
    return on_table(rows, 4, "Story cards: places, people and turns of a tale, in English and in Chinese")


#: Tiles as they may be placed on a table: every edge continues in the next tile.
_LANDSCAPE = (
    ("curve-sheep", "bridge", "crossroads", "landing", "fork", "bend-road"),
    ("pasture", "river-mill", "straight-stones", "river-wood", "hut", "straight-woods"),
    ("glade", "river-boat", "farm", "spring", "clearing", "curve-wood"),
)


def draw_tiles() -> Scene:
    sides = sides_of("tiles")
    rows = [[sides[f"tiles-{name}"] for name in row] for row in _LANDSCAPE]
    return on_table(rows, 0, "Landscape tiles side by side: rivers, roads and woods go on from tile to tile", gap=0)


def draw_tokens() -> Scene:
    sides = sides_of("tokens")
    goods = [f"goods-{name}" for name in ("fish", "timber", "salt", "tea", "cloth", "pearl")]
    ships = [f"ships-{name}" for name in ("junk", "dhow", "cog")]
    rows = [[sides[name + end] for name in (*goods, *ships)] for end in ("", "-back")]
    return on_table(rows, 12.5, "Round tokens, their faces above their backs", gap=3)


def draw_hero() -> Scene:
    chinese, english = sides_of("hero", "zh"), sides_of("hero", "en")
    rows = [
        [chinese[name] for name in ("fire-youniang", "water-liniang", "bamboo-miepo", "silk-yixiansheng")],
        [english[name] for name in ("fire-suitong", "water-chusan", "bamboo-yaozi", "silk-back")],
    ]
    return on_table(
        rows, 3, "Hero cards of four guilds: portraits, names set downwards, skills; in Chinese and in English"
    )


def draw_blitz() -> Scene:
    chinese, english = sides_of("blitz", "zh-Hant"), sides_of("blitz", "en")
    units = [chinese["us-rifles-us"], english["uk-engineers-uk"], chinese["ss-heavy-tank-ss"], english["wm-mortar-wm"]]
    others = [english["us-depot-us"], chinese["uk-mine-uk"], english["ss-feint-ss"], chinese["wm-railhead-wm"]]
    backs = [chinese[f"{army}-back"] for army in ("us", "uk", "ss", "wm")]
    return on_table([units, others, backs], 4, "Cards of four armies with the maps of what they hit, and their backs")


def draw_tale() -> Scene:
    chinese, english = sides_of("tale", "zh"), sides_of("tale", "en")
    names = (("crossbowman", "rider", "hunter", "shaman"), ("diver", "physician", "scout", "raider"))
    rows = [[sides[f"heroes-{name}"] for name in row] for sides, row in zip((chinese, english), names, strict=True)]
    return on_table(rows, 3, "Heroes with long skills in Chinese and in English, the terms of the glossary marked")


def draw_mail() -> Scene:
    sides = sides_of("mail")
    game = load_game(EXAMPLES / "mail" / "card_data" / "mail", EXAMPLES / "mail" / "templates")
    letters = on_table(
        [
            [sides[f"letters-{name}"] for name in ("heron-1", "moon-2")],
            [sides["letters-pine-3"], sides["letters-back"]],
        ],
        2.5,
        "Letters to islands",
    )
    board = layout_board(game, "sea", bleed=0).scene
    size = (letters.width + board.width + 2 * _EDGE, board.height + 2 * _EDGE)
    ground = Shape(rectangle(0, 0, *size), fill=_TABLE)
    beside = Group((Placed(letters),), translate(board.width + 2 * _EDGE, (size[1] - letters.height) / 2))
    described = "A sea of 19 hexes with six islands, and four letters"
    return Scene(*size, (ground, place(board, _EDGE, _EDGE, 0), beside), title=described, description=described)


def draw_market() -> Scene:
    sides = sides_of("market")
    names = (
        ("start-cash", "start-cat", "market-skewers", "market-tea"),
        ("market-umbrella", "market-drum", "market-gate", "market-back"),
    )
    rows = [[sides[name] for name in row] for row in names]
    return on_table(rows, 3, "Cards of a deck-builder: stalls of a night market, and their back")


def draw_sheet() -> Scene:
    game = load_game(EXAMPLES / "sheet" / "card_data" / "sheet", EXAMPLES / "sheet" / "templates")
    editions = layout_editions(game, Options())
    pages = [page.scene for edition in editions for page in layout_targets(edition.game)]
    return on_table(
        [[on_paper(page) for page in pages]], 1, "Score sheets of a garden, in English and in Chinese", gap=9
    )


def on_paper(page: Scene, margin: float = 10.0) -> Scene:
    """Return a page on white paper with a margin on every side, in mm."""
    size = (page.width + 2 * margin, page.height + 2 * margin)
    paper = Shape(rectangle(0, 0, *size), fill="#ffffff")
    return Scene(*size, (paper, Group((Placed(page),), translate(margin, margin))), title=page.title)


#: The picture of each example, by its name.
PICTURES: dict[str, Callable[[], Scene]] = {
    "poker": draw_poker,
    "story": draw_story,
    "tiles": draw_tiles,
    "tokens": draw_tokens,
    "hero": draw_hero,
    "blitz": draw_blitz,
    "tale": draw_tale,
    "mail": draw_mail,
    "market": draw_market,
    "sheet": draw_sheet,
}


def draw_cookbook() -> None:
    """Draw all pictures of the page again."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(to_svg(draw()), encoding="utf-8")


if __name__ == "__main__":
    draw_cookbook()
