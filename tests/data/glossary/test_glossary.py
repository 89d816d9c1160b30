"""A glossary in a game: terms marked on cards, named by templates, listed in a rulebook, and checked."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from openpyxl import Workbook

from cardgen.base.errors import DataError
from cardgen.cards.layout.cards import Laid, layout_deck
from cardgen.cards.layout.reuse import LayoutCache
from cardgen.data.languages.editions import in_edition
from cardgen.data.schema import game_schema
from cardgen.products.files import deck_inputs
from cardgen.products.options import Options
from cardgen.products.rulebook import PRODUCT, book_sources
from cardgen.rulebook.book import Table, plain
from cardgen.rulebook.pages import layout_rulebook
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import GlyphRun, walk
from cardgen.scene.keys import content_key
from tests.data.glossary.glossary_game import BOOK, CARDS, ENGLISH, GAME, TEMPLATE, TERMS, glossary_game_in
from tests.games_on_disk import GameOnDisk
from tests.runs import runs_on

RED = "#aa0000"


@pytest.fixture
def words(tmp_path: Path) -> GameOnDisk:
    return glossary_game_in(tmp_path)


def marked(game: GameOnDisk, lang: str = "") -> dict[str, list[str]]:
    """Return the words in the colour of terms on each card."""
    loaded = in_edition(game.load(), lang) if lang else game.load()
    return {
        card.card.id: [run.text for run in runs_on(card.face) if run.colour == RED]
        for card in layout_deck(loaded, loaded.decks["main"])
    }


def printed(game: GameOnDisk, card: str) -> str:
    laid = {one.card.id: one.face for one in game.layout()["main"]}
    return " ".join(run.text.strip() for run in runs_on(laid[card]))


# ---------------------------------------------------------------- on cards


def test_terms_are_marked_in_each_language(words: GameOnDisk) -> None:
    assert marked(words) == {"a": ["限一次", "摸牌"], "b": ["摸两张", "摸牌"], "c": ["手牌", "手牌上限"]}
    assert marked(words, "en") == {
        "a": ["up to 1 times", "draw"],
        "b": ["Draw", "draw"],
        "c": ["hand", "hand", "limit"],
    }


def test_terms_of_a_language_are_those_of_its_regions(words: GameOnDisk) -> None:
    words.change(GAME, "languages: [zh, en]", "languages: [zh, en, en-GB]")
    words.change(CARDS, "id,names,rule,word", "id,names.zh,rule.zh,rule.en-GB,word")
    words.write(CARDS, words.read(CARDS).replace("。,", "。,Drew one.,"))
    assert marked(words, "en-GB")["a"] == ["Drew"]


def test_marked_terms_show_their_numbers(words: GameOnDisk) -> None:
    words.change(GAME, "style: term", "style: term\n  number_style: number\n  mark: first")
    words.change(TEMPLATE, "styles: {", 'styles: {number: {scale: 0.6, rise: 0.4, colour: "#00aa00"}, ')
    loaded = words.load()
    laid = {card.card.id: runs_on(card.face) for card in layout_deck(loaded, loaded.decks["main"])}
    numbers = {card: [run.text for run in placed if run.colour == "#00aa00"] for card, placed in laid.items()}
    assert {card: [text.strip("\u2060") for text in texts] for card, texts in numbers.items()} == {
        "a": ["4", "1"],
        "b": ["1"],
        "c": ["3", "2"],
    }


def test_a_number_stays_on_the_line_of_its_term(words: GameOnDisk) -> None:
    words.change(GAME, "style: term", "style: term\n  number_style: number")
    words.change(TEMPLATE, "styles: {", 'styles: {number: {colour: "#00aa00"}, ')
    words.change(CARDS, "出牌阶段限一次，你摸牌。", "一二三四五六七八九十一二三四五你摸牌。")
    for width in range(48, 57):
        words.write(TEMPLATE, words.read(TEMPLATE).replace("box: [5, 5, 53, 30]", f"box: [5, 5, {width}, 30]"))
        loaded = words.load()
        placed = runs_on(layout_deck(loaded, loaded.decks["main"])[0].face)
        number = next(run for run in placed if run.colour == "#00aa00")
        before = next(run for run in placed if run.text.endswith("牌"))
        assert number.baseline == before.baseline
        words.write(TEMPLATE, words.read(TEMPLATE).replace(f"box: [5, 5, {width}, 30]", "box: [5, 5, 53, 30]"))


@pytest.mark.parametrize(("mode", "b"), [("first", ["摸两张"]), ("hand", ["摸两张"])])
def test_only_some_occurrences_are_marked(words: GameOnDisk, mode: str, b: list[str]) -> None:
    words.change(GAME, "style: term", f"style: term\n  mark: {mode}")
    assert marked(words)["b"] == b
    assert bool(marked(words)["a"]) is (mode == "first")


def test_the_fields_and_decks_are_chosen(words: GameOnDisk) -> None:
    words.change(CARDS, "乙,[[摸牌|摸两张]]", "摸牌人,[[摸牌|摸两张]]")
    assert words.load().glossary is not None
    words.change(GAME, "fields: rule", "fields: [names]\n  decks: [main]")
    found = words.load().glossary
    assert found is not None
    assert found.fields == {"main": [("names",)]}
    assert "[[ 摸牌 | 摸两张 ]]" in printed(words, "b")  # a text that is not searched stays


def test_entries_of_a_list_are_searched(words: GameOnDisk) -> None:
    words.write(
        CARDS.replace(".csv", ".yaml"),
        "cards: [{id: a, names: 甲, rule: 无, skills: [{title: 摸牌, text: 你摸牌。}, {title: 手牌, text: 弃手牌。}]}]",
    )
    words.write(ENGLISH, "")
    words.change(GAME, "cards.csv", "cards.yaml")
    words.change(GAME, "word: text?", "word: text?, skills: list")
    words.change(GAME, "fields: rule", "fields: skills.text")
    words.change(TEMPLATE, 'of: "{card.terms}"', 'of: "{skills}"')
    words.change(TEMPLATE, "{item.number} {item.term}", "{item.title}：{item.text}")
    assert marked(words) == {"a": ["摸牌", "手牌"]}
    words.change(GAME, "skills.text", "skills")
    assert marked(words) == {"a": ["摸牌", "摸牌", "手牌", "手牌"]}


def test_cards_name_their_terms_and_share_reminders(words: GameOnDisk) -> None:
    draw = "（摸牌：从牌堆顶拿牌。）"
    assert printed(words, "a").endswith(f"（用满就不能再用。） {draw} 4 限 x 次 1 摸牌")
    assert printed(words, "b").endswith(f"疾行：先动。 {draw} 1 摸牌")  # by hand and by itself: once
    assert printed(words, "c").endswith("3 手牌 2 手牌上限")


def test_the_text_alternative_has_no_marks(words: GameOnDisk) -> None:
    laid = words.layout()["main"][1].face
    assert laid.descriptions == {"zh": "乙：摸两张，再摸牌。", "en": "B: Draw two, then draw."}


def test_boxes_that_are_drawn_at_once_mark_terms(words: GameOnDisk) -> None:
    rows = [f"n{i},名,{'弃一张牌。' if i % 2 else '你摸牌。'},\n" for i in range(6)]
    words.write(CARDS, "id,names,rule,word\nfirst,名,弃一张牌。,\n" + "".join(rows))
    words.write(ENGLISH, "")
    words.write(TEMPLATE, words.read(TEMPLATE).partition("    word:")[0])  # a side that differs in its text alone
    assert marked(words) == {"first": [], **{f"n{i}": [] if i % 2 else ["摸牌"] for i in range(6)}}


# ---------------------------------------------------------------- reuse


@pytest.mark.parametrize(
    ("file", "old", "new", "fresh"),
    [
        (TERMS, "手牌最多的张数。", "最多几张。", ["c"]),
        (TERMS, "先动。", "抢先。", ["b"]),
        (TERMS, "（用满就不能再用。）", "（用完为止。）", ["a"]),
        (TERMS, "摸牌,draw,摸#张牌", "摸,draw,摸#张牌", ["a", "b"]),
        (TERMS, "hand,3,手牌", "hand,3,弃", ["c"]),
        (GAME, "style: term", "style: term\n  mark: first", ["b"]),
        (GAME, "  fields: rule", "  fields: [rule, names]", ["a", "b", "c"]),
        (TERMS, "pile,6,牌堆", "pile,6,丙", []),
    ],
)
def test_only_cards_whose_terms_change_are_laid_out(
    words: GameOnDisk, file: str, old: str, new: str, fresh: list[str]
) -> None:
    cache = LayoutCache[Laid]()

    def laid() -> dict[str, Laid]:
        game = words.load()
        return {card.card.id: card.face for card in layout_deck(game, game.decks["main"], cache)}

    before = laid()
    words.change(file, old, new)
    after = laid()
    assert [name for name in after if after[name] is not before[name]] == fresh
    assert {name: content_key(side.scene) for name, side in after.items()} == {
        card.card.id: content_key(card.face.scene) for card in words.layout()["main"]
    }


# ---------------------------------------------------------------- checks


def found(game: GameOnDisk) -> list[str]:
    return [str(finding) for finding in game.check().findings if finding.code in ("CG404", "CG405")]


def test_a_game_that_uses_all_terms_has_no_findings(words: GameOnDisk) -> None:
    assert words.check().findings == ()


def test_a_term_that_is_not_defined_is_found_at_its_cell(words: GameOnDisk) -> None:
    words.change(CARDS, "[[摸牌|摸两张]]", "[[摸排|摸两张]]")
    words.change(ENGLISH, "Draw two, then draw.", "[[Draw]] two, then [[drow]].")
    words.change(TERMS, "[[牌堆]]", "[[排堆]]")
    assert found(words) == [
        "card_data/words/cards.csv:3:5: error CG404 term-undefined: card 'b': rule: [[摸排]] is not a term of the "
        "glossary",
        "card_data/words/en.yaml:4:19: error CG404 term-undefined: card 'b': rule: [[drow]] is not a term of the "
        "glossary (did you mean 'draw'?)",
        "card_data/words/glossary.csv:2:40: error CG404 term-undefined: reminder: [[排堆]] is not a term of the "
        "glossary",
    ]


def test_a_term_that_is_not_translated_is_found(words: GameOnDisk) -> None:
    words.change(ENGLISH, "    haste: {text: Acts first.}\n", "")
    assert [str(finding) for finding in words.check().findings] == [
        "card_data/words/glossary.csv:6:1: warning CG201 translation-missing: term 'haste': text is not translated "
        "into 'en' (the text in 'zh' is used instead: “先动。”)"
    ]


def test_a_term_that_only_unused_terms_mention_is_not_used(words: GameOnDisk) -> None:
    words.change(
        TERMS, "pile,6", "deep,7,深海,deep,,,[[浅海]]的下面。,,\nshallow,8,浅海,shallow,,,深海的上面。,,\npile,6"
    )
    assert found(words) == [
        f"card_data/words/glossary.csv:{line}: warning CG405 term-unused: the term {term!r} is not used "
        "(remove it, or add the words that texts use for it to its forms)"
        for line, term in (("7:8", "深海"), ("8:11", "浅海"))
    ]
    words.change(GAME, "style: term", "style: term\n  unused: true")
    assert found(words) == []
    words.change(GAME, "style: term\n  unused: true", "style: term")
    words.change(BOOK, "## 词汇", "深海里没有光。\n\n## 词汇")
    assert found(words) == []
    words.change(BOOK, "深海里没有光。", "{glossary.deep.text}")
    assert found(words) == []


def test_a_term_that_a_template_or_a_card_looks_up_is_used(words: GameOnDisk) -> None:
    words.change(CARDS, ",haste", ",")
    assert len(found(words)) == 1
    words.change(GAME, "fields: rule", "fields: [rule, word]")
    words.change(CARDS, "。,\nb", "。,haste\nb")
    assert found(words) == []
    words.change(CARDS, ",haste", ",")
    words.change(TEMPLATE, 'text: "{card.reminders}"', 'text: "{card.reminders}{glossary.haste.term}"')
    assert found(words) == []


def test_a_term_that_the_entries_of_a_repeat_look_up_is_used(words: GameOnDisk) -> None:
    words.change(CARDS, ",haste", ",")
    words.change(CARDS, "rule,word", "rule,tags,word")
    words.write(CARDS, words.read(CARDS).replace("。,", "。,haste|draw,"))
    words.change(GAME, "word: text?", "word: text?, tags: list?")
    assert len(found(words)) == 1
    words.change(TEMPLATE, 'of: "{card.terms}"', 'of: "{tags}"')
    words.change(TEMPLATE, "{item.number} {item.term}", "{glossary[{item}].term}")
    assert found(words) == []


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (GAME, "fields: rule", "fields: rules", "game.yaml:15:11: no card has 'rules' (did you mean 'rule'?)"),
        (GAME, "fields: rule", "fields: rule\n  decks: [mian]", "game.yaml:16:11: there is no deck 'mian'"),
        (GAME, "style: term", "style: tern", "game.yaml:16:10: the template of deck 'main' has no style 'tern'"),
        (GAME, "style: term", "number_style: tern", "game.yaml:16:17: the template of deck 'main' has no style 'tern'"),
        (GAME, "style: term", "mark: last", "game.yaml:16:9: glossary.mark: 'last' given, expected"),
        (GAME, "word: text?", "word: image?", "cards.csv:3:21: there is no file"),
        (GAME, "glossary.csv", "glosary.csv", "game.yaml:14:10: there is no file"),
        (GAME, "  terms: glossary.csv\n", "", "game.yaml:14:3: the key 'terms' is missing"),
        (GAME, "rulebooks:", "rulesets: {glossary: x.yaml}\nrulebooks:", "a ruleset cannot be called 'glossary'"),
        (GAME, "word: text?", "word: text?, glossary: text?", "a field cannot be called 'glossary'"),
        (GAME, "  main:", "  glossary:", "game.yaml:7:3: a deck cannot be called 'glossary'"),
        (TERMS, "draw,1,", "draw,0,", "glossary.csv:2:6: number: 0 given, expected at least 1"),
        (TERMS, "limit,2", "limit,1", "glossary.csv:3:7: number: 1 is given twice (first at card_data/words/gloss"),
        (
            TERMS,
            "limit,2",
            "draw,2",
            "glossary.csv:3:1: duplicate id 'draw' (first at card_data/words/glossary.csv:2:1",
        ),
        (TERMS, "hand,3,手牌,", "hand,3,摸牌,", "glossary.csv:4:8: '摸牌' is a form of the term 'draw', too (first at"),
        (TERMS, "up to # times", "draws", "glossary.csv:5:25: 'draws' is a form of the term 'draw', too (first at"),
        (TERMS, "forms.en", "forms.de", "glossary.csv:1:36: 'de' is not one of the game's languages"),
        (TERMS, "term.zh,term.en", "a,b", "glossary.csv:1:1: the column 'term' is missing"),
        (TERMS, "id,number", "id,copies", "glossary.csv:1:4: unknown key 'copies'"),
        (TERMS, "term.zh", "term.fr", "'fr' is not one of the game's languages"),
        (
            ENGLISH,
            "    haste: {",
            "    hast: {",
            "en.yaml:11:12: there is no term 'hast' in the glossary (did you mean 'haste'?)",
        ),
        (CARDS, ",haste", ",hast", "cards.csv:3:21: card 'b': {glossary[{word}].term} has no entry 'hast'"),
        (BOOK, "```glossary\n", "```glossary haste hast\n", "rules.md:5:1: there is no term 'hast' in the glossary"),
        (BOOK, "```glossary\n", "```glossary\norder: sound\n", "rules.md:6:8: order: 'sound' given, expected"),
    ],
)
def test_faults(words: GameOnDisk, file: str, old: str, new: str, fault: str) -> None:
    words.change(file, old, new)
    faults = words.faults() or book_faults(words)
    assert any(fault in line for line in faults), faults


def book_faults(game: GameOnDisk) -> list[str]:
    try:
        chapter(game)
    except DataError as error:
        return [str(fault) for fault in error.faults]
    return []


# ---------------------------------------------------------------- rulebooks, rules, kinds of files


def saved(book: Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def chapter(game: GameOnDisk, lang: str = "zh") -> list[list[str]]:
    loaded = game.load()
    book = loaded.rulebooks["zh"]
    sources = book_sources(loaded, {deck: layout_deck(loaded, loaded.decks[deck]) for deck in loaded.decks})
    (table,) = (
        block for block in parse_rulebook(book.text, book.shown, lang, sources).blocks if isinstance(block, Table)
    )
    return [[plain(cell) for cell in row] for row in (table.header, *table.rows)]


def test_a_chapter_lists_the_terms_and_the_cards_that_use_them(words: GameOnDisk) -> None:
    assert chapter(words)[:4] == [
        ["#", "术语", "含义", "卡牌"],
        ["1", "摸牌", "从牌堆顶摸牌。", "甲、乙"],
        ["2", "手牌上限", "手牌最多的张数。", "丙"],
        ["3", "手牌", "手里的牌。", "丙"],
    ]
    assert [row[3] for row in chapter(words)[4:]] == ["甲", "乙", ""]
    assert chapter(words, "en")[1] == ["1", "draw", "Take a card.", "A, B"]


def test_a_chapter_may_be_a_part_in_another_order(words: GameOnDisk) -> None:
    words.change(BOOK, "```glossary\n", "```glossary pile haste draw\norder: term\ncards: false\n")
    assert [row[1] for row in chapter(words)[1:]] == ["疾行", "摸牌", "牌堆"]  # ji, mo, pai
    assert [row[1] for row in chapter(words, "en")[1:]] == ["draw", "haste", "pile"]
    words.change(BOOK, "order: term", "order: number")
    assert [row[0] for row in chapter(words)[1:]] == ["1", "5", "6"]


def test_a_chapter_keeps_bold_and_italic_and_names_icons(words: GameOnDisk) -> None:
    words.change(TERMS, "从牌堆顶摸牌。", r"**从**[[牌堆]]*顶*\n摸牌{fire} 1*2_3")
    assert chapter(words)[1][2] == "从牌堆顶\n摸牌fire 1*2_3"


def test_the_schema_of_game_yaml_takes_it() -> None:
    schema = game_schema()
    for fields in ("rule", ["rule", "skills.text"]):
        entry = {"terms": "glossary.csv", "fields": fields, "style": "term", "mark": "first", "decks": ["main"]}
        glossary = {"$defs": schema["$defs"], **schema["properties"]["glossary"]}
        assert Draft202012Validator(glossary).is_valid(entry)
        assert not Draft202012Validator(glossary).is_valid({**entry, "mark": "some"})


def test_a_workbook_has_terms_in_a_sheet(words: GameOnDisk) -> None:
    book = Workbook()
    book.active.title = "Terms"  # type: ignore[union-attr]
    for line in csv.reader(words.read(TERMS).splitlines()):
        book["Terms"].append(line)
    words.write(TERMS.replace(".csv", ".xlsx"), saved(book))
    words.change(GAME, "terms: glossary.csv", "terms: glossary.xlsx\n  sheet: Terms")
    assert marked(words)["c"] == ["手牌", "手牌上限"]
    words.change(CARDS, "[[摸牌|摸两张]]，再摸牌。,haste", "摸牌。,")
    assert [line.split(": ")[0] for line in found(words)] == ["card_data/words/glossary.xlsx:Terms!C6"]


def test_the_terms_of_a_chapter_stay_on_one_line(words: GameOnDisk) -> None:
    words.change(TERMS, "手牌最多的张数。", "手牌最多的张数，" * 12)
    game = words.load()
    sources = book_sources(game, {"main": layout_deck(game, game.decks["main"])})
    book = parse_rulebook(game.rulebooks["zh"].text, "rules.md", "zh", sources)
    pages = layout_rulebook(book, sources, page=(100, 160), name="rules")
    printed = [item.text for scene in pages.scenes for _, item in walk(scene.items) if isinstance(item, GlyphRun)]
    assert "手牌上限" in printed


def test_rules_know_the_glossary(words: GameOnDisk) -> None:
    words.change(GAME, "rulebooks:", "rules: {size: length of keys of glossary is 6}\nrulebooks:")
    assert words.codes() == []
    words.change(GAME, "is 6", "is 112")
    assert words.codes() == ["size"]


def test_terms_in_yaml(words: GameOnDisk) -> None:
    words.write(
        TERMS.replace(".csv", ".yaml"),
        "terms:\n  - {id: draw, term: {zh: 摸牌, en: draw}, forms: {en: [drew]}, text: 拿牌。}\n"
        "  - {id: haste, term: 疾行, text: 先动。}\n",
    )
    words.write(ENGLISH, "")
    words.change(GAME, "glossary.csv", "glossary.yaml")
    words.change(BOOK, "glossary", "glossary draw")
    words.change(TEMPLATE, "{item.number} {item.term}", "{item.term}")
    assert marked(words) == {"a": ["摸牌"], "b": ["摸两张", "摸牌"], "c": []}
    assert chapter(words) == [["术语", "含义", "卡牌"], ["摸牌", "拿牌。", "甲、乙"]]


def test_a_book_is_made_again_when_its_terms_or_their_uses_change(words: GameOnDisk) -> None:
    def planned() -> tuple[set[str], set[str]]:
        game = words.load()
        files = [*PRODUCT.plan(game, {"main": layout_deck(game, game.decks["main"])}, Options())]
        assert len(files) == 3
        return {file.key for file in files}, {path.name for file in files for path in file.inputs}

    words.change(GAME, "  style: term\n", "")
    words.change(TEMPLATE, 'of: "{card.terms}"', 'of: "{tags}"')
    words.change(TEMPLATE, 'text: "{card.reminders}"', 'text: "{names}"')
    words.change(GAME, "word: text?", "word: text?, tags: list?")
    keys, inputs = planned()
    assert "glossary.csv" in inputs
    assert "glossary.csv" in {path.name for path in deck_inputs(words.load(), words.load().decks["main"])}
    assert planned() == (keys, inputs)
    words.change(CARDS, "[[摸牌|摸两张]]", "[[牌堆|摸两张]]")  # the card looks the same
    other, _ = planned()
    assert keys.isdisjoint(other)
    words.change(TERMS, "先动。", "抢先。")
    assert planned()[0].isdisjoint(keys | other)
