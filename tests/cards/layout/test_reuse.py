"""Cards laid out before are reused: only those that may have changed are laid out, and the result is the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.building.plan import layout_game
from cardgen.cards.layout.cards import Laid, LaidCard
from cardgen.cards.layout.reuse import LayoutCache
from cardgen.data.content import content_of, same_content
from cardgen.data.languages.chains import FallbackText
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.rows.reuse import RowCache
from cardgen.scene.keys import content_key
from tests.cases import for_cases
from tests.examples import trials
from tests.games_on_disk import GameOnDisk
from tests.many_edits import CARDS, ELEMENTS, FILES, FOLDER, GAME, OTHERS, TEMPLATE, WORDS, edit, many_game_in, picture
from tests.mutations import mutant, small_samples


@pytest.fixture
def many(tmp_path: Path) -> GameOnDisk:
    return many_game_in(tmp_path)


def described(decks: Mapping[str, tuple[LaidCard, ...]]) -> list[object]:
    """Return everything about laid out decks that can be compared, and which sides are one object."""
    sides: dict[int, int] = {}
    return [
        [deck, card.card.id, card.card.place(), name, sides.setdefault(id(side), len(sides)), *described_side(side)]
        for deck, cards in decks.items()
        for card in cards
        for name, side in card.sides
    ]


def described_side(side: Laid) -> Iterator[object]:
    yield from (content_key(side.scene), side.boxes, side.findings, side.owner, side.descriptions)


def outcome(game: Game, cache: LayoutCache[Laid] | None) -> tuple[object, Mapping[Path, str]]:
    """Return the laid out game, or its faults, and the picture files that it was made from."""
    try:
        return described(layout_game(game, cache=cache)), game.digests
    except DataError as error:
        return error.faults, {}


def load_or_none(game: GameOnDisk, rows: RowCache | None = None) -> Game | None:
    try:
        return load_game(game.root / "card_data" / game.name, game.root / "templates", game.root, cache=rows)
    except DataError:
        return None


def assert_same(game: GameOnDisk, cache: LayoutCache[Laid], rows: RowCache | None = None) -> bool:
    """Compare a layout with the cache and one from scratch. Return False if the game has faults."""
    first, second = load_or_none(game, rows), load_or_none(game)
    if first is None or second is None:
        return False
    result = outcome(first, cache)
    assert result == outcome(second, None)
    return bool(result[1])


def fresh_after(game: GameOnDisk, cache: LayoutCache[Laid]) -> int:
    """Lay out the game, and return how many cards had to be laid out."""
    before = cache.fresh
    layout_game(game.load(), cache=cache)
    return cache.fresh - before


# ---------------------------------------------------------------- only what has changed


def test_a_card_is_laid_out_once(many: GameOnDisk) -> None:
    cache = LayoutCache[Laid]()
    assert [fresh_after(many, cache), fresh_after(many, cache)] == [6, 0]


@pytest.mark.parametrize(
    ("file", "old", "new", "fresh"),
    [
        (CARDS, "discard", "discard two", 1),
        (CARDS, "b,2,", "b,7,", 4),  # it says how many cards there are
        (CARDS, "\nb,", "\n\n\nb,", 0),  # only its line
        (CARDS, "c,1,丙", "c2,1,丙", 1),
        (CARDS, "a,1,甲,draw", "a,1,甲,draw two", 1),
        (CARDS, "#00aa00", "#00aa01", 6),  # any box may draw in the colours of other cards
        (OTHERS, "rule: trade", "rule: buy", 6),  # named by the template
        (OTHERS, "rule: wait", "rule: stay", 1),
        (OTHERS, "[1, 2.0]", "[1.0, 2.0]", 1),
        (CARDS, ",z,,e", ",z,,b", 1),
        (ELEMENTS, "rank: 1", "rank: 3", 3),  # looked up by three cards
        (ELEMENTS, "partner: a", "partner: b", 0),
        (WORDS, "names: A", "names: AA", 1),
        (WORDS, "    b: {names: B}\n", "", 1),  # a text in another language takes its place
        (TEMPLATE, "#f4f1ea", "#f4f1eb", 6),
        (TEMPLATE, "face:", "\nface:", 6),  # the places of boxes
        (GAME, "en: Many", "en: More", 6),
        (GAME, "author: Nobody", "author: Somebody", 0),
    ],
)  # fmt: skip
def test_only_cards_that_may_have_changed_are_laid_out(
    many: GameOnDisk, file: str, old: str, new: str, fresh: int
) -> None:
    cache = LayoutCache[Laid]()
    fresh_after(many, cache)
    many.change(file, old, new)
    assert fresh_after(many, cache) == fresh
    assert_same(many, cache)


@pytest.mark.parametrize(("name", "fresh"), [("one", 2), ("two", 1), ("star", 6), ("mark", 6)])
def test_a_picture_changes_the_cards_that_show_it(many: GameOnDisk, name: str, fresh: int) -> None:
    cache = LayoutCache[Laid]()
    fresh_after(many, cache)
    many.write(f"{FOLDER}/{name}.png", picture((0, 0, 200)))
    assert fresh_after(many, cache) == fresh
    assert_same(many, cache)


def test_the_pictures_of_reused_cards_are_inputs_of_the_game(many: GameOnDisk) -> None:
    cache = LayoutCache[Laid]()
    fresh_after(many, cache)
    game = many.load()
    layout_game(game, cache=cache)
    assert {path.stem for path in game.digests if path.suffix == ".png"} == {"one", "two", "star", "mark"}


def test_cards_with_findings_are_laid_out_again(many: GameOnDisk) -> None:
    many.change(CARDS, "discard", "discard all of your cards " * 30)
    cache = LayoutCache[Laid]()
    assert [fresh_after(many, cache), fresh_after(many, cache)] == [6, 1]
    many.change(CARDS, "gain two", "gain all of these cards " * 40)  # a larger text: only this one has a hint
    assert fresh_after(many, cache) == 2
    assert_same(many, cache)


def test_a_back_that_all_cards_share_stays_if_the_first_card_changes(many: GameOnDisk) -> None:
    many.change(TEMPLATE, 'text: "{kind}"', 'text: "B"')
    many.change(TEMPLATE, 'en: "Back {kind}"', "en: Back")
    cache = LayoutCache[Laid]()
    before = layout_game(many.load(), cache=cache)["main"]
    many.change(CARDS, "a,1,甲,draw", "a,1,甲,gain")
    after = layout_game(many.load(), cache=cache)["main"]
    assert after[0].face is not before[0].face
    assert all(card.back is old.back for card, old in zip(after, before, strict=True))
    assert_same(many, cache)


def test_a_laid_out_card_of_an_unchanged_row_is_the_same_object(many: GameOnDisk) -> None:
    many.change(TEMPLATE, 'text: "{kind}"', 'text: "B"')
    many.change(TEMPLATE, 'en: "Back {kind}"', "en: Back")
    many.change(TEMPLATE, " {star} of", " of")  # each card with a star would show a picture
    template = many.read(TEMPLATE)
    for box in ("number", "rank", "pair", "why", "terms"):  # they show more than the fields of a card
        template = re.sub(rf"    {box}: \{{.*\n(      .*\n)*", "", template)
    many.write(TEMPLATE, template)
    many.change(CARDS, "b,2,乙,discard,fire,,", "e0,1,零,wait,fire,,,\nb,2,乙,discard,fire,,")
    cache, rows = LayoutCache[Laid](), RowCache()

    def changed_after(old: str, new: str) -> list[str]:
        load = partial(load_or_none, many, rows)
        before = {card.card.id: card for card in layout_game(load() or many.load(), cache=cache)["main"]}
        many.change(CARDS, old, new)
        after = layout_game(load() or many.load(), cache=cache)["main"]
        assert described({"main": after}) == described({"main": layout_game(many.load())["main"]})
        return [card.card.id for card in after if before.get(card.card.id) is not card]

    pictured = ["a", "c", "d"]  # cards with pictures of their own are compared each time
    assert changed_after("discard", "discard two") == ["a", "e0", "b", "c", "d"]  # the row above may reach into it
    assert changed_after("lose", "lose two") == pictured
    assert changed_after("gain", "draw") == ["a", "b", "c", "d"]
    first, second = many.read(CARDS).splitlines()[1:3]
    assert changed_after(f"{first}\n{second}", f"{second}\n{first}") == [
        "e0",
        "a",
        "b",
        "c",
        "d",
    ]  # backs name the first


def test_the_first_card_has_the_findings_of_boxes_that_all_cards_share(many: GameOnDisk) -> None:
    many.change(TEMPLATE, "mark: {kind: image, box: [48, 70, 8, 8], file: mark.png}",
                'mark: {kind: text, box: [48, 70, 3, 3], text: "Much too long", lang: en}')  # fmt: skip
    cache = LayoutCache[Laid]()
    fresh_after(many, cache)
    lines = many.read(CARDS).splitlines(keepends=True)
    many.write(CARDS, "".join([lines[0], *reversed(lines[1:])]))
    assert_same(many, cache)


# ---------------------------------------------------------------- random edits


# With 5, all cards have findings from the beginning. 50 edits go every way several times: `make soak` does the others.
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2, 3, 4, 6))])
def test_the_result_is_that_of_a_layout_from_scratch(many: GameOnDisk, seed: int) -> None:
    random, cache, rows = Random(seed), LayoutCache[Laid](), RowCache()
    for _ in range(25):
        good = {name: many.read(name) for name in FILES}
        edit(random, many)
        if not assert_same(many, cache, rows):
            for name, text in good.items():
                many.write(name, text)
    assert 6 < cache.fresh < 25 * 6


@pytest.mark.parametrize("part", range(4))
def test_damaged_games_are_laid_out_as_from_scratch(tmp_path: Path, part: int) -> None:
    for number, sample in [*enumerate(small_samples())][part::4]:
        random, game = Random(number), GameOnDisk(tmp_path / str(number), sample.game)
        cache, rows = LayoutCache[Laid](), RowCache()
        for _ in range(trials(12)):
            changed = mutant(random, sample)
            game.write_all({**sample.files, changed.file: changed.content})
            assert_same(game, cache, rows)


# ---------------------------------------------------------------- contents


@for_cases(
    ("value", "other"),
    [(1, 1.0), (1, True), (0.0, -0.0), ("a", FallbackText("a", "en")), ([1], (1,)), ({"a": 1}, {"a": 1.0}), (None, 0)],
)
def test_contents_differ_if_values_may_look_different(value: Any, other: Any) -> None:
    assert content_of(value) == content_of(value)
    assert content_of(value) != content_of(other)
    assert not same_content(value, other)


def test_values_of_unknown_kinds_are_never_the_same() -> None:
    assert not same_content({"a": {1}}, {"a": {1}})


def test_a_card_whose_number_changes_is_laid_out_again(many: GameOnDisk) -> None:
    cache: LayoutCache[Laid] = LayoutCache()
    assert_same(many, cache)
    before = cache.fresh
    many.change(CARDS, "c,1,丙,gain two,ice,two.png,z,,e\nd,3,丁,lose,ice,one.png,,,\n",
                "d,3,丁,lose,ice,one.png,,,\nc,1,丙,gain two,ice,two.png,z,,e\n")  # fmt: skip
    assert_same(many, cache)
    assert cache.fresh - before == 2


def test_a_card_is_laid_out_again_when_the_card_that_it_looks_up_changes(many: GameOnDisk) -> None:
    cache: LayoutCache[Laid] = LayoutCache()
    many.change(CARDS, ",z,,e", ",z,,b")
    assert_same(many, cache)
    before = cache.fresh
    many.change(CARDS, "discard", "discard two")
    assert_same(many, cache)
    assert cache.fresh - before == 2


def test_a_look_up_that_finds_nothing_is_a_fault_at_the_cell(many: GameOnDisk) -> None:
    many.change(CARDS, ",z,,e", ",z,,ee")
    assert [str(fault) for fault in many.faults()] == [
        "card_data/many/cards.csv:4:31: card 'c': {cards[{partner}].rule} has no entry 'ee' (did you mean 'e'?)"
    ]
