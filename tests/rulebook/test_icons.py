"""Icons of game.yaml in the words of rulebooks, and values of cards that name them."""

from __future__ import annotations

import re
from pathlib import Path as Folder

import pytest

from cardgen.base.errors import DataError
from cardgen.base.records import replace
from cardgen.cards.layout.cards import layout_deck
from cardgen.products.rulebook import book_sources
from cardgen.rulebook.book import BookIcon, Heading, Paragraph, Sources, Table, Words, plain
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import GlyphRun, Path, rectangle, walk
from cardgen.text.spans import Inset
from tests.formats.structures import open_pdf, structure_of, tagged, unmarked_operators
from tests.games_on_disk import GameOnDisk, tiny_game_in


def square(name: str, names: dict[str, str], colour: str = "", height: float = 0.8) -> BookIcon:
    def draw(words: str, lang: str, size: float) -> Inset:  # noqa: ARG001
        label = names.get(lang, name)
        return Inset((Path(rectangle(0, 0, height, height), fill=colour or words),), height, height, 0.0, label)

    return BookIcon(name, names, draw)


@pytest.fixture
def clay(small: Sources) -> Sources:
    """The small game with icons, and cards that name them."""
    icons = {
        "clay": square("clay", {"zh": "陶土"}, "#b5562b"),
        "salt": square("salt", {}),
        "tower": square("tower", {}, "#3366cc", 3.0),
    }
    goods = {
        "jar": {
            "id": "jar",
            "names": "Jar",
            "rules": "Gain 1 {salt}, {漢|かん} {{x}}.",
            "cost": ("clay", "clay", "salt"),
        },
        "pot": {"id": "pot", "names": "Pot", "rules": "None.", "cost": ("clay",), "words": ("clay", "or")},
    }
    values = {**small.values, "goods": goods}
    return replace(small, values=values, icons=icons)


def words_of(text: str, sources: Sources) -> Words:
    book = parse_rulebook(f"# Title\n\n{text}", "book.md", "en", sources)
    (paragraph,) = (block for block in book.blocks if isinstance(block, Paragraph))
    return paragraph.words


def shown(words: Words) -> str:
    """Return the words with the names of their icons in brackets."""
    return "".join(f"<{word.icon.name}>" if word.icon else word.text for word in words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Pay {clay}{clay} or **{salt}**.", "Pay <clay><clay> or <salt>."),
        ("{goods.jar.rules}", "Gain 1 <salt>, 漢 {x}."),
        ("It costs {goods.jar.cost}.", "It costs <clay><clay><salt>."),
        ("It is {goods.pot.words}.", "It is clay, or."),  # not all of them are icons
        ("Type `{clay}` here.", "Type clay here."),
        ("{{clay}}", "{clay}"),
    ],
)
def test_words_and_values_may_name_icons(text: str, words: str, clay: Sources) -> None:
    assert shown(words_of(text, clay)) == words


def test_an_icon_is_named_in_plain_text(clay: Sources) -> None:
    text = "# Title\n\n## Goods {clay}\n\n{salt}\n\n## {clay}\n\nSee [](#goods-clay)."
    book = parse_rulebook(text, "book.md", "en", clay)
    headings = [block for block in book.blocks if isinstance(block, Heading)]
    assert [(heading.anchor, plain(heading.words)) for heading in headings] == [
        ("goods-clay", "Goods clay"),
        ("clay", "clay"),
    ]
    assert shown(book.titles["goods-clay"]) == "Goods <clay>"


def test_a_list_of_icons_is_one_cell_of_a_table(clay: Sources) -> None:
    text = """# T\n\n```table
header: [Good, "{clay}"]
rows:
  - {each: good of goods, row: ["{good.names}", "{good.cost}"]}
```
"""
    (table,) = parse_rulebook(text, "book.md", "en", clay).blocks
    assert isinstance(table, Table)
    assert [[shown(cell) for cell in row] for row in (table.header, *table.rows)] == [
        ["Good", "<clay>"],
        ["Jar", "<clay><clay><salt>"],
        ["Pot", "<clay>"],
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{clya}", "book.md:3:1: there is no value {clya} (did you mean 'clay'?)"),
        (
            "x {goods.jar.rules}",
            "book.md:3:3: the value has {salt}, which is no icon of game.yaml (did you mean 'salts'?)",
        ),
    ],
)
def test_an_unknown_icon_is_a_fault(text: str, fault: str, clay: Sources) -> None:
    salts = {("salts" if name == "salt" else name): icon for name, icon in clay.icons.items()}
    with pytest.raises(DataError) as caught:
        words_of(text, replace(clay, icons=salts))
    assert [str(fault) for fault in caught.value.faults] == [fault]


def test_icons_are_drawn_and_read_on_pages(clay: Sources) -> None:
    text = "# Title\n\n## Goods {clay}\n\nPay [one {salt}](#goods-clay) or {tower}\\\nmore {salt}.\n"
    pages = layout_rulebook(parse_rulebook(text, "book.md", "en", clay), clay)
    items = [item for _, item in walk(pages.scenes[2].items)]
    named = [item for item in items if isinstance(item, GlyphRun) and item.invisible]
    assert [(run.text.strip(), run.link) for run in named] == [
        *[("clay", ""), ("salt", "#goods-clay"), ("tower", ""), ("salt", "")],
    ]
    colours = [item.fill for item in items if isinstance(item, Path) and item.fill in ("#b5562b", "#3366cc")]
    assert colours == ["#b5562b", "#3366cc"]
    document = open_pdf(tagged(pages))
    assert [unmarked_operators(page) for page in document.pages] == [[] for _ in document.pages]
    assert "H2 3" in structure_of(document)


def test_icons_have_a_text_alternative_in_html(clay: Sources) -> None:
    text = "# 标题\n\n{clay}，[{salt}](https://example.org)"
    page = rulebook_html(parse_rulebook(text, "book.md", "zh", clay), clay)
    drawn = re.findall(r'<span class="(icon[^"]*)" style="([^"]*)"><svg.*?</svg>', page)
    assert drawn == [
        ("icon coloured", "height:0.8em;width:0.8em;vertical-align:0em"),
        ("icon", "height:0.8em;width:0.8em;vertical-align:0em"),
    ]
    assert "陶土" in page
    assert 'fill="currentColor"' in page


def with_icons(game: GameOnDisk, icons: str) -> None:
    name = f"card_data/{game.name}/game.yaml"
    game.write(name, f"{game.read(name)}icons: {icons}\nrulebooks: {{en: rules.md}}\n")


def test_a_game_gives_its_icons_to_its_rulebooks(tmp_path: Folder) -> None:
    game = tiny_game_in(tmp_path)
    with_icons(game, "{dot: {shape: {kind: ellipse, fill: '#123456'}, names: {en: a dot}}, wrong: {file: no.svg}}")
    game.write("card_data/tiny/rules.md", "# Rules\n")
    game.write("card_data/tiny/no.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><text/></svg>")
    loaded = game.load()
    sources = book_sources(loaded, {name: layout_deck(loaded, deck) for name, deck in loaded.decks.items()})
    inset = sources.icons["dot"].draw("#000000", "en", 3.0)
    assert (inset.name, inset.height) == ("a dot", 0.8)
    assert inset.width == pytest.approx(0.8)
    with pytest.raises(DataError) as caught:
        parse_rulebook("# Rules\n\n{wrong} and {wron}", "rules.md", "en", sources)
    assert [fault.place.file for fault in caught.value.faults] == ["card_data/tiny/no.svg", "rules.md"]
