"""The whole check: each broken rule and each misprint has its own code, and a correct game has no findings."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from PIL import Image

from cardgen.base.plugins import load_plugins
from cardgen.building.check import check_game, registered_checks
from cardgen.building.checks import contrast as contrast_check
from cardgen.building.checks.rules import check_rules, coverage_of
from cardgen.building.plan import layout_game
from cardgen.building.similar import merge_similar
from cardgen.games.block_killer.deck import DECK_CODES
from cardgen.scene.colour import contrast
from cardgen.scene.items import Scene
from tests.games_on_disk import TINY, GameOnDisk, block_killer_decks_in

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"
CODES = {
    code.code: code
    for plugin in (*registered_checks().values(), *load_plugins("products").values())
    for code in plugin.codes
}
GARBAGE, BLOCKS = "card_data/block-killer/garbage.yaml", "card_data/block-killer/blocks.yaml"


@pytest.fixture
def decks(tmp_path: Path) -> GameOnDisk:
    return block_killer_decks_in(tmp_path)


# ---------------------------------------------------------------- the game's rules


def test_the_shipped_game_is_what_it_claims_to_be(killer: GameOnDisk) -> None:
    steps: list[str] = []
    game = killer.load()
    report = check_game(game, layout_game(game), steps.append)
    assert report.findings == ()
    assert (report.cards, report.faces) == (90 + 111 + 6, 8 + 16 + 1 + 3)
    assert steps == list(registered_checks())


def _garbage(card: str, old: str, new: str) -> Callable[[GameOnDisk], None]:
    """Return a change of the line of one garbage card."""

    def change(game: GameOnDisk) -> None:
        (line,) = [line for line in game.read(GARBAGE).splitlines() if line.startswith(f'  - {{id: "{card}"')]
        assert line.count(old) == 1
        game.change(GARBAGE, line, line.replace(old, new))

    return change


def _block(old: str, new: str) -> Callable[[GameOnDisk], None]:
    return lambda game: game.change(BLOCKS, old, new)


#: One finding each of a card of garbage, of a block and of a whole deck. All codes have a test beside the engine.
MUTATED = {
    "a row of 9": (_garbage("1-1", "#.########", "#.#######"), {"BK101": "1-1"}),
    "a block in two parts": (_block('["##.", ".##"]', '["##.", "..#"]'), {"BK304": "Z"}),
    "110 cards": (_garbage("4-3", "copies: 10", "copies: 9"), {"BK203": "", "BK204": ""}),
    "89 blocks": (_block("id: T\n    copies: 12", "id: T\n    copies: 11"), {"BK307": "T", "BK402": ""}),
}


@pytest.mark.parametrize("name", MUTATED)
def test_a_mutated_deck_has_a_finding_with_its_own_code(decks: GameOnDisk, name: str) -> None:
    mutate, expected = MUTATED[name]
    mutate(decks)
    findings = sorted(check_rules(decks.load()))
    assert {finding.code for finding in findings} == set(expected)
    assert {finding.code: finding.card for finding in reversed(findings)} == expected
    for finding in findings:
        assert finding.name == DECK_CODES[finding.code]
        assert finding.severity == "error"
        deck = "blocks" if finding.code[2] in "34" else "garbage"
        assert finding.deck == deck
        file = f"card_data/block-killer/{deck}.yaml" if finding.card else "card_data/block-killer/game.yaml"
        assert finding.place.file == file
        assert finding.place.line > 0


def test_a_finding_is_located_at_the_wrong_field(decks: GameOnDisk) -> None:
    _garbage("2-1", "#..#######", "#...######")(decks)
    (finding,) = decks.check().findings
    lines = decks.read(GARBAGE).splitlines()
    assert lines[finding.place.line - 1][finding.place.column - 1 :].startswith('"#...######"')
    assert str(finding) == (
        f"{GARBAGE}:{finding.place.line}:{finding.place.column}: error BK105 hole-width: card '2-1': "
        "the hole is 3 wide (a row of kind '2-wide' has one hole, 2 wide)"
    )


def test_a_missing_deck_is_located_at_the_decks(killer: GameOnDisk) -> None:
    text = killer.read("card_data/block-killer/game.yaml").replace("blocks", "bricks")
    killer.write("card_data/block-killer/game.yaml", text.replace("bricks.yaml", "blocks.yaml"))
    template = killer.read("templates/block-killer/aid.yaml").replace("two_bricks", "two_blocks")
    killer.write("templates/block-killer/aid.yaml", template)
    (finding,) = check_rules(killer.load())
    assert (finding.code, finding.deck) == ("BK001", "blocks")
    assert killer.read("card_data/block-killer/game.yaml").splitlines()[finding.place.line - 1] == "decks:"


def test_a_game_without_an_engine_has_no_rules_to_break(tiny: GameOnDisk) -> None:
    game = tiny.load()
    assert list(check_rules(game)) == []
    assert coverage_of(game) == []
    assert tiny.check().findings == ()


# ---------------------------------------------------------------- printing, one defect a code


def face(game: GameOnDisk, *boxes: str, fields: str = "", card: str = "") -> None:
    """Put these boxes on the face of the tiny game, over a white ground, and more fields on its two cards."""
    head, tail = TINY[TEMPLATE].split('    name: {kind: text, box: [5, 5, 53, 8], text: "{name}", lang: en}\n')
    game.write(TEMPLATE, "".join([head, *(f"    {box}\n" for box in boxes), tail]))
    if fields:
        game.change(GAME, "{name: text}", f"{{name: text, {fields}}}")
        game.write(
            CARDS,
            "cards:\n" + "".join(f"  - {{id: c{i}, name: x, {line}}}\n" for i, line in enumerate(card.split(" | "))),
        )


DOT = "{kind: ellipse, box: [0, 0, 4, 4], fill: '#111111'}"
REPEAT = f"r: {{kind: repeat, box: [5, 5, 8, 4], cell: [4, 4], boxes: {{d: {DOT}}}"

PLANTED = {
    "CG101": (
        ["t: {kind: text, box: [5, 5, 20, 5], text: Hello, lang: en}"],
        ["t: {kind: text, box: [5, 5, 20, 5], text: Hello to all of you, lang: en}"],
    ),
    "CG102": (
        ["t: {kind: text, box: [5, 5, 20, 5], text: Hello, lang: en}"],
        ["t: {kind: text, box: [1, 5, 20, 5], text: Hello, lang: en}"],
    ),
    "CG103": (
        ["t: {kind: text, box: [5, 5, 20, 5], text: ←, lang: en}"],
        ["t: {kind: text, box: [5, 5, 20, 5], text: 😀, lang: en}"],
    ),
    "CG104": (
        ["i: {kind: image, box: [5, 5, 10, 10], file: art.png}"],
        ["i: {kind: image, box: [5, 5, 20, 20], file: art.png}"],
    ),
    "CG121": (
        ["i: {kind: image, box: [5, 5, 35, 35], file: large.png}"],
        ["i: {kind: image, box: [5, 5, 25, 25], file: large.png}"],
    ),
    "CG105": (
        ["t: {kind: text, box: [5, 5, 20, 5], text: Hello, lang: en, colour: '#767676'}"],
        ["t: {kind: text, box: [5, 5, 20, 5], text: Hello, lang: en, colour: '#777777'}"],
    ),
    "CG109": (
        ["t: {kind: tiling, box: trim, cells: ['##.', '.##'], pitch: 7, stroke: '#eeeeee'}"],
        ["t: {kind: tiling, box: trim, cells: ['###', '#.#', '###'], pitch: 7, stroke: '#eeeeee'}"],
    ),
    "CG110": (
        ["f: {kind: field, box: [5, 5, 20, 20], rows: ['#.', '##']}"],
        ["f: {kind: field, box: [5, 5, 20, 20], rows: ['#Q', '##']}"],
    ),
    "CG112": (
        [f"{REPEAT}, of: 2}}"],
        [f"{REPEAT}, of: 3}}"],
    ),
    "CG123": (
        ["q: {kind: qr, box: [5, 5, 11.7, 11.7], value: HELLO}"],
        ["q: {kind: qr, box: [5, 5, 11.5, 11.5], value: HELLO}"],
    ),
    "CG124": (
        ["i: {kind: image, box: [5, 5, 10, 10], file: art.png}"],
        ["i: {kind: image, box: [5, 5, 10, 10], file: art.png, colour: '#884422'}"],
    ),
    "CG125": (
        ["i: {kind: image, box: [0, 5, 10, 10], file: art.png, bleed: mirror}"],
        ["i: {kind: image, box: [1, 5, 10, 10], file: art.png, bleed: mirror}"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("code", PLANTED)
def test_a_planted_defect_has_its_code_and_a_correct_face_has_none(tiny: GameOnDisk, code: str) -> None:
    Image.effect_noise((150, 150), 50).save(tiny.path("card_data/tiny/art.png"))
    Image.new("L", (1500, 1500), 200).save(tiny.path("card_data/tiny/large.png"))
    right, wrong = PLANTED[code]
    face(tiny, *right)
    assert tiny.codes() == []
    face(tiny, *wrong)
    (finding,) = merge_similar(tiny.check().findings)
    assert (finding.code, CODES[finding.code].name) == (code, finding.name)
    assert (finding.deck, finding.card, finding.side) == ("main", "one", "face")
    assert finding.place.file == TEMPLATE
    assert finding.place.line == 5
    assert finding.rect is not None


def test_colours_too_alike_in_any_kind_of_sight_are_reported(tiny: GameOnDisk) -> None:
    looks = "form: cells, colour: colour"
    boxes = "p: {kind: polyomino, box: [5, 5, 30, 30], cells: '{form}', colour: '{colour}'}"
    apart = "form: ['#'], colour: '#c13b2f' | form: ['#'], colour: '#5c77ff'"
    with_cells = looks.replace("form", "cells")
    face(tiny, boxes.replace("{form}", "{cells}"), fields=with_cells, card=apart.replace("form", "cells"))
    assert tiny.codes() == []
    tiny.change(CARDS, "#5c77ff", "#c14b2f")
    (finding,) = tiny.check().findings
    assert (finding.code, finding.name, finding.card) == ("CG106", "colours-alike", "c1")
    assert str(finding.place) == f"{CARDS}:3:45"
    assert finding.message.startswith("the colours of c0 and c1 are ")
    # Apart for most people, alike to some: red and olive green in deutan sight.
    tiny.change(CARDS, "#c13b2f", "#b04a30")
    tiny.change(CARDS, "#c14b2f", "#7a6a20")
    (finding,) = tiny.check().findings
    assert finding.message.endswith(("in protan sight", "in deutan sight"))


def test_cards_without_a_shape_may_have_any_colours(tiny: GameOnDisk) -> None:
    face(tiny, fields="colour: colour", card="colour: '#c13b2f' | colour: '#c13b2f'")
    assert tiny.codes() == []
    face(tiny)
    tiny.change(GAME, "colour: colour", "colour: text, cells: text")
    tiny.write(
        CARDS, "cards:\n  - {id: a, name: x, colour: red, cells: y}\n  - {id: b, name: x, colour: red, cells: y}\n"
    )
    assert tiny.codes() == []


def test_pieces_without_a_colour_are_not_compared(tiny: GameOnDisk) -> None:
    card = "cells: ['#'], colour: '#c13b2f' | cells: ['#'] | colour: '#c13b2f'"
    face(tiny, fields="cells: cells?, colour: colour?", card=card)
    assert tiny.codes() == []


def test_a_missing_back_is_reported_once_for_its_deck(tiny: GameOnDisk) -> None:
    tiny.write(TEMPLATE, tiny.read(TEMPLATE).split("back:")[0])
    (finding,) = tiny.check().findings
    assert (finding.code, finding.name, finding.deck, finding.card) == ("CG107", "back-missing", "main", "")
    text = "the template of main has no back (add a back, or `backs: fronts` to its sheets)"
    assert str(finding) == f"{GAME}:8:3: error CG107 back-missing: {text}"


def test_cards_that_are_printed_on_one_side_need_no_back(tiny: GameOnDisk) -> None:
    tiny.write(TEMPLATE, tiny.read(TEMPLATE).split("back:")[0])
    once = "  sheets:\n    a-{paper}: {decks: [main], papers: [a4], backs: fronts}\n"
    tiny.write(GAME, tiny.read(GAME) + once)
    assert tiny.check().findings == ()
    tiny.write(GAME, tiny.read(GAME) + "    b-{paper}: {decks: [main], papers: [a4]}\n")
    assert [finding.code for finding in tiny.check().findings] == ["CG107"]


def test_backs_that_reveal_the_card_are_reported(tiny: GameOnDisk) -> None:
    old = 'ground: {kind: rect, box: bleed, fill: "#223344"}'
    tiny.change(
        TEMPLATE, old, f'{old}\n    t: {{kind: text, box: [5, 5, 50, 5], text: "x{{id}}", lang: en, colour: "#ffffff"}}'
    )
    (finding,) = tiny.check().findings
    assert (finding.code, finding.name, finding.card) == ("CG108", "backs-differ", "two")
    assert str(finding.place) == f"{CARDS}:3:5"
    assert "the backs of one and two differ" in finding.message
    # A back that is laid out for each card, and looks the same, reveals nothing.
    tiny.change(TEMPLATE, 'text: "x{id}"', 'text: "x"')
    tiny.change(TEMPLATE, "{en: A back, zh: 背面}", '{en: "A back {id}", zh: "背面 {id}"}')
    assert tiny.codes() == []


def test_the_backs_of_a_two_sided_deck_may_differ(tiny: GameOnDisk) -> None:
    tiny.change(TEMPLATE, '"#223344"}', '"#223344"}\n    t: {kind: text, box: [5, 5, 50, 5], text: "x{id}", lang: en}')
    assert "CG108" in tiny.codes()
    tiny.change(GAME, "size: card\n", "size: card\n    two_sided: true\n")
    assert "CG108" not in tiny.codes()


def test_a_piece_that_lies_on_another_is_reported_once_for_all_sheets(tiny: GameOnDisk) -> None:
    shown = "f: {kind: polyomino, box: [5, 20, 20, 20], cells: '{form}', colour: '{tint}'}"
    piece = "form: ['##'], at: [{}, 0], tint: '#c13b2f'"
    card = f"{piece.format(0)} | {piece.format(2)}"
    face(tiny, shown, fields="form: cells, at: point, tint: colour", card=card)
    sheets = "{deck: main, papers: [a4, letter], titles: {en: P, zh: 子}, cells: form, colour: tint}"
    tiny.change(GAME, "targets:", f"targets:\n  diecuts:\n    one-{{paper}}: {sheets}\n    two-{{paper}}: {sheets}")
    assert tiny.codes() == []
    tiny.change(CARDS, "at: [2, 0]", "at: [1, 0]")
    (finding,) = tiny.check().findings
    assert (finding.code, finding.name, finding.deck, finding.card) == ("CG111", "sheet-layout", "main", "c1")
    assert finding.message == "card 'c1': the piece overlaps 'c0' at (1, 0)"


def test_a_box_larger_than_its_paper_is_reported(tiny: GameOnDisk) -> None:
    boxes = "  tuckboxes:\n    box-{paper}: {deck: main, papers: [a4, letter], titles: {en: B, zh: 盒}}\n"
    tiny.write(GAME, tiny.read(GAME) + boxes)
    assert tiny.codes() == []
    tiny.change(CARDS, "copies: 3", "copies: 300")
    first, second = tiny.check().findings
    assert (first.code, first.name, first.deck) == ("CG113", "box-too-large", "main")
    assert first.message.startswith("box-a4: the net for 90.3 mm of 63 × 88 mm cards does not fit")
    assert second.message.startswith("box-letter:")
    assert first.place == second.place
    assert (first.place.file, first.place.line) == (GAME, tiny.read(GAME).splitlines().index("  tuckboxes:") + 2)


def test_every_code_of_printing_is_planted_here() -> None:
    here = Path(__file__)
    others = ("checks/test_planted.py", "test_drafts.py", "test_low_ink.py")
    files = [here, *(here.parent / name for name in others)]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert all(f'"{code}"' in text for code in CODES if code.startswith("CG1"))


# ---------------------------------------------------------------- contrast


def reported_ratio(game: GameOnDisk) -> float:
    (finding,) = [finding for finding in merge_similar(game.check().findings) if finding.code == "CG105"]
    return float(finding.message.rsplit(" ", 1)[1].removesuffix(":1"))


TEXT = "t: {kind: text, box: [5, 5, 40, 5], text: Hello there, lang: en, colour: '%s'}"


def test_a_contrast_that_is_shown_as_enough_is_enough(tiny: GameOnDisk) -> None:
    assert 4.495 <= contrast("#69788d", "#ffffff") < 4.5  # shown as 4.50:1
    face(tiny, TEXT % "#69788d")
    assert tiny.codes() == []
    face(tiny, TEXT % "#6a798e")
    assert set(tiny.codes()) == {"CG105"}


def test_the_ratio_is_that_of_the_text_and_what_is_under_it(tiny: GameOnDisk) -> None:
    face(tiny, "g: {kind: rect, box: [-3, -3, 53, 23], fill: '#8899aa'}", TEXT % "#445566")
    assert reported_ratio(tiny) == pytest.approx(contrast("#445566", "#8899aa"), abs=0.005)
    (finding,) = merge_similar(tiny.check().findings)
    assert finding.message.startswith("card 'one' and 1 more: t: text in #445566 on #8899aa has a contrast of ")
    assert finding.hint == "expected at least 4.5:1; also two"
    assert str(finding.place) == f"{TEMPLATE}:6:8"


def test_a_mistake_on_cards_of_the_same_names_is_reported_once_with_their_decks(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:\n", "  large: {extends: main, titles: {en: Large}, use: print}\ntargets:\n")
    face(tiny, TEXT % "#6a798e")
    (finding,) = merge_similar(tiny.check().findings)
    assert finding.message.startswith("card 'one' and 1 more: t: text in #6a798e")
    assert finding.hint == "expected at least 4.5:1; also two; in the decks large, main"


def test_the_worst_ground_counts_unless_it_is_a_sliver(tiny: GameOnDisk) -> None:
    face(tiny, "g: {kind: rect, box: [-3, -3, 12, 23], fill: '#8899aa'}", TEXT % "#445566")
    assert reported_ratio(tiny) == pytest.approx(contrast("#445566", "#8899aa"), abs=0.005)
    face(tiny, "g: {kind: rect, box: [16, -3, 9, 23], fill: '#8899aa'}", TEXT % "#445566")
    assert set(tiny.codes()) == {"CG105"}
    face(tiny, "g: {kind: rect, box: [-3, -3, 8.4, 23], fill: '#8899aa'}", TEXT % "#445566")
    assert tiny.codes() == []


@pytest.mark.parametrize("box", ["[5, 80, 53, 5]", "[40, 100, 53, 5]"])
def test_text_beyond_the_edge_has_no_ground_there(tiny: GameOnDisk, box: str) -> None:
    """That it is cut off is a finding of its own; its contrast is not."""
    face(tiny, f"t: {{kind: text, box: {box}, text: {'Hello ' * 40}, lang: en, colour: '#222222'}}")
    assert set(tiny.codes()) <= {"CG101", "CG102"}
    assert "CG102" in tiny.codes()


def test_a_shape_painted_over_a_text_counts_as_its_ground(tiny: GameOnDisk) -> None:
    """The picture without its text is measured, so text that is covered up does not pass as readable."""
    face(tiny, TEXT % "#000000", "g: {kind: rect, box: [0, 0, 50, 20], fill: '#111111'}")
    assert set(tiny.codes()) == {"CG105", "CG114", "CG117"}


@pytest.mark.parametrize(
    "box",
    [
        "t: {kind: text, box: [5, 40, 53, 5], text: Hello there, lang: en, colour: '#cccccc', turn: 90}",
        "t: {kind: text, box: [5, 40, 53, 5], text: Hello there, lang: en, colour: '#cccccc', turn: 180}",
        "g: {kind: group, box: [5, 5, 9, 9], turn: 90, boxes: {t: {kind: text, box: [0, 0, 9, 5], text: x, lang: en,"
        " colour: '#cccccc'}}}",
        "t: {kind: table, box: [5, 5, 30, 10], rows: [[a, b]], lang: en, first: 10, colour: '#cccccc'}",
        "t: {kind: grid, box: [15, 5, 30, 30], columns: 2, rows: 2, stroke: '#000000', numbers: '#cccccc'}",
        "t: {kind: text, box: [5, 5, 30, 5], text: '**Hello**', lang: en, colour: '#cccccc', mark: true}",
    ],
)  # fmt: skip
def test_text_of_any_kind_is_reported_once_for_its_box(tiny: GameOnDisk, box: str) -> None:
    face(tiny, box)
    (finding,) = merge_similar(tiny.check().findings)
    assert finding.code == "CG105"
    assert finding.place.file == TEMPLATE
    assert finding.place.line == 5


def test_numbers_beside_a_grid_belong_to_the_grid(tiny: GameOnDisk) -> None:
    grid = "g: {kind: grid, box: [15, 15, 30, 30], columns: 2, rows: 2, stroke: '#000000', numbers: '#cccccc'}"
    for other in ("[5, 4, 50, 5]", "[5, 70, 50, 5]", "[50, 20, 9, 20]"):
        face(tiny, f"t: {{kind: text, box: {other}, text: x, lang: en}}", grid)
        (finding,) = merge_similar(tiny.check().findings)
        assert ": g: text in #cccccc" in finding.message


def test_the_contrast_of_an_echo_is_checked(tiny: GameOnDisk) -> None:
    face(tiny, "g: {kind: rect, box: [-3, 70, 69, 21], fill: '#333333'}", TEXT % "#222222", "far: {kind: again, of: t}")
    (finding,) = merge_similar(tiny.check().findings)
    assert finding.message.startswith("card 'one' and 1 more: far: text in #222222 on #333333")
    assert str(finding.place) == f"{TEMPLATE}:7:10"


def test_the_contrast_of_text_on_a_photograph_is_checked(tiny: GameOnDisk) -> None:
    noise = Image.effect_noise((700, 300), 40)
    Image.merge("RGB", [noise, noise.transpose(Image.Transpose.ROTATE_180), noise]).save(
        tiny.path("card_data/tiny/art.png")
    )
    face(tiny, "i: {kind: image, box: [4, 4, 55, 20], file: art.png, fit: cover}", TEXT % "#808080")
    assert set(tiny.codes()) == {"CG105"}
    face(
        tiny,
        "i: {kind: image, box: [4, 4, 55, 20], file: art.png, fit: cover}",
        (TEXT % "#808080").replace("5, 5, 40", "5, 60, 40"),
    )
    assert set(tiny.codes()) == {"CG105"}  # on white it is grey on white: 3.95
    face(
        tiny,
        "i: {kind: image, box: [4, 4, 55, 20], file: art.png, fit: cover}",
        (TEXT % "#000000").replace("5, 5, 40", "5, 60, 40"),
    )
    assert tiny.codes() == []


def test_each_ground_is_rendered_once_and_one_picture_is_kept_at_a_time(
    tiny: GameOnDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny.write(CARDS, "cards:\n" + "".join(f"  - {{id: c{i}, name: N{i}}}\n" for i in range(30)))
    rendered: list[int] = []
    render_grounds = contrast_check.render_grounds

    def count(scenes: list[Scene]) -> Iterator[contrast_check.Ground]:
        rendered.append(len(scenes))
        return render_grounds(scenes)

    monkeypatch.setattr(contrast_check, "render_grounds", count)
    assert tiny.codes() == []
    assert rendered == [0]  # black on white needs no picture
    monkeypatch.setattr(contrast_check, "_stands_out", lambda *_: False)
    assert tiny.codes() == []
    assert rendered == [0, 1]  # the ground of thirty faces
    assert isinstance(render_grounds([]), Generator)  # one picture after the other


# ---------------------------------------------------------------- pages


def test_pages_are_checked_as_cards_are(killer: GameOnDisk) -> None:
    killer.change(
        "templates/block-killer/mat.yaml",
        'note: {font: regular, size: 3.1, colour: "{colours.quiet}"',
        'note: {font: regular, size: 9, colour: "#dddddd"',
    )
    findings = killer.check().findings
    assert {finding.code for finding in findings} == {"CG101", "CG102", "CG105"}
    assert {(finding.deck, finding.card, finding.side) for finding in findings} == {("", "mat-{paper}", "face")}
    assert all(finding.place.file == "templates/block-killer/mat.yaml" for finding in findings)


# ---------------------------------------------------------------- reports


def test_findings_are_reported_once_and_in_order_of_place(decks: GameOnDisk) -> None:
    _block('["##.", ".##"]', '["##.", "..#"]')(decks)
    _garbage("1-1", "#.########", "#.#######")(decks)
    _garbage("1-3", "copies: 10", "copies: 1")(decks)
    findings = decks.check().findings
    assert list(findings) == sorted(set(findings))
    assert [finding.code for finding in findings] == ["BK304", "BK203", "BK204", "BK101", "BK206"]
