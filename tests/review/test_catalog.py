"""The payloads about a game: cards in brief, one card in full, findings, sheets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardgen.base.errors import DataError, Fault, Place
from cardgen.building.check import check_game
from cardgen.building.plan import layout_game, plan_files
from cardgen.products.files import BytesFile
from cardgen.products.options import Options
from cardgen.review.server.catalog import Catalog, make_catalog
from cardgen.review.server.page_data import (
    card_detail,
    catalog_data,
    codes_by_card,
    fault_data,
    findings_data,
    review_data,
    sheets_data,
)
from cardgen.scene.items import Scene
from tests.games_on_disk import REPOSITORY, GameOnDisk, block_killer_in
from tests.review.reviewer import Reviewer, catalog_of

SHIPPED = GameOnDisk(REPOSITORY, "block-killer")
GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"
SHEETS = "targets:\n  sheets: {{all: {{decks: [main], papers: [a4], layout: {layout}, backs: {backs}}}}}\n"


@pytest.fixture(scope="module")
def killer() -> Catalog:
    return catalog_of(SHIPPED)


# ---------------------------------------------------------------- all cards in brief


def test_the_shipped_game_has_its_201_cards_in_28_pictures(killer: Catalog) -> None:
    data = catalog_data(killer, "live", "Ann")
    assert sum(card["copies"] for card in data["cards"] if card["deck"] != "aids") == 201
    assert len(data["cards"]) == len(killer.keys) == 25
    assert len(killer.hashes) == 28
    assert {card["face"] for card in data["cards"]} | {card["back"] for card in data["cards"]} == set(killer.hashes)
    assert data["cards"][8] == {
        "key": "garbage/1-0",
        "deck": "garbage",
        "id": "1-0",
        "names": {"zh": "普通垃圾", "en": "Normal garbage"},
        "kind": "normal",
        "copies": 10,
        "face": killer.current["garbage/1-0"].sides["face"],
        "back": killer.current["garbage/1-0"].sides["back"],
        "data": killer.current["garbage/1-0"].data,
        "codes": [],
    }
    assert data["game"]["titles"] == {"zh": "方块杀", "en": "Block-Killer"}
    assert (data["game"]["engine"], data["game"]["rulesets"]) == ("block-killer", ["standard", "no-mercy"])
    assert (data["mode"], data["who"], data["checked"], data["fault"]) == ("live", "Ann", False, None)


def test_decks_have_the_sizes_of_their_layout(killer: Catalog) -> None:
    blocks, garbage, _ = catalog_data(killer, "site", "")["decks"]
    assert (blocks["trim"], garbage["trim"]) == ([63.0, 88.0], [88.0, 63.0])  # the garbage cards are in landscape
    assert (garbage["bleed"], garbage["safe"], garbage["corner"], garbage["back"]) == (3.0, 3.0, 3.0, True)
    assert garbage["kinds"] == ["normal", "2-wide", "3-wide", "4-wide", "checkerboard"]
    assert blocks["kinds"] == []


def test_payloads_are_json_and_deterministic(killer: Catalog) -> None:
    again = catalog_of(SHIPPED)
    for read in (
        lambda catalog: catalog_data(catalog, "live", "Ann"),
        lambda catalog: catalog.texts,
        lambda catalog: catalog.alts,
        lambda catalog: [card_detail(catalog, key) for key in catalog.keys],
        sheets_data,
        lambda catalog: review_data((), catalog),
        lambda catalog: catalog.svg(catalog.hashes[0]),
        lambda catalog: catalog.version,
    ):
        payload = json.dumps(read(killer), ensure_ascii=False, allow_nan=False)
        assert payload == json.dumps(read(again), ensure_ascii=False, allow_nan=False)


def test_the_version_depends_on_the_files(tiny: GameOnDisk) -> None:
    first = catalog_of(tiny).version
    tiny.change(CARDS, "Second", "Third")
    second = catalog_of(tiny).version
    tiny.change(CARDS, "Third", "Second")
    assert first != second
    assert catalog_of(tiny).version == first


def test_cards_that_look_the_same_share_a_picture(tiny: GameOnDisk) -> None:
    tiny.write(CARDS, "cards:\n  - {id: one, name: Same}\n  - {id: two, name: Same, copies: 2}\n")
    catalog = catalog_of(tiny)
    one, two = catalog.summaries
    assert one["face"] == two["face"]
    assert one["data"] != two["data"]
    assert len(catalog.hashes) == 2
    svg = catalog.svg(one["face"])
    assert svg is not None
    assert "<title" not in svg  # the name belongs to the card, not to the picture
    assert 'viewBox="-3 -3 69 94"' in svg
    dark = catalog.svg(catalog.summaries[0]["back"] or "")
    saved = catalog.svg(f"{catalog.summaries[0]['back']}-low-ink")
    assert dark != saved
    assert saved is not None
    assert 'fill="#ffffff"' in saved
    unknown = "0" * 32
    assert (catalog.svg(unknown), catalog.scene(unknown), catalog.png(unknown)) == (None, None, None)


def test_names_and_kinds_come_from_fields_of_that_name_and_kind(tiny: GameOnDisk) -> None:
    assert [card["names"] for card in catalog_of(tiny).summaries] == [{"en": "First"}, {"en": "Second"}]
    tiny.change(GAME, "fields: {name: text}", "fields: {name: texts, kind: integer}")
    tiny.change(TEMPLATE, "{name}", "{name.en}")
    tiny.write(CARDS, "cards:\n  - {id: one, name: {en: One, zh: 一}, kind: 3}\n")
    (card,) = catalog_of(tiny).summaries
    assert (card["names"], card["kind"]) == ({"en": "One", "zh": "一"}, "")
    tiny.change(GAME, "fields: {name: texts, kind: integer}", "fields: {label: text}")
    tiny.change(TEMPLATE, "{name.en}", "{label}")
    tiny.write(CARDS, "cards:\n  - {id: one, label: One}\n")
    assert catalog_of(tiny).summaries[0]["names"] == {}


def test_a_deck_without_a_back(tiny: GameOnDisk) -> None:
    tiny.write(TEMPLATE, tiny.read(TEMPLATE).split("back:")[0])
    reviewer = Reviewer(tiny)
    data = catalog_data(reviewer.catalog, "live", "")
    assert [card["back"] for card in data["cards"]] == [None, None]
    assert data["decks"][0]["back"] is False
    detail = card_detail(reviewer.catalog, "main/one")
    assert (list(detail["alt"]), detail["boxes"]["back"], detail["text"]["back"]) == (["face"], [], [])
    reviewer.do("main/one")
    compare = card_detail(reviewer.catalog, "main/one", reviewer.store)["compare"]
    assert compare is not None
    assert (list(compare["sides"]), compare["picture"]) == (["face"], False)


def test_an_optional_field_without_a_value_is_not_in_the_data(tiny: GameOnDisk) -> None:
    before = catalog_of(tiny).current["main/one"]
    tiny.change(GAME, "fields: {name: text}", "fields: {name: text, art: image?}")
    assert catalog_of(tiny).current["main/one"].data == before.data
    assert [field["name"] for field in card_detail(catalog_of(tiny), "main/one")["fields"]] == ["copies", "name"]


def test_search_covers_names_fields_and_printed_text(killer: Catalog, tiny: GameOnDisk) -> None:
    text = killer.texts["garbage/x"]
    for part in ("x", "checkerboard", "棋盘垃圾", "checkerboard garbage", "#.#.#.#.#.", "垃圾牌"):
        assert part in text
    assert text == text.lower()
    assert "手中垃圾牌不少于 10 张时，可改为摸 2 张方块牌" in killer.texts["aids/aid"]  # across the end of a line
    tiny.change(TEMPLATE, "{name}", "{name} of the Rings")
    assert "first of the rings" in catalog_of(tiny).texts["main/one"]


def test_every_language_has_a_text_alternative(killer: Catalog) -> None:
    for alts in killer.alts.values():
        assert [sorted(texts) for texts in alts.values()] == [["en", "zh"]] * 2
        assert all(text for texts in alts.values() for text in texts.values())
    assert killer.alts["garbage/1-0"]["face"]["en"].startswith("Garbage card Normal garbage, code 1-0.")
    assert killer.alts["garbage/1-0"]["face"]["zh"].startswith("垃圾牌 普通垃圾，代号 1-0")


def test_drawn_pictures_are_reused_and_limited_in_number(tiny: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = catalog_of(tiny)
    for picture in before.hashes:
        before.svg(picture)
    tiny.change(CARDS, "Second", "Third")
    game = tiny.load()
    after = make_catalog(game, layout_game(game), before)
    drawn: list[Scene] = []

    def draw(scene: Scene) -> str:
        drawn.append(scene)
        return "<svg/>"

    monkeypatch.setattr("cardgen.review.server.catalog.picture_svg", draw)
    for picture in after.hashes:
        after.svg(picture)
    assert len(drawn) == 1
    monkeypatch.setattr("cardgen.review.server.catalog._MOST_DRAWN", 1)
    fresh = make_catalog(game, layout_game(game))
    for picture in (*fresh.hashes, *fresh.hashes):
        assert fresh.svg(picture) == "<svg/>"
    assert len(fresh._svgs) == 1


# ---------------------------------------------------------------- one card in full


def test_a_card_in_full_has_its_places_in_the_files(killer: Catalog) -> None:
    detail = card_detail(killer, "garbage/2-4")
    source = (REPOSITORY / "card_data/block-killer/garbage.yaml").read_text(encoding="utf-8").splitlines()
    assert Path(detail["file"]).name == "garbage.yaml"
    assert 'id: "2-4"' in source[detail["line"] - 1]
    fields = {field["name"]: field for field in detail["fields"]}
    assert list(fields) == ["copies", "kind", "row", "names", "turned"]
    assert (fields["copies"]["kind"], fields["copies"]["value"]) == ("integer", 3)
    assert (fields["row"]["kind"], fields["row"]["value"]) == ("text", "####..####")
    assert source[fields["row"]["line"] - 1][fields["row"]["column"] - 1 :].startswith('"####..####"')
    assert detail["template"] == {
        "file": killer.game.reader.shown(REPOSITORY / "templates/block-killer/garbage.yaml"),
        "line": 1,
    }
    boxes = {box["name"]: box for box in detail["boxes"]["face"]}
    assert (boxes["names.zh"]["kind"], boxes["names.zh"]["rect"]) == ("text", [38.0, 36.1, 37.0, 6.4])
    template = (REPOSITORY / "templates/block-killer/garbage.yaml").read_text(encoding="utf-8").splitlines()
    assert template[boxes["code"]["line"] - 1].lstrip().startswith("code:")
    assert detail["text"]["face"][:3] == ["2-4", "二宽垃圾", "2-wide garbage"]
    assert detail["text"]["back"] == ["垃圾牌", "Block-Killer"]
    with pytest.raises(KeyError):
        card_detail(killer, "garbage/none")


def test_every_copy_has_a_place_on_the_sheets(killer: Catalog) -> None:
    """Nine cards a page, fronts and backs in turn: the 91st card, the first garbage card, is first on sheet 11."""
    places = [place for place in card_detail(killer, "garbage/1-0")["places"] if place["sheet"] == "cards-a4"]
    faces, backs = ([place for place in places if place["side"] == side] for side in ("face", "back"))
    assert [place["copy"] for place in faces] == [*range(1, 11)] == [place["copy"] for place in backs]
    assert [place["page"] for place in faces] == [21] * 9 + [23]
    assert [place["page"] for place in backs] == [22] * 9 + [24]
    assert [tuple(place["slot"].values()) for place in faces[:4]] == [(1, 1), (1, 2), (1, 3), (2, 1)]
    assert [tuple(place["slot"].values()) for place in backs[:4]] == [(1, 3), (1, 2), (1, 1), (2, 3)]
    assert faces[0]["rect"] == [10.5, 16.5, 63.0, 88.0]
    assert backs[0]["rect"] == [136.5, 16.5, 63.0, 88.0]  # flipped on the long edge
    sheets = {place["sheet"] for place in card_detail(killer, "garbage/1-0")["places"]}
    with_it = (file for file in sheets_data(killer) if file["section"] == "sheets")
    assert sheets == {sheet["name"] for sheet in with_it if not sheet["name"].startswith("aids")}
    only_backs = [p for p in card_detail(killer, "garbage/1-0")["places"] if p["sheet"] == "cards-a4-backs"]
    assert {place["side"] for place in only_backs} == {"back"}
    assert only_backs[0]["page"] == 11


def test_copies_are_counted_through_all_sets(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:\n", "targets:\n  sheets: {all: {decks: [main], papers: [a4], sets: 2}}\n")
    catalog = catalog_of(tiny)
    (sheet,) = (file for file in sheets_data(catalog) if file["section"] == "sheets")
    assert sheet["cards"] == 2 * sheet["cards"][: len(sheet["cards"]) // 2]
    places = [place for place in card_detail(catalog, "main/one")["places"] if place["side"] == "face"]
    copies = catalog.game.decks["main"].cards[0].copies
    assert [place["copy"] for place in places] == [*range(1, 2 * copies + 1)]
    assert len({(place["page"], *place["slot"].values()) for place in places}) == 2 * copies


def test_on_a_gutterfold_sheet_backs_are_beyond_the_fold(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:\n", SHEETS.format(layout="gutterfold", backs="interleaved"))
    catalog = catalog_of(tiny)
    sheet = sheets_data(catalog)[0]
    face, back = card_detail(catalog, "main/one")["places"]
    assert (sheet["sides"], sheet["backs"], sheet["flip"]) == (["fold"], "gutterfold", None)
    assert (face["page"], back["page"]) == (1, 1)
    width, height = sheet["paper"]
    (x, y, w, h), (x2, y2, _, _) = face["rect"], back["rect"]
    assert (x2, y2) in [(pytest.approx(width - x - w), y), (x, pytest.approx(height - y - h))]
    slots = [place["slot"]["row"] + place["slot"]["column"] for place in (face, back)]
    assert slots[0] < slots[1]


# ---------------------------------------------------------------- sheets


def test_sheets_are_listed_as_printed(killer: Catalog) -> None:
    sheets = {sheet["name"]: sheet for sheet in sheets_data(killer) if sheet["section"] == "sheets"}
    assert len(sheets) == 12
    titles = [file["title"]["en"] for file in sheets_data(killer) if file["section"] == "cutouts"]
    assert titles == ["Paper minoes"] * 2 + ["Large paper minoes"] * 2
    sheet = sheets["cards-a4"]
    assert {key: sheet[key] for key in ("paper", "pages", "flip", "backs", "pdf", "drawn", "sides")} == {
        "paper": [210.0, 297.0],
        "pages": 46,
        "flip": "long",
        "backs": "interleaved",
        "pdf": "sheets/cards-a4.pdf",
        "drawn": True,
        "sides": ["front", "back"],
    }
    assert sheet["title"] == {"zh": "方块牌、垃圾牌", "en": "Block cards, Garbage cards"}
    assert sum(copies for _, copies in sheet["cards"]) == 201
    assert (sheets["cards-a4-fronts"]["flip"], sheets["cards-a4-fronts"]["sides"]) == (None, ["front"])
    # The place of each card follows from its number and the slots.
    for side in ("face", "back"):
        place = next(
            p for p in card_detail(killer, "blocks/S")["places"] if p["sheet"] == "cards-a4" and p["side"] == side
        )
        assert sheet["cards"][0] == ("blocks/Z", 12)
        assert place["rect"] == sheet["slots"][side][12 % len(sheet["slots"][side])]


def test_a_sheet_is_the_file_that_a_build_writes(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:\n", SHEETS.format(layout="edge-to-edge", backs="interleaved"))
    catalog = catalog_of(tiny)
    (planned,) = plan_files(catalog.game, catalog.laid, Options(only=("sheets/all.pdf",)))
    assert isinstance(planned, BytesFile)
    file = catalog.file("all")
    assert file is not None
    assert file.pdf().startswith(b"%PDF-")
    assert file.pdf() == planned.make()
    assert catalog.file("a*") is None


# ---------------------------------------------------------------- findings, faults, reviews


def test_findings_name_their_card(tmp_path: Path) -> None:
    disk = block_killer_in(tmp_path)
    disk.change(
        "templates/block-killer/garbage.yaml",
        "code: {kind: text, box: [14, 35.5, 22, 12]",
        "code: {kind: text, box: [-7, 35.5, 22, 12]",
    )
    disk.change("card_data/block-killer/garbage.yaml", "copies: 8, kind: checkerboard", "copies: 7, kind: checkerboard")
    catalog = catalog_of(disk)
    report = check_game(catalog.game, catalog.laid)
    payload = findings_data(report, catalog)
    assert payload["checked"] is True
    findings = payload["findings"]
    assert len(findings) == len(report.findings) > 0
    assert {finding["key"] for finding in findings} <= {*catalog.keys, ""}
    beyond = next(finding for finding in findings if finding["name"] == "outside-safe-area")
    assert beyond["key"].startswith("garbage/")
    assert beyond["side"] == "face"
    assert beyond["rect"] is not None
    assert len(beyond["rect"]) == 4
    assert beyond["file"] == "templates/block-killer/garbage.yaml"
    codes = codes_by_card(report)
    assert beyond["code"] in codes[beyond["key"]]
    data = catalog_data(catalog, "live", "", report=report)
    assert data["checked"] is True
    assert {card["key"]: card["codes"] for card in data["cards"] if card["codes"]} == codes
    assert json.dumps(data)
    assert findings_data(None, catalog) == {"checked": False, "findings": [], "waived": []}


def test_a_finding_of_the_whole_game_has_no_card(tiny: GameOnDisk) -> None:
    tiny.write(TEMPLATE, tiny.read(TEMPLATE).split("back:")[0])
    catalog = catalog_of(tiny)
    (finding,) = findings_data(check_game(catalog.game, catalog.laid), catalog)["findings"]
    assert (finding["name"], finding["key"], finding["side"], finding["rect"]) == ("back-missing", "", "", None)


def test_faults_have_their_places(tiny: GameOnDisk) -> None:
    fault = DataError(Fault(Place("cards.yaml", 3, 4), "no such colour", "red?"))
    expected = {
        "message": {"en": "no such colour"},
        "hint": {"en": "red?"},
        "file": "cards.yaml",
        "line": 3,
        "column": 4,
    }
    catalog = catalog_of(tiny)
    assert fault_data(fault) == {"faults": [expected]}
    assert catalog_data(catalog, "live", "", fault)["fault"] == {"faults": [expected]}
    assert review_data((), catalog, fault)["fault"] == {"faults": [expected]}


def test_the_review_has_every_status_and_every_event(tiny: GameOnDisk) -> None:
    reviewer = Reviewer(tiny)
    event = reviewer.do("main/one")
    undo = reviewer.do("main/one", "undo", undoes=event.id)
    data = review_data(reviewer.store.read(), reviewer.catalog)
    assert data["statuses"] == {
        "main/one": {"status": "undecided", "last": undo.id, "changed": False, "since": None, "comments": 0},
        "main/two": {"status": "undecided", "last": "", "changed": False, "since": None, "comments": 0},
    }
    assert [(event["id"], event["old"], event.get("undone")) for event in data["events"]] == [
        (event.id, False, True),
        (undo.id, False, None),
    ]
    assert data["fault"] is None
