"""What is printed on tuck boxes: the back of the cards, columns of Chinese, icons; and the options of their target."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest

from cardgen.base.errors import DataError
from cardgen.base.words.messages import message
from cardgen.building.plan import layout_game, plan_files, unmade_files
from cardgen.data.numbers import Numbers
from cardgen.products.files import PagesFile
from cardgen.products.options import Options
from cardgen.products.tuckboxes.icons import Fact, draw_cake, draw_cards, draw_clock, draw_players, facts_of
from cardgen.scene.items import GlyphRun, Path, Placed, Scene, bounds_of, walk
from cardgen.scene.paths import path_bounds
from cardgen.text.ink import ink_of
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.products.nets import A4, LETTER, STANDARD, TITLE, inside, lay_tuckbox, net_of, text_on

GAME = "card_data/tiny/game.yaml"
FACTS = (
    Fact(draw_cards, message("{count} cards", count=90)),
    Fact(draw_players, message("{least}–{most} players", least=3, most=6)),
    Fact(draw_clock, message("{least}–{most} min", least=30, most=60)),
    Fact(draw_cake, message("age {age}+", age=8)),
)


def test_chinese_is_upright_on_the_sides_and_latin_letters_are_turned() -> None:
    layout, net = lay_tuckbox(STANDARD, 27.0, A4), net_of(27.0)
    for side in ("left", "right"):
        x, y, w, h = layout.panels[side]
        runs = [
            (matrix, run)
            for matrix, run in walk(net.items)
            if isinstance(run, GlyphRun)
            and inside([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], *middle(matrix, run))
        ]
        upright = "".join(run.text for _, run in runs if run.vertical)
        turned = "".join(run.text for matrix, run in runs if matrix[:2] == (0.0, 1.0))
        assert (upright, turned.strip()) == (TITLE["zh"], TITLE["en"])


def middle(matrix: tuple[float, float, float, float, float, float], run: GlyphRun) -> tuple[float, float]:
    x, y, w, h = bounds_of(matrix, ink_of(run))
    return x + w / 2, y + h / 2


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_icons_are_on_the_back_with_their_texts_in_both_languages(paper: tuple[float, float]) -> None:
    layout = lay_tuckbox(STANDARD, 27.0, paper)
    net = net_of(27.0, paper, facts=FACTS, subtitle={"en": "Cards"})
    text = text_on(net, layout.panels["back"])
    for words in ("3～6人", "3–6 players", "30～60分钟", "30–60 min", "8岁以上", "age 8+"):
        assert words in text
    x, y, w, h = layout.panels["back"]
    for matrix, run in walk(net.items):
        if isinstance(run, GlyphRun) and "players" in run.text:
            left, top, wide, high = bounds_of(matrix, ink_of(run))
            assert x + 5 <= left <= left + wide <= x + w - 5
            assert y + 5 <= top <= top + high <= y + h - 5


@for_cases("fact", FACTS)
def test_an_icon_is_inside_of_its_square(fact: Fact) -> None:
    drawn = [(matrix, item) for matrix, item in walk(fact.icon("#000000")) if isinstance(item, Path)]
    for matrix, path in drawn:
        bounds = path_bounds(path.commands)
        assert bounds is not None
        x, y, w, h = bounds_of(matrix, bounds)
        assert -0.01 <= x <= x + w <= 10.01
        assert -0.01 <= y <= y + h <= 10.01


def test_a_box_too_small_for_the_icons_has_none() -> None:
    net = net_of(9.0, card=(30.0, 30.0), facts=FACTS, title={"en": "Tea"}, languages=("en",))
    assert "players" not in text_on(net, (0, 0, *A4))


# ---------------------------------------------------------------- game.yaml


@pytest.fixture
def tiny(tmp_path: FilePath) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    box = "  tuckboxes:\n    box-{paper}: {deck: main, papers: [a4], titles: {en: B, zh: 盒}}\n"
    game.write(GAME, game.read(GAME) + box)
    return game


def pages_of(game: GameOnDisk) -> tuple[Scene, ...]:
    loaded, options = game.load(), Options(only=("sheets/box-a4.pdf",))
    (file,) = plan_files(loaded, layout_game(loaded), options)
    assert isinstance(file, PagesFile)
    return tuple(file.scenes)


def shown_backs(page: Scene) -> list[str]:
    return [item.scene.name for item in page.items if isinstance(item, Placed)]


def change_box(game: GameOnDisk, more: str) -> None:
    game.change(GAME, "titles: {en: B, zh: 盒}}", f"titles: {{en: B, zh: 盒}}, {more}}}")


def test_the_back_that_all_cards_share_is_on_the_front_unless_the_box_is_plain(tiny: GameOnDisk) -> None:
    (page,) = pages_of(tiny)
    assert shown_backs(page) == ["main-back"]
    change_box(tiny, "front: plain")
    (page,) = pages_of(tiny)
    assert shown_backs(page) == []


def test_a_box_of_cards_with_different_backs_is_plain_if_nothing_else_is_asked_for(tiny: GameOnDisk) -> None:
    template = "templates/tiny.yaml"
    before, back = tiny.read(template).split("\nback:")
    tiny.write(
        template, before + "\nback:" + back + '    own: {kind: text, box: [5, 5, 50, 8], text: "{name}", lang: en}\n'
    )
    assert shown_backs(pages_of(tiny)[0]) == []
    change_box(tiny, "front: back")
    assert len(shown_backs(pages_of(tiny)[0])) == 1


def test_the_back_of_cards_without_one_is_a_fault(tiny: GameOnDisk) -> None:
    template = "templates/tiny.yaml"
    tiny.write(template, tiny.read(template).split("\nback:")[0] + "\n")
    assert shown_backs(pages_of(tiny)[0]) == []
    change_box(tiny, "front: back")
    with pytest.raises(Exception, match=r"game\.yaml:\d+:\d+: the cards of the deck 'main' have no back"):
        pages_of(tiny)


def test_a_picture_covers_the_front_with_the_titles_over_it(tiny: GameOnDisk) -> None:
    art = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><path d="M0 0H10V20H0Z" fill="#123456"/></svg>'
    tiny.write("card_data/tiny/art/front.svg", art)
    change_box(tiny, "picture: art/front.svg, show: []")
    (page,) = pages_of(tiny)
    (cover,) = (item for item in page.items if isinstance(item, Placed))
    assert any(isinstance(item, Path) and item.fill == "#123456" for _, item in walk(cover.scene.items))
    assert cover.clip is not None
    front = bounds_of(cover.matrix, cover.clip)
    assert (front[2], front[3]) > (64.4, 89.4), "the picture goes beyond the front"
    assert "Tiny" in text_on(page, front)
    tiny.change(GAME, "show: []", "front_title: false")
    assert "Tiny" not in text_on(pages_of(tiny)[0], front)


def test_cards_are_in_a_fan_on_the_back(tiny: GameOnDisk) -> None:
    change_box(tiny, "front: plain")
    names = [str(card.fields["name"]) for card in tiny.load().decks["main"].cards]
    assert not any(name in text_on(pages_of(tiny)[0], (0, 0, *A4)) for name in names)
    tiny.change(GAME, "front: plain", "front: plain, show: [one, two]")
    assert all(name in text_on(pages_of(tiny)[0], (0, 0, *A4)) for name in names)


def test_a_picture_and_cards_that_do_not_exist_are_faults(tiny: GameOnDisk) -> None:
    change_box(tiny, "front: plain, show: [two, nobody]")
    with pytest.raises(DataError, match=r"game\.yaml:17:95: there is no card 'nobody' in deck 'main'"):
        pages_of(tiny)
    tiny.change(GAME, "show: [two, nobody]", "picture: art/frnt.svg")
    (missing,) = tiny.faults()
    assert missing.startswith(f"{GAME}:17:")
    assert "art/frnt.svg" in missing


def test_a_box_for_many_cards_is_made_on_two_sheets_unless_one_is_asked_for(tiny: GameOnDisk) -> None:
    tiny.change("card_data/tiny/cards.yaml", "copies: 3", "copies: 160")
    assert [page.name for page in pages_of(tiny)] == ["box-a4-1", "box-a4-2"]
    assert unmade_files(tiny.load()) == []
    change_box(tiny, "sheets: one")
    ((path, finding),) = unmade_files(tiny.load())
    assert (path, finding.code) == ("sheets/box-a4.pdf", "CG113")
    assert unmade_files(tiny.load(), planned={path}) == []


def test_a_bottom_that_the_depth_has_no_room_for_is_a_finding(tiny: GameOnDisk) -> None:
    change_box(tiny, "bottom: crash-lock")
    ((_, finding),) = unmade_files(tiny.load())
    assert finding.code == "CG113"
    assert "no room for a crash-lock bottom" in str(finding)


def test_a_wrong_option_of_a_box_is_a_fault(tiny: GameOnDisk) -> None:
    change_box(tiny, "bottom: autolock")
    assert any("'autolock'" in fault and "crash-lock" in fault for fault in tiny.faults())


def test_a_game_states_its_players_its_playing_time_and_the_age_of_players(tiny: GameOnDisk) -> None:
    assert [str(fact.text) for fact in facts_of(tiny.load().file, 1)] == ["1 card"]
    game = tiny.read(GAME)
    tiny.write(GAME, "players: {least: 2, most: 4, step: 2}\nminutes: {least: 30, most: 60}\nage: 8\n" + game)
    loaded = tiny.load()
    facts = facts_of(loaded.file, 39)
    assert [str(fact.text) for fact in facts] == ["39 cards", "2 or 4 players", "30–60 min", "age 8+"]
    assert [fact.text.in_language("zh") for fact in facts[1:]] == ["2或4人", "30～60分钟", "8岁以上"]
    assert loaded.values["game"]["minutes"]["least"] == 30
    assert "39 cards" not in text_on(pages_of(tiny)[0], (0, 0, *A4))
    assert "30–60 min" in text_on(pages_of(tiny)[0], (0, 0, *A4))
    alone = loaded.file.model_copy(update={"players": Numbers(least=1, most=1), "minutes": None, "age": None})
    assert [str(fact.text) for fact in facts_of(alone, 2)] == ["2 cards", "1 player"]


@pytest.mark.parametrize("wrong", ["{least: 4, most: 2}", "{least: 2, most: 5, step: 2}"])
def test_numbers_out_of_order_or_out_of_step_are_a_fault(tiny: GameOnDisk, wrong: str) -> None:
    tiny.write(GAME, f"players: {wrong}\n" + tiny.read(GAME))
    (fault,) = tiny.faults()
    assert fault.startswith(f"{GAME}:1:")
    assert "expected" in fault
