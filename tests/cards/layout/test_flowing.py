"""Texts that go on in other boxes of a card: beside each other, inside a group, and on the back."""

from __future__ import annotations

import re

import pytest

from cardgen.base.errors import DataError
from cardgen.cards.layout.cards import Laid, LaidCard, layout_deck
from cardgen.cards.layout.reuse import LayoutCache
from tests.cards.layout.test_cards import CARDS, TEMPLATE, box_of, codes
from tests.commands import run
from tests.games_on_disk import GameOnDisk
from tests.runs import runs_on, texts_on

LONG = "alpha bravo gamma delta " * 4


def write(game: GameOnDisk, face: list[str], back: list[str] | None = None, top: str = "") -> None:
    """Write a template with these boxes (lines of YAML)."""
    sides = [top, "face:", "  description: {en: a, zh: 甲}", "  boxes:", *(f"    {line}" for line in face)]
    if back is not None:
        sides += ["back:", "  description: {en: b, zh: 乙}", "  boxes:", *(f"    {line}" for line in back)]
    game.write(TEMPLATE, "\n".join(sides) + "\n")


def lay(game: GameOnDisk, face: list[str], back: list[str] | None = None, top: str = "") -> tuple[LaidCard, ...]:
    write(game, face, back, top)
    loaded = game.load()
    return layout_deck(loaded, loaded.decks["main"])


def begin(text: str = LONG, place: str = "[5, 5, 30, 8]", more: str = "") -> str:
    return f"rules: {{kind: text, box: {place}, text: '{text}', lang: en, size: 3, valign: top{more}}}"


def more(place: str = "[5, 40, 20, 40]", name: str = "more", of: str = "rules", keys: str = "") -> str:
    return f"{name}: {{kind: text, box: {place}, continues: {of}{keys}}}"


def words(*sides: Laid | None) -> list[str]:
    return " ".join(text for side in sides if side is not None for text in texts_on(side)).split()


def test_the_rest_of_a_text_is_in_the_next_box_in_the_same_style(tiny: GameOnDisk) -> None:
    card, _ = lay(tiny, [begin(), more()])
    assert words(card.face) == LONG.split()
    assert codes((card,)) == []
    assert {run.size for run in runs_on(card.face)} == {3.0}
    second = [run for run in runs_on(card.face) if run.baseline > 40]
    assert second[0].baseline < 45  # at the top, as in the first box
    assert max(run.x + run.width for run in second) <= 25


def test_a_box_may_have_a_style_of_its_own(tiny: GameOnDisk) -> None:
    styles = "styles: {small: {size: 2, colour: '#aa0000'}}"
    card, _ = lay(tiny, [begin(), more(keys=", style: small")], top=styles)
    assert words(card.face) == LONG.split()
    assert {(run.size, run.colour) for run in runs_on(card.face)} == {(3.0, "#000000"), (2.0, "#aa0000")}
    card, _ = lay(tiny, [begin(), more(keys=", size: 2.5")])
    assert {run.size for run in runs_on(card.face)} == {3.0, 2.5}


def test_a_text_goes_on_on_the_back(tiny: GameOnDisk) -> None:
    one, two = lay(tiny, [begin("{name} " + LONG)], [more(name="rules")])
    assert words(one.face, one.back) == ["First", *LONG.split()]
    assert words(two.face, two.back) == ["Second", *LONG.split()]
    assert words(one.back) != []
    assert codes((one, two)) == []


def test_a_text_goes_on_in_a_group_and_in_a_chain_of_three(tiny: GameOnDisk) -> None:
    inside = [f"    {line}" for line in (begin(), more("[0, 40, 20, 4]"), more("[30, 40, 25, 40]", "last", "more"))]
    card, _ = lay(tiny, ["g:", "  kind: group", "  box: [2, 2, 60, 80]", "  boxes:", *inside])
    assert words(card.face) == LONG.split()


def test_boxes_of_a_chain_may_be_placed_by_each_other(tiny: GameOnDisk) -> None:
    face = [
        more_first := begin(place="[5, 'more.bottom + 30', 30, 8]"),
        "art: {kind: rect, box: [5, 'rules.bottom + 1', 10, 5], fill: '#dddddd'}",
        more("[5, 5, 30, 20]"),
        "rule: {kind: rect, box: [5, 'more.text_bottom', 30, 0.2], fill: '#000000'}",
    ]
    card, _ = lay(tiny, face)
    assert more_first.startswith("rules")
    assert words(card.face) == LONG.split()
    assert box_of(card.face, "rules").rect[1] == 55
    assert box_of(card.face, "art").rect[1] == 64
    assert 5 < box_of(card.face, "rule").rect[1] < 25


