"""The schemas for editors accept the shipped files and reject typical mistakes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from cardgen.data.languages.overlays import OverlayFile
from cardgen.data.load import load_game
from cardgen.data.reading import parse_yaml
from cardgen.data.schema import deck_schema, game_schema, plain_schema, template_schema
from cardgen.data.waivers import WaiversFile
from cardgen.games.block_killer.rules import BlockKillerRules
from cardgen.products.rulebook_theme import ThemeEntry
from cardgen.starters.starting import STARTERS, starter_files
from tests.cases import for_cases
from tests.data.templates.test_files import LEAST
from tests.games_on_disk import REPOSITORY, TINY, tiny_game_in
from tests.tea_game import GAME, TEA, TEMPLATE, WHOLE, tea_game_in

DATA = REPOSITORY / "card_data" / "block-killer"
DECKS = ("blocks", "garbage", "aids")


def _schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    game = load_game(DATA, REPOSITORY / "templates")
    yield "game", game_schema()
    yield "template", template_schema()
    for kind, model in (
        ("ruleset", BlockKillerRules),
        ("translations", OverlayFile),
        ("waivers", WaiversFile),
        ("theme", ThemeEntry),
    ):
        yield kind, plain_schema(kind, model)
    for deck in DECKS:
        yield deck, deck_schema(game, deck)


@cache
def schemas() -> dict[str, dict[str, Any]]:
    """Return the schemas by the names of what they are for."""
    return dict(_schemas())


SHIPPED = [
    ("game", DATA / "game.yaml"),
    *((deck, DATA / f"{deck}.yaml") for deck in DECKS),
    *(("ruleset", path) for path in sorted((DATA / "rules").glob("*.yaml"))),
    ("theme", REPOSITORY / "examples/story/card_data/story/theme.yaml"),
    *(("template", path) for path in sorted((REPOSITORY / "templates").rglob("*.yaml"))),
]


def complaints(schema: str, text: str) -> list[str]:
    """Return the errors that an editor would show: the path in the text and the rule that it breaks."""
    errors = Draft202012Validator(schemas()[schema]).iter_errors(parse_yaml(text, "f").value)
    return [f"{error.json_path} {error.validator}" for error in errors]


@pytest.mark.parametrize("name", ["game", "template", "ruleset", "translations", "waivers", "theme", *DECKS])
def test_every_schema_follows_the_standard(name: str) -> None:
    schema = schemas()[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"].startswith("cardgen ")


@pytest.mark.parametrize(("schema", "path"), SHIPPED, ids=lambda value: getattr(value, "name", value))
def test_the_shipped_files_are_valid(schema: str, path: Path) -> None:
    assert complaints(schema, path.read_text(encoding="utf-8")) == []


def test_the_files_of_a_tiny_game_are_valid() -> None:
    assert complaints("game", TINY["card_data/tiny/game.yaml"]) == []
    assert complaints("template", TINY["templates/tiny.yaml"]) == []


def test_the_files_of_a_game_in_several_languages_are_valid(tmp_path: Path) -> None:
    assert complaints("game", TEA[GAME]) == []
    assert (
        complaints("game", TEA[GAME].replace("i18n/{lang}.yaml", "{de: de.csv}\neditions: [en]\nfallback: {de: []}"))
        == []
    )
    assert complaints("template", TEA[TEMPLATE]) == []
    assert complaints("translations", WHOLE.replace("Rauchtee", "{text: Rauchtee, source: Lapsang, fuzzy: true}")) == []
    assert complaints("translations", WHOLE.replace("Rauchtee", "[Rauchtee]")) == ["$.cards.main.lapsang.name anyOf"]
    game = tea_game_in(tmp_path).load()
    row = deck_schema(game, "main")["properties"]["cards"]["items"]
    for names, count in (("Oolong", 0), ({"en": "Oolong"}, 0), ({"EN": "Oolong"}, 1), ("", 1), (7, 1)):
        errors = [*Draft202012Validator(row).iter_errors({"id": "a", "name": names})]
        assert len(errors) == count, names


@for_cases(
    ("schema", "file", "old", "new", "messages"),
    [
        ("game", "game.yaml", "engine: block-killer", "enjine: block-killer", {"$ additionalProperties"}),
        ("game", "game.yaml", "licence: {name", "license: {name", {"$ additionalProperties", "$ required"}),
        ("game", "game.yaml", "width: 63,", "width: wide,", {"$.sizes.card.width type"}),
        ("game", "game.yaml", "width: 63,", "width: -63,", {"$.sizes.card.width exclusiveMinimum"}),
        ("game", "game.yaml", "languages: [zh, en]", "languages: zh", {"$.languages type"}),
        ("game", "game.yaml", "names: texts, cells", "names: textz, cells", {"$.decks.blocks.fields.names anyOf"}),
        ("game", "game.yaml", "{zh: 提示卡,", "{ZH: 提示卡,", {"$.decks.aids.titles additionalProperties"}),
        ("blocks", "blocks.yaml", "pattern: ring", "pattern: rings", {"$.cards[5].pattern enum"}),
        ("blocks", "blocks.yaml", '"#fade04"', '"#ff0"', {"$.cards[5].colour pattern"}),
        ("blocks", "blocks.yaml", "centre: [0.5, 0.5]", "centre: [0.5]", {"$.cards[5].centre minItems"}),
        ("blocks", "blocks.yaml", "copies: 6", 'copies: "6"', {"$.cards[7].copies type"}),
        ("blocks", "blocks.yaml", "copies: 6", "copies: -6", {"$.cards[7].copies minimum"}),
        ("blocks", "blocks.yaml", "copies: 6", "copies: 1000000", {"$.cards[7].copies maximum"}),
        ("aids", "aids.yaml", "copies: 6", "copies: 6, name: x", {"$.cards[0] additionalProperties"}),
        ("aids", "aids.yaml", "cards:", "crads: []\ncards:", {"$ additionalProperties"}),
        ("aids", "aids.yaml", "id: aid", "id: ../aid", {"$.cards[0].id pattern"}),
        ("ruleset", "rules/standard.yaml", "rotation: srs", "rotation: srz", {"$.play.rotation enum"}),
    ],
)  # fmt: skip
def test_typical_mistakes_are_errors_of_the_schema(
    schema: str, file: str, old: str, new: str, messages: set[str]
) -> None:
    text = (DATA / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    assert set(complaints(schema, text.replace(old, new))) == messages


@for_cases(
    ("keys", "messages"),
    [
        ("cards: a.xlsx, sheet: Heroes, columns: {编号: id, Notes: null}", []),
        ("cards: a.csv, encoding: gb18030, for: b.csv, defaults: {names: {en: x}, copies: 2}", []),
        ("cards: a.csv, for: {cards: b.csv, columns: {Name: names.en}}", []),
        ("cards: a.csv, where: {a: b, c: [1, true], names.en: {not: x, at_least: 2}, d: {given: true}}", []),
        ("cards: a.csv, encoding: utf-8", ["encoding anyOf"]),
        ("cards: a.csv, columns: {Name: The Name}", ["columns.Name anyOf"]),
        ("cards: a.csv, for: {card: b.csv}", ["for anyOf"]),
        ("cards: a.csv, where: {a: {at_last: 2}}", ["where.a anyOf"]),
        ("cards: a.csv, where: {a: null}", ["where.a anyOf"]),
        ("cards: a.csv, where: {A: x}", ["where additionalProperties"]),
    ],
)
def test_the_schema_of_a_deck_entry_agrees_with_loading(keys: str, messages: list[str]) -> None:
    text = TINY["card_data/tiny/game.yaml"]
    assert text.count("cards: cards.yaml\n") == 1
    declared = text.replace("cards: cards.yaml\n", "".join(f"{line}\n    " for line in _lines(keys)).rstrip(" "))
    assert complaints("game", declared) == [f"$.decks.main.{complaint}" for complaint in messages]


def _lines(keys: str) -> list[str]:
    """Return the keys of a flow mapping as lines of a block."""
    return [json.dumps(key) + ": " + json.dumps(value) for key, value in parse_yaml(f"{{{keys}}}", "f").value.items()]


@pytest.mark.parametrize(
    ("keys", "row", "is_valid"),
    [
        ("", "{id: a}", False),
        ("defaults: {name: x}", "{id: a}", True),
        ("defaults: {name: x}", "{id: a, set: base}", False),
        ("where: {set.a: base}", "{id: a, name: x, set: {a: base}}", True),
        ("for: ranks.yaml", "{id: a}", True),
        ("for: ranks.yaml", "{name: x}", False),
    ],
)
def test_a_row_may_leave_out_inherited_and_crossed_values(tmp_path: Path, keys: str, row: str, is_valid: bool) -> None:
    game = tiny_game_in(tmp_path)
    game.change("card_data/tiny/game.yaml", "    size: card\n", f"    size: card\n    {keys}\n")
    rows = "".join(f"  - {{id: {name}, name: x, set: {{a: base}}}}\n" for name in ("one", "two"))
    if "set" in keys:
        game.write("card_data/tiny/cards.yaml", f"cards:\n{rows}")
    game.write("card_data/tiny/ranks.yaml", "cards: [{id: k}]\n")
    schema = deck_schema(game.load(), "main")
    errors = list(Draft202012Validator(schema).iter_errors(parse_yaml(f"cards: [{row}]", "f").value))
    assert bool(errors) is not is_valid


def side(box: str) -> str:
    return f"face: {{description: {{en: x}}, boxes: {{a: {box}}}}}"


@for_cases("kind", LEAST)
def test_a_box_of_each_kind_is_valid_without_unknown_keys(kind: str) -> None:
    assert complaints("template", side(LEAST[kind])) == []
    assert complaints("template", side(LEAST[kind][:-1] + ", zzz: 1}")) == ["$.face.boxes.a additionalProperties"]


@for_cases(
    ("box", "messages"),
    [
        ("{kind: rect, box: trim, fill: '{colour}', radius: '{round}'}", []),
        ("{kind: rect, box: [0, 0, '{wide}', 5]}", []),
        ("{kind: table, box: trim, rows: '{table}', lang: '{lang}', first: 9}", []),
        ("{kind: rect, box: trim, fill: {gradient: {from: '#112233', to: '{colour}', turn: '{way}'}}}", []),
        ("{kind: star, box: trim, fill: {gradient: {stops: [[0, '#112233'], [1, '{c}', 0.5]], shape: radial}}}", []),
        (
            "{kind: grid, fill: {pattern: {marks: '{marks}', pitch: 2}}, radius: 3}",
            ["$.face.boxes.a additionalProperties"],
        ),
        ("{kind: rect, box: trim, fill: {pattern: {marks: blobs}}}", ["$.face.boxes.a.fill anyOf"]),
        ("{kind: rect, box: trim, fill: {gradient: {form: '#112233'}}}", ["$.face.boxes.a.fill anyOf"]),
        ("{kind: rect, radius: [1, 2, 3, '{round}']}", []),
        ("{kind: image, file: a.svg, crop: [0, 0, 0.5, 1], focus: [0.5, '{y}']}", []),
        ("{kind: rect, box: ['title.right + 2', 0, 50%, '{wide} * 2'], turn: '+= 5', stroke_width: '-= 0.5'}", []),
        ("{kind: rect, extends: [a, b], when: {cost: {at_least: 3}, names.en: [x, y], deck.id: main}}", []),
        ("{extends: a, box: {y: '+= 10', width: 'a.width / 2'}}", []),
        ("{kind: rect, box: {w: 10}}", ["$.face.boxes.a.box anyOf"]),
        ("{kind: repeat, of: '{tags}', cell: [5, '{w}'], gap: [1, 2], boxes: {d: {kind: rect, turn: '{item}'}}}", []),
        ("{kind: repeat, of: [a, 3, {b: c}], align: right, direction: down}", []),
        ("{kind: group, clip: {radius: 2}, opacity: 0.5}", []),
        ("{kind: group, clip: true}", []),
        ("{kind: rect, extends: {a: b}}", ["$.face.boxes.a.extends anyOf"]),
        ("{kind: rect, when: {cost: {at_last: 3}}}", ["$.face.boxes.a.when.cost anyOf"]),
        ("{kind: rect, when: {a b: 3}}", ["$.face.boxes.a.when additionalProperties"]),
        ("{kind: rect, turn: '= 5'}", ["$.face.boxes.a.turn anyOf"]),
        ("{kind: repeat, of: 5, direction: left}", ["$.face.boxes.a.direction anyOf"]),
        ("{kind: repeat, of: -5}", ["$.face.boxes.a.of anyOf"]),
        ("{kind: repeat, boxes: {d: {kind: rect, fil: x}}}", ["$.face.boxes.a.boxes.d additionalProperties"]),
        ("{kind: group, clip: round}", ["$.face.boxes.a.clip anyOf"]),
        ("{kind: again, of: '{x} y', extends: b}", ["$.face.boxes.a.of pattern"]),
        ("{fill: '#112233', text: x}", []),  # the kind may be in the extended template
        ("null", []),
        ("{kind: rct, box: trim}", ["$.face.boxes.a.kind enum"]),
        ("{kind: '{kind}'}", ["$.face.boxes.a.kind enum"]),
        ("{kind: rect, box: trimm}", ["$.face.boxes.a.box anyOf"]),
        ("{kind: rect, box: [0, 0, 5]}", ["$.face.boxes.a.box anyOf"]),
        ('{kind: rect, box: trim, fill: "#abc"}', ["$.face.boxes.a.fill anyOf"]),
        ("{kind: text, align: center}", ["$.face.boxes.a.align anyOf"]),
        ("{fil: '#112233'}", ["$.face.boxes.a additionalProperties"]),
        ("hello", ["$.face.boxes.a type"]),
    ],
)
def test_boxes_are_checked_by_their_kind_and_may_have_placeholders(box: str, messages: list[str]) -> None:
    assert complaints("template", side(box)) == messages


def test_boxes_in_a_group_are_checked() -> None:
    group = "{kind: group, box: trim, boxes: {b: {kind: rect, box: [0, 0, 1, 1], fil: x}}}"
    assert complaints("template", side(group)) == ["$.face.boxes.a.boxes.b additionalProperties"]
    assert complaints("template", side(group.replace("fil: x", "fill: '{colour}'"))) == []


def test_a_template_may_extend_several_and_have_models() -> None:
    assert (
        complaints("template", "extends: a.yaml\nboxes: {a: {fill: '#112233'}, b: {kind: rect, radius: '+= 1'}}") == []
    )
    assert complaints("template", "extends: [a.yaml, b.yaml]\nstyles: {a: {extends: [b, c], size: '+= 1'}}") == []
    assert complaints("template", "extends: {a: b}") == ["$.extends anyOf"]
    assert complaints("template", "boxes: {a: {kind: rect, fil: x}}") == ["$.boxes.a additionalProperties"]


def test_a_list_may_have_texts_numbers_and_mappings(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change("card_data/tiny/game.yaml", "fields: {name: text}", "fields: {name: text, tags: list?}")
    validator = Draft202012Validator(deck_schema(game.load(), "main"))

    def accepts(value: str) -> bool:
        return bool(validator.is_valid(parse_yaml(f"cards: [{{id: a, name: x, tags: {value}}}]", "f").value))

    valid = ("[]", "[a, 3, 1.5]", "[{title: x, power: 3, on: true, cells: ['##']}]")
    invalid = ("a", "[[a]]", "[true]", "[{A: x}]", "[{a: {b: c}}]", "[{a: null}]", "['']")
    assert [accepts(value) for value in valid] == [True] * 3
    assert [accepts(value) for value in invalid] == [False] * 7


def test_icons_are_checked() -> None:
    shape = "{shape: {kind: rect, fill: '#112233'}, width: 2, names: {en: bar}}"
    assert (
        complaints("template", f"icons: {{a: art/a.svg, b: null, c: {shape}, d: {{file: '{{colours.a}}.png'}}}}") == []
    )
    assert complaints("template", "icons: {a: {file: a.svg, hight: 2}}") == ["$.icons.a anyOf"]


def test_styles_and_colours_are_checked() -> None:
    assert complaints("template", "styles: {a: {font: bold, size: '{size}'}, b: null}\ncolours: {a: '#112233'}") == []
    assert complaints("template", "styles: {a: {font: very bold, fnt: x}}") == [
        "$.styles.a additionalProperties",
        "$.styles.a.font anyOf",
    ]
    assert complaints("template", "colours: {a: teal, b: '#ff'}") == ["$.colours.b pattern"]
    assert complaints("template", "styels: {}") == ["$ additionalProperties"]


# ---------------------------------------------------------------- in an editor

PAGE = (REPOSITORY / "docs" / "data.md").read_text(encoding="utf-8")


def _settings_in_docs() -> dict[str, str]:
    """Return the editor settings in docs/data.md: the schema of files by the pattern of their path."""
    section = PAGE.partition("\n## In an editor\n")[2].partition("\n## ")[0]
    written = {file: kind for kind, file in re.findall(r"^cardgen schema (\w+) > (\S+)$", section, re.MULTILINE)}
    (settings,) = re.findall(r"^```json\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    return {files: written[schema.removeprefix("./")] for schema, files in json.loads(settings)["yaml.schemas"].items()}


#: Files whose schemas depend on the game: decks, a glossary, rulesets.
OF_ONE_GAME = ("cards.yaml", "tokens.yaml", "keywords.yaml", "standard.yaml")


@pytest.mark.parametrize("starter", STARTERS)
@pytest.mark.parametrize("draft", [Draft202012Validator, Draft7Validator])
def test_the_editor_settings_in_the_docs_match_every_file_of_a_starter(draft: Any, starter: str) -> None:
    """Checked by the draft that older editors support as well as by the one of the schemas."""
    kinds = _settings_in_docs().items()
    for path, content in starter_files(starter, starter, ["en", "zh"]).items():
        if not path.endswith(".yaml") or path.rpartition("/")[2] in OF_ONE_GAME:
            continue
        text = content.decode()
        (schema,) = [kind for pattern, kind in kinds if fnmatch(path, pattern.replace("**/", ""))]
        check = draft(schemas()[schema])
        assert [error.json_path for error in check.iter_errors(parse_yaml(text, path).value)] == [], path
        typed = parse_yaml(f"{text}\nfase: 1\n", path).value
        assert ["fase" in error.message for error in check.iter_errors(typed)] == [True], path
