"""The fenced blocks: what each becomes, and its faults."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.base.plugins import forget_plugins
from cardgen.building.plan import layout_game
from cardgen.games.block_killer.rulebook.rotation import BlockPicture
from cardgen.games.block_killer.rulebook.rows import RowPicture
from cardgen.games.block_killer.rulebook.shingle import ShinglePicture
from cardgen.games.squares.rulebook import FieldOrnament, FieldPicture
from cardgen.products.rulebook import book_sources
from cardgen.rulebook.blocks.cards import FacePicture
from cardgen.rulebook.blocks.diagram import DiagramPicture
from cardgen.rulebook.blocks.play import _without_script_spaces
from cardgen.rulebook.book import Book, Figure, Panel, Sources, Table, plain
from cardgen.rulebook.parsing import parse_rulebook
from tests.games_on_disk import tiny_game_in

from .conftest import SmallEngine


def parse(text: str, sources: Sources, lang: str = "en") -> Book:
    return parse_rulebook(f"# Title\n\n{text}", "book.md", lang, sources)


def figure(text: str, sources: Sources, lang: str = "en") -> Figure:
    (result,) = parse(text, sources, lang).blocks
    assert isinstance(result, Figure)
    return result


def table(text: str, sources: Sources) -> list[list[str]]:
    (result,) = parse(text, sources).blocks
    assert isinstance(result, Table)
    return [[plain(cell) for cell in row] for row in (result.header, *result.rows)]


def fault(text: str, sources: Sources) -> str:
    with pytest.raises(DataError) as caught:
        parse(text, sources)
    (result,) = caught.value.faults
    return str(result)


def test_a_field_of_panels(small: Sources) -> None:
    result = figure(
        "```field\nrows: |\n  .T.\n  tT! <\ncaption: Full **row**\n---\nrows: |\n  #.#\nacross: 5\n```", small
    )
    first, second = (panel.picture for panel in result.panels)
    assert first == FieldPicture((".T.", "tT!"), (1,))
    assert second == FieldPicture(("#.#",))
    assert plain(result.panels[0].caption) == "Full row"
    assert result.panels[0].alt == "Field, top row first: .T. / tT! (about to be cleared)"
    assert result.across == 5


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("rows: |\n  .?.", "book.md:4:7: rows: '.?.' is not a row"),
        ("rows: |\n  ...\n  ..", "equally long"),
        ("rows: |\n  .Q.", "no card 'Q' has a colour"),
        ("rws: |\n  ...", "did you mean 'rows'?"),
        ("caption: x", "key 'rows' is missing"),
        ("rows: [", "not YAML"),
        ("rows: |\n  .T.\ncaption: '{nope}'", "book.md:6:10: there is no value {nope}"),
    ],
)
def test_a_wrong_field(body: str, message: str, small: Sources) -> None:
    with pytest.raises(DataError) as caught:
        parse(f"```field\n{body}\n```", small)
    assert any(message in str(fault) for fault in caught.value.faults), caught.value


def test_a_play_is_drawn_and_captioned_by_the_engine_in_the_books_language(small: Sources) -> None:
    result = figure("```play standard\nwin\ncaption: Look\nnotation: true\nexpect: [Attack 7.]\n```", small)
    assert [panel.picture for panel in result.panels] == [
        DiagramPicture(diagram) for diagram in SmallEngine().draw_play("win", 7, {})
    ]
    assert [plain(panel.caption) for panel in result.panels] == ["The start.", "Attack 7."]
    assert result.notation == "win"
    assert plain(result.caption) == "Look"
    chinese = figure("```play standard\nwin\n```", small, "zh")
    assert plain(chinese.panels[1].caption) == "攻击值7。", "spaces between scripts are the layout's"


def test_own_captions_replace_the_engines(small: Sources) -> None:
    result = figure("```play standard\nwin\ncaptions: [One, '*Two*']\n```", small)
    assert [plain(panel.caption) for panel in result.panels] == ["One", "Two"]
    assert "Attack 7." in result.panels[1].alt


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("play standard\nlose", "book.md:4:1: this play cannot be made: lose floats"),
        ("play standrad\nwin", "did you mean 'standard'?"),
        ("play\nwin", "play needs the name of a ruleset after it"),
        ("play standard\nwin\nexpect: [Attack 8.]", "the engine does not say 'Attack 8.' (it says: The start."),
        ("play standard\nwin\ncaptions: [One]", "1 captions for 2 pictures"),
    ],
)
def test_a_wrong_play(text: str, message: str, small: Sources) -> None:
    assert message in fault(f"```{text}\n```", small)


def test_a_block_turns_about_its_centre_counted_from_the_top(small: Sources) -> None:
    result = figure("```rotation T I\n```", small)
    assert [panel.picture for panel in result.panels] == [
        BlockPicture("T", ((1, 0), (0, 1), (1, 1), (2, 1)), (1.0, 1.0)),
        BlockPicture("I", ((0, 0), (1, 0), (2, 0), (3, 0)), (1.5, 0.5)),
    ]


def test_faces_upright_and_turned(small: Sources) -> None:
    result = figure("```cards T I~\nwidth: 20\ncopies: true\n```", small)
    first, second = (panel.picture for panel in result.panels)
    assert isinstance(first, FacePicture)
    assert isinstance(second, FacePicture)
    assert (first.turned, second.turned) == (False, True)
    assert [plain(panel.caption) for panel in result.panels] == ["× 12", "× 3"]
    assert first.scene.name == "T"
    assert result.panels[1].alt == "Card I~ (upside down). face of I"


def codes(panels: Iterable[Panel]) -> list[str]:
    return [panel.picture.code for panel in panels if isinstance(panel.picture, RowPicture)]


def test_rows_are_read_down_the_columns(small: Sources) -> None:
    small.values["cards"].update({k: {"id": k, "copies": 1, "row": "#.."} for k in "hijk"})
    result = figure("```rows g h i j k\n```", small)
    assert codes(result.panels) == ["g", "h", "i", "j", "k"], "as it is read aloud"
    assert [codes(line) for line in result.lines()] == [["g", "j"], ["h", "k"], ["i"]]


def test_a_row_of_strange_characters_is_left_to_the_check_of_the_deck(small: Sources) -> None:
    small.values["cards"]["g"]["row"] = "#x."
    (panel,) = figure("```rows g\n```", small).panels
    assert panel.picture.draw(60, small).width > 0


def test_shingles(small: Sources) -> None:
    result = figure("```shingle\ncards: [T, I~]\nstep: 8\nfield: |\n  .T.\n```", small)
    picture = result.panels[0].picture
    assert isinstance(picture, ShinglePicture)
    assert [(scene.name, turned) for scene, turned in picture.cards] == [("T", False), ("I", True)]
    assert (picture.step, picture.rows) == (8, (".T.",))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rotation X", "there is no card 'X'"),
        ("rotation g", "card 'g' has no cells, centre"),
        ("rotation", "no names after 'rotation' (expected ids of cards)"),
        ("rows T", "card 'T' has no row"),
        ("cards T\nwidth: -1", "width"),
        ("shingle\ncards: [T]\nstep: 0", "step"),
        ("shingle\ncards: [Q]\nstep: 8", "there is no card 'Q'"),
    ],
)
def test_wrong_pictures_of_cards(text: str, message: str, small: Sources) -> None:
    assert message in fault(f"```{text}\n```", small)


def test_a_list_fills_cells_and_short_rows_end_in_dashes(small: Sources) -> None:
    result = table(
        "```table\nheader: [Lines]\ncounts: true\nrows:\n"
        '  - [Spin, "{standard.attack.spin}"]\n  - [Sum, {copies: T I}]\n```',
        small,
    )
    assert result == [["Lines", "1", "2", "3"], ["Spin", "2", "4", "6"], ["Sum", "15", "–", "–"]]


def test_columns_of_numbers_are_centred(small: Sources) -> None:
    (result,) = parse("```table\nheader: [A, B]\nrows: [[x, 1], [y, '+2, -3']]\n```", small).blocks
    assert isinstance(result, Table)
    assert result.align == ("left", "centre")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("header: [A]\nrows: [[1, 2]]", "a row has 2 cells, but the header has 1"),
        ("header: [A]\nrows: [[{copies: T Q}]]", "there is no card 'Q'"),
        ("header: [A]\nrows: [['{standard.attack.spim}']]", "did you mean 'spin'?"),
        ("header: [A]\nrows: []", "rows"),
        ("header: [A]\nrows: [[true]]", "rows"),
    ],
)
def test_a_wrong_table(body: str, message: str, small: Sources) -> None:
    with pytest.raises(DataError) as caught:
        parse(f"```table\n{body}\n```", small)
    assert any(message in str(fault) for fault in caught.value.faults), caught.value


def test_assumptions_are_checked(small: Sources) -> None:
    assert parse("```assume\nstandard.deal.blocks: 4\nstandard.attack.none: null\n```", small).blocks == ()
    with pytest.raises(DataError) as caught:
        parse("```assume\nstandard.deal.blocks: 5\nstandard.deal.block: 4\nstandard.attack.on: null\n```", small)
    first, second, third = map(str, caught.value.faults)
    assert first.startswith("book.md:4:23: the text assumes that standard.deal.blocks is 5, but it is 4")
    assert second == "book.md:5:1: there is no value {standard.deal.block} (did you mean 'blocks'?)"
    assert third.startswith("book.md:6:21: the text assumes that standard.attack.on is nothing, but it is true")


def test_the_cover(small: Sources) -> None:
    book = parse("```cover\nsubtitle: By {game.author}\nfacts: [a, b]\nfield: |\n  .T.\n```", small)
    assert book.blocks == ()
    assert (book.cover.subtitle, book.cover.facts) == ("By A*B_C", ("a", "b"))
    assert book.cover.ornament == FieldOrnament((".T.",))
    assert "second cover" in fault("```cover\n```\n\n```cover\n```", small)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("3", "book.md:4:8: 3 given, expected a field drawn with text"),
        ("'.?.'", "'.?.' is not a row"),
        ("Q", "no card 'Q'"),
    ],
)
def test_a_wrong_ornament(value: str, message: str, small: Sources) -> None:
    assert message in fault(f"```cover\nfield: {value}\n```", small)


def test_chinese_captions_of_the_engine_keep_the_spaces_beside_signs() -> None:
    assert _without_script_spaces("旋转 2 行 4 + 背靠背 1 = 攻击值 4。") == "旋转2行4 + 背靠背1 = 攻击值4。"
    assert _without_script_spaces("a = b，第 0、1 行") == "a = b，第0、1行"


def test_a_kind_whose_plugin_cannot_be_loaded_is_a_fault_at_its_place(
    small: Sources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "dice-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: dice\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[cardgen.blocks]\ndice = nowhere:read\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    forget_plugins()
    try:
        assert fault("```dice\n```", small).startswith(
            "book.md:3:1: rulebook block plug-in 'dice' of the package 'dice' cannot be loaded: ModuleNotFoundError"
        )
    finally:
        forget_plugins()


def test_a_card_whose_id_several_decks_use_is_named_with_its_deck(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    other = "titles: {zh: 甲, en: Other}, cards: others.yaml, template: tiny.yaml, size: card, fields: {name: text}"
    game.change(
        "card_data/tiny/game.yaml", "targets:\n", f"  other: {{{other}}}\nrulebooks: {{en: rules.md}}\ntargets:\n"
    )
    game.write("card_data/tiny/others.yaml", "cards:\n  - {id: one, name: Third}\n")
    game.write("card_data/tiny/rules.md", "# Tiny\n\n{cards.one.name}\n\n```cards two one~\ncaption: A.\n```\n")
    with pytest.raises(DataError) as error:
        game.build()
    assert [str(fault).removeprefix(f"{tmp_path}/") for fault in error.value.faults] == [
        "card_data/tiny/rules.md:3:1: there is no value {cards.one.name} "
        "(several decks have such a card: write one of {decks.main.cards.one}, {decks.other.cards.one})",
        "card_data/tiny/rules.md:5:1: several decks have a card 'one' (write one of main/one, other/one)",
    ]
    blocks = "```cards two other/one~ main/one\ncaption: A.\n```\n"
    blocks += "".join(f"\n```cards\nof: {path}\ncaption: B.\n```\n" for path in ("decks.other.cards", "other"))
    game.write("card_data/tiny/rules.md", f"# Tiny\n\n{blocks}")
    loaded = game.load()
    laid = layout_game(loaded)
    sources = book_sources(loaded, laid)
    book = parse_rulebook(game.read("card_data/tiny/rules.md"), "rules.md", "en", sources)
    figures = [block for block in book.blocks if isinstance(block, Figure)]
    captions = [plain(panel.caption) for figure in figures for panel in figure.panels]
    assert captions == ["Second", "Third", "First", "Third", "Third"]
    pictures = [panel.picture for figure in figures for panel in figure.panels]
    scenes = [picture.scene for picture in pictures if isinstance(picture, FacePicture)]
    faces = {deck: {card.card.id: card.face.scene for card in cards} for deck, cards in laid.items()}
    expected = [faces["main"]["two"], faces["other"]["one"], faces["main"]["one"], *[faces["other"]["one"]] * 2]
    assert [*map(id, scenes)] == [*map(id, expected)]
