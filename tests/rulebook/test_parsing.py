"""Markdown into a Book, and its faults."""

from __future__ import annotations

import re

import pytest

from cardgen.base.errors import DataError
from cardgen.rulebook.book import Book, Heading, Items, Listing, Note, PageBreak, Paragraph, Sources, Table, Text, plain
from cardgen.rulebook.parsing import parse_rulebook


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


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a\n<kbd>B</kbd>", "4:1: HTML is not supported: <kbd> (write `code`)"),
        ("<div>", "3:1: HTML is not supported: <div> (write \\< for the character < itself)"),
        ("| a |\n|---|\n| b<br>c |", "5:1: HTML is not supported: <br> (end the line with \\)"),
        ("- [ ] buy\n- [x] done", "3:1: a list of tasks"),
        ("Term\n: meaning", "4:1: a list of definitions"),
        ("H~2~O", "3:1: lowered text"),
        ("x^2^", "3:1: raised text"),
        ("~~no~~", "3:1: struck text"),
        ("==new==", "3:1: marked text"),
        ("++new++", "3:1: inserted text"),
        ("$x_1$", "3:1: a formula"),
        ("::: note\nx\n:::", "3:1: a container"),
        ("| a | b |", "3:1: a table without |---|"),
        ("+---+---+", "3:1: a table of another dialect"),
        ("*[AP]: points", "3:1: an abbreviation"),
        ("> [!NOTE]\n> x", "3:1: a kind of note"),
        ("a :sword: b", "3:1: the name of a character"),
        ("\\newpage", "3:1: a command of TeX"),
        ("[a][b]", "3:1: a link to nothing"),
        ("[toc]", "3:1: a table of contents"),
        ("a ^[note]", "3:1: a footnote inside of the text"),
        ("x\n\n[a]: https://example.org", "5:1: no link has the target [a]"),
        ("a <!-- b", "3:1: a comment without end"),
        ("<!-- b\n\nc", "3:1: the comment has no end (end it with -->)"),
        ("<!-- b\n\nc --> d", "3:1: text follows a comment of several lines"),
        ("a[^1]", "3:1: there is no footnote [^1]"),
        ("a\n\n[^1]: b", "5:1: nothing refers to the footnote [^1]"),
        ("a[^1]\n\n[^1]: b\n\n[^1]: c", "7:1: a second footnote [^1]"),
        ("a[^1]\n\n[^1]: - b", "5:1: a footnote has paragraphs of words only"),
        ("a[^1]\n\n[^1]: b[^1]", "5:1: a footnote cannot be here"),
        ("a[^1]\n\n[^1]:", "5:1: the footnote [^1] has no words"),
        ("## a[^1]\n\n[^1]: b", "3:1: a footnote cannot be here"),
    ],
)
def test_a_book_prints_nothing_that_it_does_not_understand(text: str, fault: str, small: Sources) -> None:
    with pytest.raises(DataError) as caught:
        parse(text, small)
    assert str(caught.value.faults[0]).startswith(f"book.md:{fault}")


def test_a_head_with_keys_is_a_fault(small: Sources) -> None:
    with pytest.raises(DataError, match=r"book\.md:1:1: a head with keys is not supported"):
        parse_rulebook("---\ntitle: A\n---\n\n# Title", "book.md", "en", small)


@pytest.mark.parametrize(
    "text",
    [
        *("a \\<b> c", "H\\~2\\~O", "1~2个，3~4个", "costs $5 and $10", "at 10:30:20", "C++ and C++", "a == b == c"),
        *(
            "[a] and [b]",
            "\\[[x]]",
            "**a**: b",
            "5 < 6 > 4",
            "<主要阶段>",
            "A/B | C",
            "e.g. \\& &amp; &lt;b&gt;",
            "2^10",
        ),
    ],
)
def test_text_that_is_no_mark_is_printed(text: str, small: Sources) -> None:
    expected = re.sub(r"\\([<~&\[])|\*\*", r"\1", text).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
    assert plain(words_of(parse(text, small))) == expected


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a <!-- b --> c", ["a c"]),
        ("a<!-- b -->\nc", ["a c"]),
        ("<!-- b --> c", ["c"]),
        ("a <!-- b\n{unknown} --> c", ["a c"]),
        ("a\n\n<!-- b {unknown}\n\n```cards none\n```\n-->\n\nc", ["a", "c"]),
        ("`<!-- a -->` b \\<!-- c -->", ["<!-- a --> b <!-- c -->"]),
        ("a <!-- b --> c <!-- d --> `e`", ["a c e"]),
    ],
)
def test_comments_are_left_out(text: str, printed: list[str], small: Sources) -> None:
    blocks = parse(text, small).blocks
    assert [plain(block.words) for block in blocks if isinstance(block, Paragraph)] == printed


def test_many_comments_take_little_time(small: Sources) -> None:
    text = "<!-- `a`` " * 15_000
    with pytest.raises(DataError, match="comment without end"):
        parse(f"a {text}", small)
    assert parse(f"a {'<!-- -->' * 15_000}", small)


def test_anchors_are_unique(small: Sources) -> None:
    book = parse("## Play\n\n### Play\n\n## 出手", small)
    assert [block.anchor for block in book.blocks if isinstance(block, Heading)] == ["play", "play-2", "出手"]


def test_faults_of_all_kinds_are_reported_together_in_order(small: Sources) -> None:
    result = faults('{nope}\n\n```play standard\nlose\n```\n\n```table\nheader: [A]\nrows: [["{nah}"]]\n```', small)
    assert [text.split(":")[1] for text in result] == ["3", "6", "11"]
