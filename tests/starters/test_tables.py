"""A designer's own table: the fields made of its columns, and its content, which stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from cardgen.base.errors import DataError
from cardgen.data.rows.tables import TableCell
from cardgen.starters.starting import table_files
from cardgen.starters.tables import CardTable, find_header, guess_kind, read_table
from cardgen.starters.trial import try_files
from tests.cases import for_cases

CARDS = b'''\
Card Name,Qty,Cost,Weight,Tint,Rules Text,Notes
Ember Fox,2,1,0.5,#b5531c,"Deal 1 damage, or 2.",
"Old ""Granite""",1,6,12,#444444,"Taunt.
Heal 2.",big
'''


def read(text: str | bytes, *languages: str) -> CardTable:
    return read_table(text if isinstance(text, bytes) else text.encode(), "cards.csv", languages)


def test_headers_become_fields_and_cells_decide_their_kinds() -> None:
    table = read(CARDS)
    assert table.columns == {
        "Card Name": "card_name",
        "Qty": "copies",
        "Cost": "cost",
        "Weight": "weight",
        "Tint": "tint",
        "Rules Text": "rules_text",
        "Notes": "notes",
    }
    assert table.fields == {
        "card_name": "text",
        "cost": "integer",
        "weight": "number",
        "tint": "colour",
        "rules_text": "text",
        "notes": "text?",
    }
    assert (table.languages, table.cards, table.ids_added) == (("en",), 2, True)


def test_ids_are_added_in_front_and_the_rest_stays() -> None:
    lines = read(CARDS.replace(b"\n", b"\r\n")).content.split(b"\r\n")
    assert lines[0] == b"id,Card Name,Qty,Cost,Weight,Tint,Rules Text,Notes"
    assert lines[1].startswith(b"ember-fox,Ember Fox,")
    assert lines[2].startswith(b'old-granite,"Old ""Granite""",')
    assert lines[3] == b'Heal 2.",big'
    twins = read("Name\nFox\n\nFox\n狐\n").content.decode()
    assert twins == "id,Name\nfox,Fox\n\nfox-2,Fox\ncard-3,狐\n"


def test_empty_lines_above_the_header_are_allowed() -> None:
    table = read("\n,,\nName,Level\nScribe,1\n")
    assert table.fields == {"name": "text", "level": "integer"}
    assert table.content == b"\n,,\nid,Name,Level\nscribe,Scribe,1\n"
    assert try_files("g", table_files(table, "cards.csv", "g")).findings == ()


def test_empty_headers_at_the_end_are_ignored() -> None:
    table = read("Name,Qty,Level,,\nScribe,1\nFriend,2,,\n")
    assert table.fields == {"name": "text", "level": "text?"}
    assert table.columns == {"Name": "name", "Qty": "copies", "Level": "level"}
    assert table.content == b"id,Name,Qty,Level,,\nscribe,Scribe,1\nfriend,Friend,2,,\n"
    assert try_files("g", table_files(table, "cards.csv", "g")).findings == ()


@pytest.mark.parametrize(
    "text",
    ["id,name\na,A\nb,B\n", "\ufeffID,Name\r\n1,A\r\n2,B", "编号,名称\nk1,狐\n", "Code,What\nA1,x\nA2,y\n"],
)
def test_a_table_with_ids_is_copied_to_the_byte(text: str) -> None:
    table = read(text)
    assert table.content == text.encode()
    assert not table.ids_added
    assert try_files("g", table_files(table, "my cards.csv", "g")).findings == ()


def test_a_table_saved_by_excel_in_chinese_is_read() -> None:
    content = "名称,费用,效果\r\n烈焰狐,1,打出时，造成1点伤害。\r\n".encode("gb18030")
    table = read(content)
    assert table.written.encoding == "gb18030"
    assert table.content.decode("gb18030").startswith("id,名称,费用,效果\r\ncard-1,烈焰狐,1,")
    files = table_files(table, "cards.csv", "g")
    assert "    encoding: gb18030\n" in files["card_data/g/game.yaml"].decode()
    assert try_files("g", files).findings == ()
    traditional = read("名稱,費用,效果\r\n烈焰狐,1,打出時，造成1點傷害。\r\n".encode("cp950"))
    assert (traditional.written.encoding, traditional.languages) == ("big5", ("zh-Hant",))
    assert traditional.content.decode("cp950").startswith("id,名稱,費用,效果\r\ncard-1,烈焰狐,1,")
    german = read("Name;Preis\nGroße Öfen für Äpfel;2,5\n".encode("windows-1252"))
    assert german.content.decode("windows-1252").startswith("id;Name;Preis\ngroe-ofen-fur-apfel;Große")
    text = table_files(german, "cards.csv", "g")["card_data/g/game.yaml"].decode()
    assert '    encoding: windows-1252\n    separator: ";"\n    decimal: ","\n' in text
    assert german.fields == {"name": "text", "preis": "number"}
    assert try_files("g", table_files(german, "cards.csv", "g")).findings == ()
    assert read("Name\nGroße Öfen\n").written.encoding is None


@for_cases(
    ("text", "language"),
    [
        ("Name,Text\nFox,Draw one card\nDragon,Fire is 火 in Chinese\n", "en"),
        ("名称,Cost\n烈焰狐,1\n", "zh"),
        ("名稱,Cost\n烈焰狐,1\n獸,2\n", "zh-Hant"),
        ("名称,效果\n烈焰狐,造成1点伤害\nT-Rex,摸两张牌\n", "zh"),
    ],
)
def test_the_language_is_that_of_most_letters(text: str, language: str) -> None:
    assert read(text).languages == (language,)


@for_cases(
    ("rows", "header"),
    [
        ([["My list"], [], ["Name", "Cost"], ["Fox", "1"]], 2),
        ([["Group", "", "Stats"], ["Name", "Kind", "Cost"], ["Fox", "a", "1"], ["Owl", "b", "2"]], 1),
        ([["Read me"], ["Do not edit"]], None),
        ([["Document", "Exported"], ["Cards", ""]], None),
        ([["This document was exported from Numbers."], ["Sheet", "Table"], ["a", "b"]], None),
        ([["1", "2"], ["3", "4"]], None),
    ],
)
def test_the_header_of_a_table_is_found(rows: list[list[str]], header: int | None) -> None:
    lines = [[TableCell(text, i, j) for j, text in enumerate(row, 1)] for i, row in enumerate(rows, 1)]
    assert find_header(lines) == header


def test_a_column_called_number_is_the_copies_unless_it_numbers_the_rows() -> None:
    assert read("Name,#\nFox,3\nOwl,1\n").columns["#"] == "copies"
    assert read("Name,#\nFox,1\nOwl,2\n").fields["column_2"] == "integer"
    assert read("Name,#\nFox,many\nOwl,1\n").fields["column_2"] == "text"


def test_chinese_headers_and_reserved_words() -> None:
    table = read("名称,数量,费用,效果,game,名称2\n狐,2,1,摸一张牌。,x,y\n")
    assert table.columns["名称"] == "name"
    assert table.columns["数量"] == "copies"
    assert table.columns["game"] == "game_text"
    assert "名称2" not in table.columns  # any script's letters can be the name of a field
    assert table.fields["名称2"] == "text"
    assert table.labels["cost"] == "费用"
    assert table.languages == ("zh",)


def test_names_of_columns_in_chinese() -> None:
    table = read("编号,武将,势力,体力,技能名,技能,立绘,备注\nliubei,刘备,蜀,4,仁德,给牌。,刘备,无\n")
    assert list(table.columns.values()) == [
        *("id", "name", "faction", "health", "skill_name", "skill", "picture", "note"),
    ]


def test_names_of_columns_in_traditional_chinese() -> None:
    table = read("編號,名稱,數量,陣營,攻擊,防禦,技能名稱,圖示,備註\nguanyu,關羽,2,蜀,5,4,青龍,劍,無\n")
    assert list(table.columns.values()) == [
        *("id", "name", "copies", "faction", "attack", "defence", "skill_name", "icon", "note"),
    ]
    assert table.languages == ("zh-Hant",)
    assert try_files("g", table_files(table, "cards.csv", "g")).findings == ()


@pytest.mark.parametrize("header", ["name_zh_Hant,name_en", "name.zh-Hant,name.en"])
def test_a_text_in_traditional_chinese_and_in_english(header: str) -> None:
    table = read(f"id,{header}\nfox,狐狸,Fox\n")
    assert table.languages == ("zh-Hant", "en")
    assert dict(table.fields) == {"name": "texts"}
    assert table.labels["name"] == "Name"
    assert try_files("g", table_files(table, "cards.csv", "g")).findings == ()


@pytest.mark.parametrize(
    ("header", "given", "languages"),
    [
        ("name_de,name_en", (), ("en", "de")),
        ("name.de,name.en", ("de", "en"), ("de", "en")),
        ("name.pl,name.fr", ("pl", "fr"), ("pl", "fr")),
    ],
)
def test_a_text_in_any_two_languages(header: str, given: tuple[str, ...], languages: tuple[str, ...]) -> None:
    table = read(f"id,{header}\nfox,Fuchs,Fox\n", *given)
    assert (table.languages, dict(table.fields), table.labels["name"]) == (languages, {"name": "texts"}, "Name")
    findings = try_files("g", table_files(table, "cards.csv", "g")).findings
    assert {finding.code for finding in findings} == ({"CG205"} if "pl" in languages else set())


def test_pictures_in_the_folder_of_the_table_are_shown(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    for name in ("art/fox.png", "owl.PNG"):
        Image.new("RGB", (320, 320)).save(tmp_path / name)
    text = b"id,Name,Art,Icon,Link\nfox,Fox,art/fox.png,gone.svg,../a.png\nowl,Owl,owl.PNG,,owl.PNG\n"
    table = read_table(text, "cards.csv", (), tmp_path)
    assert table.fields == {"name": "text", "art": "image", "icon": "text?", "link": "text"}
    assert (table.pictures, table.absent) == (("art/fox.png", "owl.PNG"), ("gone.svg",))
    files = table_files(table, "cards.csv", "g", tmp_path)
    assert files["card_data/g/art/fox.png"] == (tmp_path / "art/fox.png").read_bytes()
    assert 'kind: image, box: [5, 21, 53, 26], file: "{art}"' in files["templates/g/card.yaml"].decode()
    assert try_files("g", files).findings == ()
    nowhere = read(text)
    assert (nowhere.fields["art"], nowhere.pictures) == ("text", ())
    assert nowhere.absent == ("art/fox.png", "gone.svg", "owl.PNG")


def test_missing_pictures_are_listed(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    Image.new("RGB", (320, 320)).save(tmp_path / "art/fox.png")
    Image.new("RGB", (320, 320)).save(tmp_path / "art\\fox.png")  # as it can be called where that parts no folders
    for cell in ("art\\fox.png", "画" * 150 + ".png"):
        table = read_table(f"id,Name,Art\nfox,Fox,{cell}\n".encode(), "cards.csv", (), tmp_path)
        assert (table.pictures, table.absent, table.fields["art"]) == ((), (cell,), "text")


@pytest.mark.parametrize(("colours", "band"), [("#aa2222 #224488", "{colour}"), ("#aa2222 #ffee00", "{colours.band}")])
def test_a_title_is_on_the_colour_of_the_card_if_it_is_legible(colours: str, band: str) -> None:
    first, second = colours.split()
    files = table_files(read(f"id,Name,Colour\na,Fox,{first}\nb,Owl,{second}\n"), "cards.csv", "g")
    layout = files["templates/g/card.yaml"].decode()
    assert f'card-band: {{kind: rect, box: [-3, -3, 69, 21], fill: "{band}"}}' in layout
    assert ("colour-label" in layout) == (band == "{colours.band}")
    assert try_files("g", files).findings == ()


def test_short_texts_are_beside_their_labels_and_long_ones_below() -> None:
    table = read("id,Name,Faction,Text\na,Fox,Forest," + "many words " * 9 + "\n")
    lines = table_files(table, "cards.csv", "g")["templates/g/card.yaml"].decode().splitlines()
    boxes = {line.split(":")[0].strip(): line for line in lines if "box:" in line}
    assert "[5, 21, 15, 6.5]" in boxes["faction-label"]
    assert "[21, 21, 37, 6.5]" in boxes["faction"]
    assert "[5, 27.5, 53, 3.2]" in boxes["text-label"]
    assert "[5, 30.7, 53, 50" in boxes["text"]


def test_columns_in_two_languages_are_one_text() -> None:
    table = read("id,name_zh,name_en,text.zh,text.en\nfox,狐,Fox,摸牌。,Draw.\n")
    assert table.fields == {"name": "texts", "text": "texts"}
    assert table.languages == ("zh", "en")
    assert table.columns == {"name_zh": "name.zh", "name_en": "name.en"}
    with pytest.raises(DataError, match="--lang zh,en"):
        read("id,name.zh,name.en\nfox,狐,Fox\n", "en")
    half = read("id,name_zh,name_en\nfox,狐,Fox\nowl,,Owl\n")
    assert half.fields == {"name_zh": "text?", "name_en": "text"}


def test_a_column_in_chinese_beside_one_in_english_is_its_translation() -> None:
    table = read("Card,名称,Rules,效果,Picture\nFox,狐狸,Draw.,摸牌。,\nOwl,猫头鹰,Draw.,摸牌。,\n")
    assert table.fields == {"name": "texts", "rules": "texts", "picture": "image?"}
    assert table.columns == {
        "Card": "name.en",
        "名称": "name.zh",
        "Rules": "rules.en",
        "效果": "rules.zh",
        "Picture": "picture",
    }
    assert table.labels["rules"] == "效果", "the first language is that of most cells"
    assert read("Card,名称\nFox,狐狸\nOwl,猫头鹰\n", "en").fields == {"card_text": "text", "name": "text"}
    ranks = read("名称,Rank\n狐狸,SR\n猫头鹰,SR\n")  # the same word beside different ones
    assert ranks.fields == {"name": "text", "rank": "text"}


@for_cases(
    ("cells", "kind"),
    [
        (["1", "-2"], "integer"),
        (["1", "2.5"], "number"),
        (["007"], "text"),
        (["1", "x"], "text"),
        (["true"], "text"),
        (["#aabbcc", "#000000"], "colour"),
        (["9999999"], "text"),
        ([".inf"], "text"),
        ([], "text"),
    ],
)
def test_kinds(cells: list[str], kind: str) -> None:
    assert guess_kind(cells) == kind


@for_cases(
    ("content", "expected"),
    [
        (b"", "the table has no cards"),
        (b"Name,Cost\n", "the table has no cards"),
        (b'Name,Text\nFox,"open\n', "cards.csv:2:5: a quote is not closed"),
        (b"Name,Cost\nFox,1,2\n", "cards.csv:2:7: the row has 3 cells under 2 headings"),
        (b"Name,,Cost\nFox,1,2\n", "column 2 has no name"),
        (b"Name,Name\nFox,1\n", "duplicate column 'name'"),
        (b"\xc3\x28\x81,\n", "cards.csv:1:1: byte 0xc3 is not UTF-8 text"),
        (b"PK\x03\x04\x00\x00", "control character|null character"),
    ],
)
def test_faults_of_a_table_are_located(content: bytes, expected: str) -> None:
    with pytest.raises(DataError, match=expected):
        read(content)


@pytest.mark.parametrize("count", [0, 1, 3, 8, 15])
@pytest.mark.parametrize("numbers", [0, 1, 5, 9])
def test_any_number_of_columns_is_shown(count: int, numbers: int) -> None:
    heads = ["Title", *(f"Text {i}" for i in range(count)), *(f"Number {i}" for i in range(numbers))]
    cells = ["A fine card", *(["Some words to read."] * count), *(["12"] * numbers)]
    table = read(",".join(heads) + "\n" + ",".join(cells) + "\n")
    files = table_files(table, "cards.csv", "g")
    assert try_files("g", files).findings == ()
    layout = files["templates/g/card.yaml"].decode()
    for field in table.fields:
        assert f'"{{{field}}}"' in layout
