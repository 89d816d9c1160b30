"""Marks in texts: the passages that they give, and mistakes in them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardgen.data.templates.markup import Icon, Manner, Markup, Passage, Ruby, Words, parse_markup
from tests.cases import for_cases, read_cases

STYLES, ICONS = ("red", "small"), ("sword", "shield")


def parse(text: str) -> Markup:
    return parse_markup(text, STYLES, ICONS)


def styled_words(text: str) -> list[tuple[str, bool, bool, tuple[str, ...]]]:
    """Return the words of a text of one passage, with bold, italic and styles."""
    markup = parse(text)
    assert markup.mistakes == ()
    (passage,) = markup.passages
    return [
        (piece.text, piece.manner.bold, piece.manner.italic, piece.manner.styles)
        for piece in passage.pieces
        if isinstance(piece, Words)
    ]


def plain(text: str) -> str:
    return "".join(words for words, *_ in styled_words(text))


# ---------------------------------------------------------------- bold, italic and styles


def test_a_text_without_marks_is_one_passage() -> None:
    assert parse("方块 杀手") == Markup((Passage((Words("方块 杀手"),)),))
    assert parse("") == Markup(())


def test_bold_italic_and_both() -> None:
    assert styled_words("a **b *c* d**") == [
        ("a ", False, False, ()),
        ("b ", True, False, ()),
        ("c", True, True, ()),
        (" d", True, False, ()),
    ]
    assert styled_words("***x***") == [("x", True, True, ())]
    assert styled_words("*每回合*只能") == [("每回合", False, True, ()), ("只能", False, False, ())]


def test_styles_can_be_nested() -> None:
    assert styled_words("<red>a<small>b</small></red>c") == [
        ("a", False, False, ("red",)),
        ("b", False, False, ("red", "small")),
        ("c", False, False, ()),
    ]


@for_cases("text", ["3 * 4", "3*4", "2*3*4", "*", "a * b *", "1 < 2 > 0", "a <- b", "<>"])
def test_a_mark_without_a_partner_is_plain_text(text: str) -> None:
    assert plain(text) == text


def test_marks_are_escaped_by_a_backslash_and_braces_by_doubling() -> None:
    assert plain(r"\*a\* \<red> \{x\} {{y}} \\ \- \q") == r"*a* <red> {x} {y} \ - \q"


def test_marks_continue_in_the_next_passage() -> None:
    first, second = parse("**a\nb** c").passages
    assert first.pieces == (Words("a", Manner(bold=True)),)
    assert second.pieces == (Words("b", Manner(bold=True)), Words(" c"))


# ---------------------------------------------------------------- pictures and readings


def test_icons_are_named_in_braces() -> None:
    assert parse("Deal 2 {sword}").passages[0].pieces == (Words("Deal 2 "), Icon("sword"))
    assert parse("**{sword}**").passages[0].pieces == (Icon("sword", Manner(bold=True)),)


@for_cases(
    ("text", "pairs"),
    [
        ("{漢字|かんじ}", (("漢字", "かんじ"),)),
        ("{漢字|かん|じ}", (("漢", "かん"), ("字", "じ"))),
        ("{汉字|hàn zì}", (("汉", "hàn"), ("字", "zì"))),
        ("{行|háng}", (("行", "háng"),)),
        ("{New York|纽约}", (("New York", "纽约"),)),
    ],
)
def test_readings_are_for_the_whole_or_for_each_character(text: str, pairs: tuple[tuple[str, str], ...]) -> None:
    assert parse(text).passages[0].pieces == (Ruby(pairs),)


# ---------------------------------------------------------------- passages and lists


def test_a_line_break_or_backslash_n_begins_a_passage() -> None:
    assert [p.pieces for p in parse("a\n\nb").passages] == [(Words("a"),), (), (Words("b"),)]
    assert [p.pieces for p in parse(r"a\nb").passages] == [(Words("a"),), (Words("b"),)]
    assert plain(r"a\\nb") == r"a\nb"


def test_lists_have_bullets_or_numbers_and_one_nested_level() -> None:
    markup = parse("- one\n  - two\n1. three\n2、四\n3．五\n-six\n4.7")
    assert [(p.bullet, p.level) for p in markup.passages] == [
        ("•", 0), ("–", 1), ("1.", 0), ("2、", 0), ("3．", 0), ("", 0), ("", 0),
    ]  # fmt: skip
    assert markup.passages[3].pieces == (Words("四"),)


def test_a_dash_at_the_beginning_of_a_line_can_be_escaped() -> None:
    (passage,) = parse(r"\- one").passages
    assert (passage.bullet, passage.pieces) == ("", (Words("- one"),))


# ---------------------------------------------------------------- mistakes


@for_cases(
    ("text", "message", "hint"),
    read_cases("""
a **b | ** begins bold text, but no ** ends it | ""
a **b** c** | ** begins bold text, but no ** ends it | ""
a *b | * begins italic text, but no * ends it | ""
<red>b | <red> begins a style, but no </red> ends it | ""
<rad>b</rad> | there is no style 'rad' for <rad> | did you mean 'red'?
<b>b</b> | there is no style 'b' for <b> | write **bold** for bold text
b</red> | </red> has no beginning | there is no <red> before it
**a *b** c* | ** comes before the end of * | end * first
{sord} | there is no icon 'sord' for {sord} | did you mean 'sword'?
{字|} | {字|} needs characters and their reading | such as {漢字|かんじ}
{漢字|か|ん|じ} | {漢字|か|ん|じ} has 3 readings for 2 characters | write one reading for each character, or one for all
a } b | } has no matching brace | write }} for the brace itself
"""),
)
def test_the_message_and_hint_for_a_mistake(text: str, message: str, hint: str) -> None:
    (mistake,) = parse(text).mistakes
    assert (mistake.message, mistake.hint) == (message, hint)


def test_all_mistakes_are_reported_at_once() -> None:
    assert len(parse("<rad>x</rad> {sord} *b").mistakes) == 3


def test_placeholders_are_kept_if_icons_are_unknown() -> None:
    markup = parse_markup("**{names.en}** {漢字|かんじ}", icons=None)
    assert markup.mistakes == ()
    assert markup.passages[0].pieces[0] == Words("{names.en}", Manner(bold=True))


@given(st.text(st.sampled_from("ab 方*<>/{}|\\n1.-\n"), max_size=40))
def test_any_text_is_parsed(text: str) -> None:
    markup = parse(text)
    assert all(mistake.message for mistake in markup.mistakes)
    assert len(markup.passages) <= text.count("\n") + text.count("\\n") + 1
