"""Picture files in rulebooks, and covers in a game's own colours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image as Pixels

from cardgen.base.errors import DataError
from cardgen.data.pictures import Pictures
from cardgen.data.reading import Reader
from cardgen.products.options import Options
from cardgen.rulebook.blocks.picture import FilePicture
from cardgen.rulebook.book import Figure, Sources
from cardgen.rulebook.html import rulebook_html
from cardgen.rulebook.pages import Pages, layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import Image, Scene, walk
from cardgen.scene.items import Path as Shape
from tests.games_on_disk import GameOnDisk, tiny_game_in

LEAF = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><rect width="4" height="2" fill="#386641"/></svg>'


@pytest.fixture
def art(small: Sources, tmp_path: Path) -> Sources:
    """The small game with pictures of 600 × 300 and 2480 × 1240 pixels, and one of shapes."""
    (tmp_path / "art").mkdir()
    Pixels.new("RGB", (600, 300), "#6a994e").save(tmp_path / "art/table.png")
    Pixels.new("RGB", (2480, 1240), "#f6efe2").save(tmp_path / "art/front.png")
    (tmp_path / "art/leaf.svg").write_text(LEAF)
    return replace(small, picture=Pictures(Reader(tmp_path, tmp_path)).open)


def pages(text: str, sources: Sources) -> Pages:
    book = parse_rulebook(f"# Title\n\n{text}", "book.md", "en", sources)
    return layout_rulebook(book, sources, page=(148, 210), name="rules")


def faults(text: str, sources: Sources) -> list[str]:
    with pytest.raises(DataError) as caught:
        pages(text, sources)
    return [str(fault) for fault in caught.value.faults]


def images(scene: Scene) -> list[tuple[float, float]]:
    """Return the sizes of the pictures on a page, mm."""
    return [item.rect[2:] for _, item in walk(scene.items) if isinstance(item, Image)]


def test_pictures_are_side_by_side_with_their_captions(art: Sources) -> None:
    text = "```picture art/table.png art/leaf.svg\ncaptions: [The table, A *leaf*]\ncaption: Both.\n```"
    (figure,) = parse_rulebook(f"# Title\n\n{text}", "book.md", "en", art).blocks
    assert isinstance(figure, Figure)
    assert [panel.alt for panel in figure.panels] == ["The table", "A leaf"]
    first, second = (panel.picture for panel in figure.panels)
    assert isinstance(first, FilePicture)
    assert isinstance(second, FilePicture)
    assert (first.file.pixels, second.file.drawing is not None, figure.across) == ((600, 300), True, 2)


def test_a_picture_is_as_wide_as_it_says_or_its_room(art: Sources) -> None:
    (size,) = images(pages("```picture art/table.png\nwidth: 60\nalts: [A table]\n```", art).scenes[2])
    assert size == pytest.approx((60, 30))
    (size,) = images(pages("```picture art/table.png\nwidth: 60\nacross: 3\nalts: [A table]\n```", art).scenes[2])
    assert size == pytest.approx((60, 30))  # one picture is not three


def test_a_name_with_spaces_is_in_quotes(art: Sources, tmp_path: Path) -> None:
    (tmp_path / "art/table.png").rename(tmp_path / "art/the table.png")
    text = '```picture "art/the table.png" art/leaf.svg\nalts: [A table, A leaf]\n```'
    (figure,) = parse_rulebook(f"# Title\n\n{text}", "book.md", "en", art).blocks
    assert isinstance(figure, Figure)
    assert [panel.alt for panel in figure.panels] == ["A table", "A leaf"]
    assert "there is no file art/the tabel.png" in faults(text.replace("table.png", "tabel.png"), art)[0]


def test_all_faults_of_pictures_are_reported_at_once(art: Sources) -> None:
    assert faults("```picture art/tabel.png art/leaf.svg\nalts: [A table]\n```", art) == [
        "book.md:3:1: there is no file art/tabel.png (did you mean 'art/table.png'?)",
        "book.md:4:7: the number of `alts` is 1, that of the pictures 2",
    ]
    assert "picture has no alt text" in faults("```picture art/leaf.svg\n```", art)[0]
    assert "no names after 'picture' (expected names of files" in faults("```picture\n```", art)[0]
    (coarse,) = faults("```picture art/table.png\ncaption: The table.\n```", art)
    assert coarse.startswith("book.md:3:1: a picture would be printed at 129 dpi, expected at least 150 (use a smaller")
    assert "is outside the folder" in faults("```picture ../table.png\ncaption: The table.\n```", art)[0]


@pytest.mark.parametrize("body", ["alts: ['']", "caption: ' '", "captions: [' ']"])
def test_an_empty_text_is_no_alt_text(art: Sources, body: str) -> None:
    assert "picture has no alt text" in faults(f"```picture art/leaf.svg\n{body}\n```", art)[0]


def test_a_cover_has_its_own_colours_and_picture(art: Sources) -> None:
    made = pages('```cover art/front.png\nground: "#f6efe2"\nink: "#3a2a1a"\nsubtitle: Rules\n```\n\nText.', art)
    front, back = made.scenes[0], made.scenes[-1]
    for side in (front, back):
        assert isinstance(side.items[0], Shape)
        assert side.items[0].fill == "#f6efe2"
    assert images(front) == [pytest.approx((420, 210))]  # over all of the page, cut at the sides
    assert images(back) == []
    inks = {item.colour for _, item in walk(front.items) if hasattr(item, "colour")}
    assert "#3a2a1a" in inks
    assert "#ffffff" not in inks
    written = rulebook_html(
        parse_rulebook('# T\n\n```cover art/leaf.svg\nground: "#f6efe2"\nink: "#3a2a1a"\n```', "b.md", "en", art), art
    )
    assert "--cover-ground:#f6efe2" in written
    assert 'class="cover-picture"' in written


def test_only_an_ornament_has_a_grid_on_its_ground(art: Sources) -> None:
    def strokes(text: str) -> int:
        items = pages(text, art).scenes[0].items
        return sum(isinstance(item, Shape) and item.stroke is not None for item in items)

    assert strokes("Text.") == 0
    assert strokes("```cover\nfield: |\n  .T.\n```\n\nText.") == 1


def test_a_cover_can_be_read(art: Sources) -> None:
    (message,) = faults('```cover\nground: "#f6efe2"\n```', art)
    assert message.startswith(
        "book.md:4:9: the cover's ink and ground have a contrast of 1.1:1, expected at least 4.5:1"
    )
    (coarse,) = faults("```cover art/table.png\n```", art)
    assert coarse.startswith("book.md:1:1: the cover's picture would be printed at 36 dpi, expected at least 150")
    assert "the cover has 2 pictures, expected one" in faults("```cover a.png b.png\n```", art)[0]


def book_on_disk(folder: Path, text: str) -> GameOnDisk:
    game = tiny_game_in(folder / "project")
    game.change("card_data/tiny/game.yaml", "targets:\n", "rulebooks: {en: rules.md}\ntargets:\n")
    game.write("card_data/tiny/rules.md", text)
    return game


def written(game: GameOnDisk) -> list[str]:
    """Return the files that a build writes."""
    built = game.build(Options(), "out")
    return sorted(path for path, what in built.states.items() if what == "written")


def test_a_cover_that_does_not_fit_is_reported(art: Sources) -> None:
    (message,) = faults(f"```cover\ntagline: {'many words ' * 300}\n```", art)
    assert message.startswith("book.md:1:1: the cover's texts need ")
    assert message.endswith("mm, and the page has 210 mm (use shorter texts or fewer facts)")


def test_a_changed_picture_makes_the_book_stale(tmp_path: Path) -> None:
    game = book_on_disk(tmp_path, "# Tiny\n\nLook:\n\n> ```picture a.svg\n> alts: [A leaf]\n> ```\n")
    game.write("card_data/tiny/a.svg", LEAF)
    books = [path for path in written(game) if path.startswith("rules/")]
    assert books == ["rules/rules.en-booklet-a4.pdf", "rules/rules.en.html", "rules/rules.en.pdf"]
    assert written(game) == []
    game.write("card_data/tiny/a.svg", LEAF.replace("#386641", "#bc4749"))
    assert written(game) == books


@pytest.mark.parametrize("before", ["1. ", "> - "])
def test_a_picture_inside_a_list_or_note_is_an_input_as_well(tmp_path: Path, before: str) -> None:
    game = book_on_disk(
        tmp_path,
        f"# Tiny\n\n{before}~~~\tpicture  a.svg\n{before.replace('-', ' ').replace('1.', '  ')}alts: [A leaf]\n",
    )
    game.write("card_data/tiny/a.svg", LEAF)
    assert written(game)
    assert written(game) == []
    game.write("card_data/tiny/a.svg", LEAF.replace("#386641", "#bc4749"))
    assert "rules/rules.en.pdf" in written(game)
    (game.root / "card_data/tiny/a.svg").unlink()
    with pytest.raises(DataError, match=r"rules.md:3:1: there is no file"):
        written(game)


def test_a_name_that_leads_nowhere_is_reported_in_its_line(tmp_path: Path) -> None:
    game = book_on_disk(tmp_path, f"# Tiny\n\n```picture {'x' * 400}.png\nalts: [A]\n```\n\n```cover round.png\n```\n")
    (game.root / "card_data/tiny/round.png").symlink_to("round.png")
    with pytest.raises(DataError) as caught:
        written(game)
    message = [str(fault) for fault in caught.value.faults]
    assert [text.split(": ")[0].rpartition("/")[2] for text in message] == ["rules.md:3:1", "rules.md:7:1"]
    assert all("is not the name of a file" in text for text in message)
