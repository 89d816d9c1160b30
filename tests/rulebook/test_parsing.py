"""Markdown into a Book, and its faults."""

from __future__ import annotations

import pytest

from cardgen.errors import DataError
from cardgen.rulebook import Book, Sources, parse_rulebook
from cardgen.rulebook.book import Heading, Items, Listing, Note, PageBreak, Paragraph, Table, Text, plain


def parse(text: str, sources: Sources, lang: str = "en") -> Book:
    return parse_rulebook(f"# Title\n\n{text}", "book.md", lang, sources)


def faults(text: str, sources: Sources, lang: str = "en") -> list[str]:
    with pytest.raises(DataError) as caught:
        parse(text, sources, lang)
    return [str(fault) for fault in caught.value.faults]


def test_blocks_of_every_kind(small: Sources) -> None:
    book = parse(
        "## Chapter *one*\n\nSome `code` and **bold**.\n\n- a\n- b\n\n  - c\n\n3. x\n\n> Note\n\n---\n\n"
        "| A | B |\n|:--|--:|\n| 1 | 2 |\n\n```\nraw line\n```\n",
        small,
    )
    assert book.title == "Title"
    kinds = [type(block) for block in book.blocks]
    assert kinds == [Heading, Paragraph, Items, Items, Note, PageBreak, Table, Listing]
    heading, paragraph, bullets, numbers, _, _, table, listing = book.blocks
    assert isinstance(heading, Heading)
    assert (heading.level, heading.anchor, plain(heading.words)) == (1, "chapter-one", "Chapter one")
    assert isinstance(paragraph, Paragraph)
    assert [(w.text, w.code, w.strong) for w in paragraph.words] == [
        ("Some ", False, False),
        ("code", True, False),
        (" and ", False, False),
        ("bold", False, True),
        (".", False, False),
    ]
    assert isinstance(bullets, Items)
    assert bullets.start is None
    assert isinstance(bullets.entries[1][1], Items), "a list in a list"
    assert isinstance(numbers, Items)
    assert numbers.start == 3
    assert isinstance(table, Table)
    assert table.align == ("left", "right")
    assert isinstance(listing, Listing)
    assert listing.lines == ("raw line",)


def words_of(book: Book) -> tuple[Text, ...]:
    block = book.blocks[0]
    assert isinstance(block, Paragraph)
    return block.words


def test_placeholders_are_filled_and_never_read_as_markdown(small: Sources) -> None:
    book = parse(
        "By {game.author}, [{game.link}]({game.link}), {standard.attack.spin.1} {{not}} `{game.author}`", small
    )
    assert plain(words_of(book)) == "By A*B_C, https://example.org/a_b*c, 4 {not} A*B_C"
    assert [w.link for w in words_of(book) if w.link] == ["https://example.org/a_b*c"]


def test_bold_beside_a_placeholder_in_chinese(small: Sources) -> None:
    """`发**{x}张**` would not be bold if Markdown saw the brace."""
    words = words_of(parse("发**{standard.deal.blocks}张牌**和", small, "zh"))
    assert [(w.text, w.strong) for w in words] == [("发", False), ("4张牌", True), ("和", False)]


def test_a_book_may_name_its_language(small: Sources) -> None:
    assert [plain(words_of(parse("In {language}.", small, lang))) for lang in ("en", "zh")] == ["In en.", "In zh."]


def test_numbers_and_lists_as_people_read_them(small: Sources) -> None:
    book = parse("{standard.attack.half} {standard.attack.spin}", small)
    assert plain(words_of(book)) == "3 2, 4, 6"


def test_every_wrong_placeholder_is_reported_with_its_place_at_once(small: Sources) -> None:
    result = faults("One {standard.deal.block}.\n\nTwo {nowhere} and\n{ brace, {standard.deal}, {a b}.", small)
    assert len(result) == 5
    assert result[0] == "book.md:3:5: there is no value {standard.deal.block} (did you mean 'blocks'?)"
    assert result[1].startswith("book.md:5:5: there is no value {nowhere}")
    assert result[2].startswith("book.md:6:1: { is not a placeholder")
    assert result[3].startswith("book.md:6:10: {standard.deal} is a group of values")
    assert result[4].startswith("book.md:6:27: {a b} is not a placeholder")


@pytest.mark.parametrize("path", ["standard.attack.none", "standard.attack.on"])
def test_a_value_that_is_not_a_text(path: str, small: Sources) -> None:
    assert "expected a text or a number" in faults(f"{{{path}}}", small)[0]


def test_lines_of_chinese_join_without_a_space(small: Sources) -> None:
    assert plain(words_of(parse("方块\n牌和\nT2 and\nmore", small, "zh"))) == "方块牌和T2 and more"
    assert plain(words_of(parse("one\ntwo", small))) == "one two"


def test_words_in_the_other_language_are_marked(small: Sources) -> None:
    english = words_of(parse("The game 方块杀 is good", small))
    assert [(w.text, w.lang) for w in english] == [("The game ", "en"), ("方块杀", "zh"), (" is good", "en")]
    chinese = words_of(parse("由Block-Killer改编，T和SRS不算", small, "zh"))
    assert [(w.text, w.lang) for w in chinese] == [("由", "zh"), ("Block-Killer", "en"), ("改编，T和SRS不算", "zh")]


def test_marks_that_close_nothing_are_a_fault(small: Sources) -> None:
    assert "** are left over" in faults("**最多五张。**摸牌", small, "zh")[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("![x](y.png)", "pictures in a text are not supported"),
        ("#### Deep", "three levels"),
        ("# Another", "second title"),
        ("```fild\n```", "'fild' is not a kind of data block (did you mean 'field'?)"),
        ("a \ue000 b", "U+E000"),
    ],
)
def test_markup_that_is_not_supported(text: str, message: str, small: Sources) -> None:
    result = faults(text, small)
    assert len(result) == 1
    assert result[0].startswith("book.md:3:")
    assert message in result[0]


def test_a_book_has_a_title(small: Sources) -> None:
    with pytest.raises(DataError, match=r"book\.md:1:1: the rulebook has no title"):
        parse_rulebook("Hello", "book.md", "en", small)


def test_html_is_text(small: Sources) -> None:
    assert plain(words_of(parse("a <b>bold</b> move", small))) == "a <b>bold</b> move"


def test_anchors_are_unique(small: Sources) -> None:
    book = parse("## Play\n\n### Play\n\n## 出手", small)
    assert [block.anchor for block in book.blocks if isinstance(block, Heading)] == ["play", "play-2", "出手"]


def test_faults_of_all_kinds_are_reported_together_in_order(small: Sources) -> None:
    result = faults('{nope}\n\n```play standard\nlose\n```\n\n```table\nheader: [A]\nrows: [["{nah}"]]\n```', small)
    assert [text.split(":")[1] for text in result] == ["3", "6", "11"]