def test_a_box_that_the_text_does_not_reach_is_empty(tiny: GameOnDisk) -> None:
    card, _ = lay(tiny, [begin("short"), more()])
    assert words(card.face) == ["short"]
    assert box_of(card.face, "more").is_empty
    assert codes((card,)) == []


def test_a_box_that_the_text_does_not_reach_is_no_mistake(tiny: GameOnDisk) -> None:
    write(tiny, [begin("short"), more()])
    assert [finding for finding in tiny.check().findings if finding.name == "empty-box"] == []


def test_a_box_that_a_card_leaves_out_is_skipped(tiny: GameOnDisk) -> None:
    face = [begin(), more("[5, 40, 20, 4]", keys=", when: {id: one}"), more("[5, 50, 30, 30]", "last", "more")]
    one, two = lay(tiny, face)
    assert words(one.face) == words(two.face) == LONG.split()
    assert [len([run for run in runs_on(card.face) if 38 < run.baseline < 48]) for card in (one, two)] == [1, 0]


def test_all_boxes_shrink_together(tiny: GameOnDisk) -> None:
    card, _ = lay(tiny, [begin(more=", fit: shrink")], [more("[5, 5, 30, 12]")])
    assert card.back is not None
    assert words(card.face, card.back) == LONG.split()
    sizes = {run.size for side in (card.face, card.back) for run in runs_on(side)}
    assert len(sizes) == 1
    assert sizes < {size / 10 for size in range(16, 30)}
    assert codes((card,)) == []


def test_text_that_the_last_box_has_no_room_for_is_a_finding_there(tiny: GameOnDisk) -> None:
    card, _ = lay(tiny, [begin(), more("[5, 40, 30, 8]")])
    (finding,) = card.face.findings
    assert finding.code == "CG101"
    rest = "more: the rest of 'alpha bravo gamma delta alpha bravo gam…' does not fit into 30×8 mm"
    assert str(finding.message) == rest
    high, wide = re.findall(r"a box ([\d.]+) mm", str(finding.hint))
    for place in (f"[5, 40, 30, {high}]", f"[5, 40, {wide}, 8]"):
        assert codes(lay(tiny, [begin(), more(place)])) == []


def test_a_mistake_in_the_text_is_reported_once(tiny: GameOnDisk) -> None:
    write(tiny, [begin("{name} **" + LONG), more()])
    with pytest.raises(DataError) as caught:
        tiny.layout()
    assert len(caught.value.faults) == 1


@pytest.mark.parametrize(
    ("boxes", "fault"),
    [
        (
            [begin(), more(of="rulse")],
            "6:57: continues: there is no box 'rulse' before this one (did you mean 'rules'?)",
        ),
        ([more(), begin()], "continues: 'rules' does not come before this box (write this box below it)"),
        ([begin(), more(of="more")], "continues: a box does not continue itself"),
        ([begin(), more(keys=", text: own")], "text: a box that continues another has none of its own (leave it out: "),
        ([begin(), more(keys=", fit: shrink")], "fit: a box that continues another has none of its own"),
        ([begin(), more(), more(name="third")], "the text of 'rules' goes on in 'more' (continue 'more')"),
        (["a: {kind: rect, box: trim}", more(of="a")], "continues: 'a' has no text that could go on"),
        (
            [begin(place="[5, more.text_bottom, 30, 8]"), more()],
            "the places of these boxes depend on a text that flows",
        ),
        (["a: {kind: text, box: trim}"], "the key 'text' is missing"),
        ([begin(), more(keys=", sise: 2")], "unknown key 'sise' (did you mean 'size'?)"),
        ([begin(), more(of="[a]")], "continues: ['a'] given, expected text"),
    ],
)
def test_faults(tiny: GameOnDisk, boxes: list[str], fault: str) -> None:
    write(tiny, boxes)
    with pytest.raises(DataError) as caught:
        tiny.load()
    assert [fault in str(one) for one in caught.value.faults] == [True], [str(one) for one in caught.value.faults]


def test_a_face_has_no_text_of_the_back(tiny: GameOnDisk) -> None:
    write(tiny, [more()], [begin()])
    with pytest.raises(DataError, match="there is no box 'rules' before this one"):
        tiny.load()


def test_a_layout_that_is_reused_has_the_new_rest(tiny: GameOnDisk) -> None:
    cache: LayoutCache[Laid] = LayoutCache()
    write(tiny, [begin("{name} " + LONG)], [more()])
    for name in ("First", "Third"):
        loaded = tiny.load()
        first, _ = layout_deck(loaded, loaded.decks["main"], cache)
        assert words(first.face, first.back) == [name, *LONG.split()]
        tiny.write(CARDS, tiny.read(CARDS).replace("First", "Third"))


