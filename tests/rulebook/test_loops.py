"""Loops of rulebooks over cards, rulesets and other tables: their entries, their bounds, and faults at their places."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.building.build import build_game
from cardgen.data.project import Project
from cardgen.products.options import Options
from cardgen.rulebook.book import Block, Book, Figure, Heading, Items, Note, Paragraph, Sources, Table, plain
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from tests.games_on_disk import tiny_game_in


@pytest.fixture
def tea(small: Sources) -> Sources:
    """Four cards of a deck with names in two languages, a ruleset, and a glossary."""
    cards = {
        "oolong": {"id": "oolong", "copies": 2, "names": {"en": "Oolong", "zh": "乌龙"}, "cost": 3, "kind": "blue"},
        "green": {"id": "green", "copies": 4, "names": {"en": "Green", "zh": "绿茶"}, "cost": 10, "kind": "green"},
        "mint": {"id": "mint", "copies": 1, "names": {"en": "Mint *leaf*", "zh": "薄荷"}, "cost": None, "kind": "herb"},
        "black": {"id": "black", "copies": 3, "names": {"en": "Black", "zh": "红茶"}, "cost": 2, "kind": "red"},
    }
    values = {
        **small.values,
        "decks": {"teas": {"id": "teas", "cards": cards}},
        "cards": cards,
        "standard": {
            "steps": ["boil", "pour"],
            "points": {"a": 1, "b": 2},
            "rounds": [{"name": "First", "draws": [1, 2]}, {"name": "Last", "draws": [3]}],
            "one": 1,
        },
        "glossary": {"steep": {"en": "to wait", "zh": "浸泡"}, "pour": {"en": "to fill", "zh": "倒"}},
    }
    return replace(small, values=values)


def parse(text: str, sources: Sources, lang: str = "en") -> Book:
    return parse_rulebook(f"# Title\n\n{text}", "book.md", lang, sources)


def words(blocks: tuple[Block, ...]) -> list[str]:
    """Return the texts of blocks, of a list each entry by itself."""
    found = []
    for block in blocks:
        if isinstance(block, Items):
            found += [f"- {text}" for entry in block.entries for text in words(entry)]
        elif isinstance(block, Note):
            found += [f"> {text}" for text in words(block.blocks)]
        elif isinstance(block, Table):
            found += [" | ".join(map(plain, row)) for row in (block.header, *block.rows)]
        elif isinstance(block, Figure):
            found += [f"[{plain(panel.caption) or panel.alt}]" for panel in block.panels]
        elif isinstance(block, Heading | Paragraph):
            found.append(plain(block.words))
    return found


def made(text: str, sources: Sources, lang: str = "en") -> list[str]:
    return words(parse(text, sources, lang).blocks)


def faults(text: str, sources: Sources) -> list[str]:
    with pytest.raises(DataError) as caught:
        parse(text, sources)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("card of teas\n", ["oolong", "green", "mint", "black"]),
        ("card of cards\n", ["oolong", "green", "mint", "black"]),
        ("card of decks.teas.cards\n", ["oolong", "green", "mint", "black"]),
        ("card of teas\nwhere: {kind: [red, blue]}\n---\n", ["oolong", "black"]),
        ("card of teas\nwhere: {cost: {at_least: 3}, kind: {not: blue}}\n---\n", ["green"]),
        ("card of teas\nwhere: {cost: {given: false}}\n---\n", ["mint"]),
        ("card of teas\nwhere: {names: Green}\n---\n", ["green"]),
        ("card of teas\nwhere: {names.zh: 绿茶}\n---\n", ["green"]),
        ('card of teas\nwhere: {kind: "{id}"}\n---\n', ["green"]),
        ("card of teas\nsort: cost\n---\n", ["black", "oolong", "green", "mint"]),
        ("card of teas\nsort: -cost\n---\n", ["green", "oolong", "black", "mint"]),
        ("card of teas\nsort: [-copies, names]\nwhere: {copies: {at_most: 3}}\n---\n", ["black", "oolong", "mint"]),
        ("card of teas\nsort: names\n---\n", ["black", "green", "mint", "oolong"]),
    ],
)
def test_the_entries_of_a_loop(loop: str, expected: list[str], tea: Sources) -> None:
    assert made(f"```each {loop}{{card.id}}\n```", tea) == expected


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("step of standard.steps\n1. {step.value}", ["- boil", "- pour"]),
        ("row of standard.points\n- {row.key}: {row.value}", ["- a: 1", "- b: 2"]),
        ("round of standard.rounds\n> {round.name}", ["> First", "> Last"]),
        ("term of glossary\nsort: key\n---\n### {term.key}\n\n{term.value}", ["pour", "to fill", "steep", "to wait"]),
    ],
)
def test_tables_that_are_no_cards(loop: str, expected: list[str], tea: Sources) -> None:
    assert made(f"```each {loop}\n```", tea) == expected


def test_lists_of_all_turns_are_one_and_headings_are_in_the_contents(tea: Sources) -> None:
    book = parse("````each card of teas\n- {card.id}\n````\n\n- end", tea)
    first, second = book.blocks
    assert isinstance(first, Items)
    assert isinstance(second, Items)
    assert (len(first.entries), len(second.entries)) == (4, 1)
    text = "```each card of teas\n## {card.names}\n\nIt costs {card.cost}.\n```"
    with pytest.raises(DataError, match=r"book.md:6:10: \{card.cost\} is empty"):
        parse(text, tea)
    book = parse(text.replace("\n##", "\nwhere: {cost: {given: true}}\n---\n##"), tea)
    assert [block.anchor for block in book.blocks if isinstance(block, Heading)] == ["oolong", "green", "black"]
    assert made("```each card of teas\n{card.names}\n```", tea, "zh") == ["乌龙", "绿茶", "薄荷", "红茶"]
    assert made("```each card of teas\n{card.names}\n```", tea)[2] == "Mint *leaf*"  # data is no Markdown


def test_data_blocks_and_loops_inside_of_loops(tea: Sources) -> None:
    text = (
        "````each round of standard.rounds\n### {round.name}\n\n```each draw of round.draws\n- {draw.value}\n```\n\n"
        "```table\nheader: [A]\nrows: [['{round.name}']]\n```\n````"
    )
    assert made(text, tea) == ["First", "- 1", "- 2", "A", "First", "Last", "- 3", "A", "Last"]
    text = "````each card of teas\nsort: id\n---\n```cards {card.id}\nlabel: kind\ncaption: '{card.id}'\n```\n````"
    book = parse(text, tea)
    assert words(book.blocks) == ["[red]", "[green]", "[herb]", "[blue]"]
    assert next(plain(block.caption) for block in book.blocks if isinstance(block, Figure)) == "black"
    assert len(layout_rulebook(book, tea).scenes) >= 4
    assert rulebook_html(book, tea).count("<figcaption>") == 4


def test_cards_have_their_names_below_them(tea: Sources) -> None:
    assert made("```cards oolong~ green\n```", tea) == ["[Oolong]", "[Green]"]
    assert made("```cards oolong green\n```", tea, "zh") == ["[乌龙]", "[绿茶]"]
    assert made("```cards green\nlabel: kind\n```", tea) == ["[green]"]
    (figure,) = parse("```cards green~\nlabel: id\n```", tea).blocks
    assert isinstance(figure, Figure)
    assert plain(figure.panels[0].caption or figure.caption) == "green~"
    assert made("```cards T\n```", replace(tea, values={**tea.values, "cards": {"T": {"id": "T", "copies": 1}}})) == [
        "[T]"
    ]
    (figure,) = parse("```cards green\ncopies: true\n```", tea).blocks
    assert isinstance(figure, Figure)
    assert plain(figure.panels[0].caption) == "× 4"


def test_cards_of_a_deck(tea: Sources) -> None:
    assert made("```cards\nof: teas\nwhere: {copies: {at_least: 2}}\nsort: names\n```", tea) == [
        *("[Black]", "[Green]", "[Oolong]")
    ]
    assert made("```cards mint\nof: teas\nwhere: {kind: red}\n```", tea) == ["[Mint *leaf*]", "[Black]"]


def test_rows_of_a_table(tea: Sources) -> None:
    text = (
        "```table\nheader: [Tea, Copies]\nrows:\n"
        "  - {each: card of teas, where: {kind: {not: herb}}, sort: id, row: ['{card.names}', '{card.copies}']}\n"
        "  - [Others, {copies: mint}]\ntotal: true\n```"
    )
    (table,) = parse(text, tea).blocks
    assert isinstance(table, Table)
    assert words((table,)) == ["Tea | Copies", "Black | 3", "Green | 4", "Oolong | 2", "Others | 1"]
    assert table.align == ("left", "centre")
    loop = "{each: r of standard.rounds, row: ['{r.name}', '{r.draws}']}"
    text = f"```table\nheader: [Round, Draw, More]\nrows: [{loop}]\n```"
    assert made(text, tea) == ["Round | Draw | More", "First | 1 | 2", "Last | 3 | –"]


TABLE = "```table\nheader: [A]\nrows: [%s]\n```"


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("card in teas\nx", "3:1: 'card in teas' is not a loop (such as card of cards)"),
        ("card of tea\nx", "3:1: there is no value {tea} (did you mean 'teas'?)"),
        ("x of standard.stps\nx", "3:1: there is no value {standard.stps} (did you mean 'steps'?)"),
        ("x of standard.one\nx", "3:1: standard.one is no list and has no keys with values"),
        ("game of teas\nx", "3:1: 'game' is already the name of a value"),
        ("card of teas\n\nA {card.nmes}.", "5:3: there is no value {card.nmes} (did you mean 'names'?)"),
        ("card of teas\nwhere: {knd: red}\n---\nx", "4:9: no entry has 'knd' (did you mean 'kind'?)"),
        ("card of teas\nsort: [id, -cst]\n---\nx", "4:7: no entry has 'cst' (did you mean 'cost'?)"),
        ("card of teas\nwhere: {kind: pink}\n---\nx", "4:1: no entry is selected"),
        ("card of teas\nwere: {kind: red}\n---\nx", "4:1: unknown key 'were'"),
        ("card of teas\n\n```cards {card.idd}\n```", "5:1: there is no value {card.idd}"),
        ("card of teas\n# {card.id}", "4:1: a second title"),
        ("card of teas\n```cover\n```", "4:1: a second cover"),
        ("card of teas\nSee [](#nowhere).", "4:1: no heading of the book has the anchor '#nowhere'"),
    ],
)
def test_faults_are_at_their_place_and_reported_once(loop: str, expected: str, tea: Sources) -> None:
    (fault,) = faults(f"````each {loop}\n````", tea)
    assert fault.startswith(f"book.md:{expected}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```cards\nwhere: {kind: red}\n```", "4:1: `where` needs `of`, a deck"),
        ("```cards\nof: standard.steps\n```", "3:1: there is no card 'boil'"),
        (TABLE % "{each: card of teas, row: ['{card.x}']}", "5:35: there is no value {card.x}"),
        (TABLE % "{each: card of tea, row: [a]}", "5:15: there is no value {tea}"),
        (TABLE % "{each: card of teas, wher: {}, row: [a]}", "5:29: unknown key 'wher'"),
        (TABLE % "{each: card of teas}", "5:8: the key 'row' is missing"),
    ],
)
def test_faults_in_tables_and_figures(text: str, expected: str, tea: Sources) -> None:
    (fault,) = faults(text, tea)
    assert fault.startswith(f"book.md:{expected}")


def test_faults_of_single_entries_are_all_reported(tea: Sources) -> None:
    kinds = ("blue", "green", "herb", "red")
    assert faults("```each card of teas\nwhere: {kind: {at_least: 2}}\n---\nx\n```", tea) == [
        f"book.md:4:15: kind: '{kind}' given, expected a number (the condition compares it with a number)"
        for kind in kinds
    ]
    found = faults("````each card of teas\n```cards x{card.id}\n```\n````", tea)
    assert [fault.partition(" (")[0] for fault in found] == [
        f"book.md:4:1: there is no card 'x{name}'" for name in ("black", "green", "mint", "oolong")
    ]


def test_loops_are_bounded(small: Sources) -> None:
    rows = [{"value": i} for i in range(9_000)]
    many = replace(small, values={**small.values, "many": rows, "long": [{"text": "x" * 5_000}] * 50})
    too_much = "the loops of the rulebook make more than 200,000 characters (select fewer entries with `where`)"
    for text in (
        "````each a of many\n```each b of many\n-\n```\n````",
        "```each a of many\nThis has {a.value} of all the many things that there are.\n```",
        "```each a of many\nwhere: {value: {at_most: 100}}\n---\n" + "x" * 3000 + "\n```",
    ):
        assert too_much in faults(text, many)[0]
    assert "make more than" in faults("```each a of long\n{a.text}\n```", many)[0]
    assert (
        "make more than" in faults("```table\nheader: [A]\nrows: [{each: a of long, row: ['{a.text}']}]\n```", many)[0]
    )
    assert len(parse("```each a of many\nwhere: {value: {at_most: 99}}\n---\n{a.value}\n```", many).blocks) == 100
    nested = "x"
    for depth in range(6):
        mark = "`" * (depth + 3)
        nested = f"{mark}each v{depth} of standard.attack\n{nested}\n{mark}"
    assert "loops are nested too deep (expected at most 4 loops" in faults(nested, small)[0]


def test_a_picture_for_each_entry_makes_the_book_stale(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><rect width="4" height="2" fill="#386641"/></svg>'
    for name in ("one", "two"):
        game.write(f"card_data/tiny/art/{name}.svg", svg)
    game.change("card_data/tiny/game.yaml", "targets:\n", "rulebooks: {en: rules.md}\ntargets:\n")
    game.write(
        "card_data/tiny/rules.md",
        "# Tiny\n\n````each card of main\n```picture art/{card.id}.svg\nalts: [A]\n```\n````\n",
    )
    options = Options(only=("rules.en.html",))

    def made() -> str:
        return build_game(Project(tmp_path), "tiny", tmp_path / "out", options).states["rules/rules.en.html"]

    assert made() == "written"
    assert made() != "written"
    game.write("card_data/tiny/art/two.svg", svg.replace("#386641", "#aa0000"))
    assert made() == "written"
    assert "#aa0000" in (tmp_path / "out/tiny/rules/rules.en.html").read_text(encoding="utf-8")
