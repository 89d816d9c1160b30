"""Drafts: everything is made that can be made, and every card, page and picture says that it is a draft."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from cardgen.base.errors import DataError
from cardgen.building.build import FindingsError, build_game
from cardgen.cards.layout.cards import layout_deck
from cardgen.cards.layout.drafts import mark_draft
from cardgen.data.project import Project
from cardgen.products.options import Options
from cardgen.scene.items import GlyphRun, walk
from cardgen.text.ink import ink_of
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, TEMPLATE = "card_data/tiny/game.yaml", "templates/tiny.yaml"
CARDS = 8


@pytest.fixture
def unfinished(tmp_path: Path) -> GameOnDisk:
    """A game of eight cards, of which four have no picture yet, one is coarse, and a name that is too long."""
    game = tiny_game_in(tmp_path)
    game.change(GAME, "fields: {name: text}", "fields: {name: text, art: image}")
    game.change(
        GAME,
        "  cards: {decks: [main]}",
        "  cards: {decks: [main]}\n  sheets: {cards: {decks: [main], papers: [a4], cut: spot}}\n  contact: {dpi: 72}",
    )
    rows = [f"  - {{id: c{i}, name: {'Long ' * 30 if i == 6 else 'N'}, art: art/{i}.png}}\n" for i in range(CARDS)]
    game.write("card_data/tiny/cards.yaml", "cards:\n" + "".join(rows))
    game.change(TEMPLATE, "    name: {", '    art: {kind: image, box: [5, 20, 53, 40], file: "{art}"}\n    name: {')
    for i in range(0, CARDS, 2):
        stored = io.BytesIO()
        Image.new("RGB", (40, 30) if i == 4 else (800, 600), "#446688").save(stored, "PNG")
        game.write(f"card_data/tiny/art/{i}.png", stored.getvalue())
    return game


def words_of(pdf: Path) -> list[str]:
    return [page.extract_text() for page in PdfReader(pdf).pages]


@pytest.mark.usefixtures("unfinished")
def test_a_draft_is_built_with_half_its_art_missing(tmp_path: Path) -> None:
    project, out = Project(tmp_path), tmp_path / "out"
    with pytest.raises(DataError, match="there is no file"):
        build_game(project, "tiny", out, Options())
    assert not out.exists()
    built = build_game(project, "tiny", out, Options(draft=True))
    codes = {(finding.code, finding.card) for finding in built.draft}
    assert {card for code, card in codes if code == "CG120"} == {"c1", "c3", "c5", "c7"}
    assert ("CG104", "c4") in codes
    assert ("CG101", "c6") in codes
    assert built.findings == ()
    names = {path.rsplit("/", 1)[1] for path in built.states}
    assert {f"main-c{i}.png" for i in range(CARDS)} <= names
    pages = [text for path in built.states if path.endswith(".pdf") for text in words_of(out / "tiny" / path)]
    assert pages
    assert all("DRAFT" in text and "草稿" in text for text in pages)
    assert "art/1.png" in "".join(pages)
    svg = (out / "tiny/cards/svg/main-c0.svg").read_text(encoding="utf-8")
    assert "DRAFT" in svg
    outlines = (out / "tiny/sheets/cards-cut.svg").read_text(encoding="utf-8")
    assert "DRAFT" in outlines
    layer, mark = outlines.split("</g>", 1)
    assert layer.count('<path class="cut"') == CARDS  # the mark is no line to cut along
    assert mark.count("<path") > 1
    assert "cut" not in mark
    assert 'inkscape:label="Print"' in mark
    assert "contact/contact-a4-1.png" in built.states
    again = build_game(project, "tiny", tmp_path / "again", Options(draft=True))
    assert [(again.folder / path).read_bytes() for path in built.files] == [
        (built.folder / path).read_bytes() for path in built.files
    ]


def test_a_draft_is_listed_again_and_a_build_replaces_it(unfinished: GameOnDisk, tmp_path: Path) -> None:
    project, out = Project(tmp_path), tmp_path / "out"
    draft = build_game(project, "tiny", out, Options(draft=True))
    again = build_game(project, "tiny", out, Options(draft=True))
    assert again.draft == draft.draft
    assert again.count("written") == 0
    for i in range(CARDS):
        stored = io.BytesIO()
        Image.new("RGB", (800, 600), "#446688").save(stored, "PNG")
        unfinished.write(f"card_data/tiny/art/{i}.png", stored.getvalue())
    with pytest.raises(FindingsError):
        build_game(project, "tiny", out, Options())
    unfinished.change("card_data/tiny/cards.yaml", "Long " * 30, "Short")
    built = build_game(project, "tiny", out, Options())
    assert built.draft == ()
    texts = [text for path in built.states if path.endswith(".pdf") for text in words_of(out / "tiny" / path)]
    assert not any("DRAFT" in text for text in texts)


@pytest.mark.parametrize(
    "size", ["width: 63, height: 88", "width: 44, height: 67", "width: 40, height: 40, corner: 20"]
)
def test_the_mark_hides_no_text(tmp_path: Path, size: str) -> None:
    game = tiny_game_in(tmp_path)
    game.change(GAME, "width: 63, height: 88", size)
    game.change(TEMPLATE, "box: [5, 5, 53, 8]", "box: [8, 8, 24, 24]")
    loaded = game.load()
    deck = loaded.decks["main"]
    scene = layout_deck(loaded, deck)[0].face.scene
    free = 0.0 if deck.size.corner == 20 else deck.size.safe
    marked = mark_draft(scene, ("zh", "en"), free)
    (mark,) = marked.items[len(scene.items) :]
    inks = [ink_of(run) for _, run in walk((mark,)) if isinstance(run, GlyphRun)]
    assert inks
    if free:
        assert all(y > 0 and y + height < deck.size.safe for _, y, _, height in inks)
        assert all(run.size >= 1.5 for _, run in walk((mark,)) if isinstance(run, GlyphRun))
    else:
        assert mark.opacity <= 0.25  # type: ignore[union-attr]
    assert "草稿" in marked.title
    assert "DRAFT" in marked.title


@pytest.mark.parametrize(("old", "new"), [('text: "{name}"', 'text: "{nama}"'), ("kind: text", "kind: texts")])
def test_what_cannot_be_read_is_a_fault_in_a_draft_too(
    unfinished: GameOnDisk, tmp_path: Path, old: str, new: str
) -> None:
    unfinished.change(TEMPLATE, old, new)
    with pytest.raises(DataError):
        build_game(Project(tmp_path), "tiny", tmp_path / "out", Options(draft=True))
    assert not (tmp_path / "out").exists()


def test_a_damaged_picture_is_a_fault_in_a_draft_too(unfinished: GameOnDisk, tmp_path: Path) -> None:
    unfinished.write("card_data/tiny/art/1.png", b"not a picture")
    with pytest.raises(DataError, match="cannot be read as a picture"):
        build_game(Project(tmp_path), "tiny", tmp_path / "out", Options(draft=True))


def test_a_rulebook_in_html_says_that_it_is_a_draft(unfinished: GameOnDisk, tmp_path: Path) -> None:
    unfinished.change(GAME, "targets:\n", "rulebooks: {en: rules.md}\ntargets:\n")
    unfinished.write("card_data/tiny/rules.md", "# Tiny\n\n## Play\n\nPlay a card.\n")
    project, out = Project(tmp_path), tmp_path / "out"
    build_game(project, "tiny", out, Options(draft=True, only=("rules",)))
    page = (out / "tiny/rules/rules.en.html").read_text(encoding="utf-8")
    assert '<p class="draft">DRAFT</p>' in page
    assert "<title>Tiny · DRAFT</title>" in page
    assert ".draft {" in page
    for i in range(CARDS):
        unfinished.write(f"card_data/tiny/art/{i}.png", (tmp_path / "card_data/tiny/art/0.png").read_bytes())
    unfinished.change("card_data/tiny/cards.yaml", "Long " * 30, "Short")
    build_game(project, "tiny", out, Options(only=("rules",)))
    assert "draft" not in (out / "tiny/rules/rules.en.html").read_text(encoding="utf-8").lower()