def test_a_translation_of_the_text_is_in_all_boxes(tiny: GameOnDisk) -> None:
    text = "rules: {kind: text, box: [5, 5, 30, 8], text: {en: Some words}, lang: zh, size: 3, valign: top}"
    write(tiny, [text, more()])
    tiny.change("card_data/tiny/game.yaml", "targets:", "translations: i18n/{lang}.yaml\ntargets:")
    assert run("translate", "export", "tiny", "--lang", "zh", cwd=tiny.root).returncode == 0
    file = "card_data/tiny/i18n/zh.po"
    exported = tiny.read(file)
    assert exported.count('msgid "Some words"') == 1
    text = "抽一张牌" * 20
    tiny.write(file, exported.replace('msgid "Some words"\nmsgstr ""', f'msgid "Some words"\nmsgstr "{text}"'))
    done = run("translate", "import", file, cwd=tiny.root)
    assert done.returncode == 0, done.stderr
    card, _ = tiny.layout()["main"]
    assert "".join(words(card.face)) == text


FRAME = (
    "frame: {kind: rect, box: ['more.left', 'more.top', 'more.width', 'more.height'], fill: '#dddddd', when_text: more}"
)
ARROW = (
    "arrow: {kind: polygon, box: [50, 80, 5, 5], points: [[0, 0], [5, 2.5], [0, 5]], fill: '#dd0000', when_text: more}"
)


def write_names(game: GameOnDisk) -> None:
    """Give the first card a long name, and the second a short one."""
    game.write(CARDS, f"cards:\n  - {{id: one, name: '{LONG}'}}\n  - {{id: two, name: Second}}\n")


def kinds(side: Laid | None) -> list[str]:
    return [] if side is None else [box.name for box in side.boxes]


def test_what_belongs_to_a_box_is_drawn_if_that_has_text(tiny: GameOnDisk) -> None:
    write_names(tiny)
    group = ["g: {kind: group, box: [0, 0, 63, 88], when_text: more, boxes: {line: {kind: rect, box: [1, 1, 2, 2]}}}"]
    again = ["again: {kind: again, of: frame}"]
    long, short = lay(tiny, [FRAME, begin("{name}"), more(), *group, *again])
    assert kinds(long.face) == ["frame", "rules", "more", "g", "g.line", "again"]
    assert kinds(short.face) == ["rules", "more"]
    short, long = reversed(lay(tiny, [FRAME, begin("{name}"), more(), *group, *again]))
    assert len(kinds(long.face)) == 6


def test_what_is_drawn_with_a_text_needs_no_chain(tiny: GameOnDisk) -> None:
    label = "label: {kind: text, box: [5, 30, 50, 8], text: '{name}', lang: en, when: {id: one}}"
    one, two = lay(tiny, [label, "line: {kind: rect, box: [5, 40, 50, 1], when_text: label}"])
    assert kinds(one.face) == ["label", "line"]
    assert kinds(two.face) == []


def test_an_arrow_on_the_face_is_drawn_if_the_text_goes_on_on_the_back(tiny: GameOnDisk) -> None:
    write_names(tiny)
    long, short = lay(tiny, [ARROW, begin("{name}")], [FRAME, more()])
    assert kinds(long.face) == ["arrow", "rules"]
    assert kinds(long.back) == ["frame", "more"]
    assert kinds(short.face) == ["rules"]
    assert kinds(short.back) == ["more"]
    assert words(short.back) == []


@pytest.mark.parametrize(
    ("face", "back", "fault"),
    [
        (
            [begin(), more(), FRAME.replace("when_text: more", "when_text: mor")],
            [],
            "when_text: there is no box 'mor' beside this one .did you mean 'more'",
        ),
        (
            [begin(), FRAME.replace("more.", "trim.")],
            ["more: {kind: text, box: [5, 5, 9, 9], text: a, lang: en}"],
            "when_text: there is no box 'more'",
        ),
        (
            [begin(), more(), "ground: {kind: rect, box: trim}", FRAME.replace("when_text: more", "when_text: ground")],
            [],
            "when_text: the box 'ground' is a rect, which shows no text .name a box with a text, or use when",
        ),
        (
            [begin(place="[frame.left, 9, 9, 9]"), more(), FRAME],
            [],
            "the places of these boxes depend on a text that flows through them",
        ),
        ([begin(), more(), FRAME.replace("when_text: more", "when_text: 3")], [], "when_text: 3 given, expected text"),
    ],
)
def test_faults_of_what_is_drawn_with_a_text(tiny: GameOnDisk, face: list[str], back: list[str], fault: str) -> None:
    write(tiny, face, back or None)
    with pytest.raises(DataError, match=fault):
        tiny.load()
