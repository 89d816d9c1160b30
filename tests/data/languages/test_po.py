"""PO files: files that are written are read as they were, and every fault has its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.base.errors import DataError
from cardgen.data.languages.po import PoFile, PoMessage, parse_po, references_of, to_po
from tests.cases import for_cases

WHOLE = r"""# Tea Garden
#
# by Nobody
msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"

# Is this the leaf?
# Yes.
#. card oolong of main
#: card_data/tea/tea.csv:2
#: ⁨my table.csv⁩:3
#, fuzzy, python-brace-format
#| msgid "Olong"
msgctxt "main/oolong/name"
msgid "Oolong"
msgstr "Oolong-\"Tee\""

msgctxt "main/oolong/rules"
msgid ""
"Draw a card.\n"
"Then pass."
msgstr ""
"Ziehe eine Karte.\n"
"Dann passe \\ o."

#~ msgctxt "main/old/name"
#~ msgid "Old"
#~ msgstr "Alt"
"""


def test_a_file_reads_as_messages() -> None:
    file = parse_po(WHOLE, "de.po")
    assert file.header == {"Language": "de", "Content-Type": "text/plain; charset=UTF-8"}
    assert file.comment == "Tea Garden\n\nby Nobody"
    name, rules, old = file.messages
    assert name == PoMessage(
        "main/oolong/name",
        "Oolong",
        'Oolong-"Tee"',
        ("fuzzy", "python-brace-format"),
        previous="Olong",
        note="Is this the leaf?\nYes.",
        comment="card oolong of main",
        references=("card_data/tea/tea.csv:2", "\u2068my table.csv\u2069:3"),
        line=16,
    )
    assert (rules.source, rules.text) == ("Draw a card.\nThen pass.", "Ziehe eine Karte.\nDann passe \\ o.")
    assert (old.context, old.text, old.obsolete, old.line) == ("main/old/name", "Alt", True, 28)


def test_reading_and_writing_keeps_every_byte() -> None:
    assert to_po(parse_po(WHOLE, "de.po")) == WHOLE


def test_files_of_other_programs_are_read() -> None:
    folded = (
        'msgid ""\nmsgstr ""\n"Language: de\\n"\nmsgctxt "a"\nmsgid "Dr"\n"aw"\nmsgstr ""\n"Zi"\n"eh"\n#~ msgctxt "b"\n'
    )
    folded += '#~ msgid "B"\n#~ msgstr ""\n#~ "B"\n#~| msgid "A"\n'.replace('#~| msgid "A"\n', "")
    first, second = parse_po(folded.replace("\n", "\r\n"), "de.po").messages
    assert (first.source, first.text) == ("Draw", "Zieh")
    assert (second.context, second.text, second.obsolete) == ("b", "B", True)


_TEXT = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn")) | st.sampled_from('\n\t"\\'), min_size=1
)


@given(_TEXT, _TEXT, _TEXT, st.booleans())
def test_any_text_is_read_back(source: str, text: str, previous: str, obsolete: bool) -> None:
    message = PoMessage("main/a/name", source, text, ("fuzzy",), obsolete, previous)
    (parsed,) = parse_po(to_po(PoFile({"Language": "de"}, "", (message,))), "de.po").messages
    assert (parsed.source, parsed.text, parsed.previous, parsed.obsolete) == (source, text, previous, obsolete)


PLURAL = "plural forms are not supported (each text has one translation)"
OPEN = r"quote is not closed, or there is text after it (write \" for a quote in a text)"


@for_cases(
    ("lines", "expected"),
    [
        ('msgid "a"\nmsgstr "b', f"5:1: {OPEN}"),
        ('msgid "a" "c"\nmsgstr ""', f"4:1: {OPEN}"),
        ('msgid "a"\nmsgstr', "5:1: no quoted text after msgstr"),
        ('msgid "a"', "3:1: message without msgstr"),
        ('msgstr "a"', "3:1: message without msgid"),
        ('msgdi "a"\nmsgid "a"\nmsgstr ""', "4:1: unknown keyword 'msgdi' (did you mean 'msgid'?)"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr "c"', f"5:1: {PLURAL}"),
        ('msgid "a"\nmsgstr[0] "c"', f"5:1: {PLURAL}"),
        ('msgid "a\\q"\nmsgstr ""', '4:1: unknown escape \\q (use one of: \\n \\t \\r \\" \\\\)'),
        ('msgid "a\\x07"\nmsgstr ""', None),
        ("nonsense here", "4:1: no quoted text after nonsense"),
        ("!", "4:1: not a line of a PO file (comments begin with #, texts with msgid or msgstr)"),
    ],
)  # fmt: skip
def test_a_fault_has_its_line(lines: str, expected: str | None) -> None:
    text = f'msgid ""\nmsgstr "Language: de\\n"\nmsgctxt "a"\n{lines}\n'.replace('de\\n"\n', 'de\\n"\n', 1)
    with pytest.raises(DataError) as caught:
        parse_po(text, "de.po")
    if expected is not None:
        assert f"de.po:{expected}" in [str(fault) for fault in caught.value.faults]


@for_cases(
    ("text", "expected"),
    [
        ("", "de.po:1:1: not a PO file: it has no header"),
        ('msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"\n', "de.po:4:1: message without msgctxt: 'a'"),
        (
            'msgid ""\nmsgstr ""\n\nmsgctxt "x"\nmsgid "a"\nmsgstr "b"\n\nmsgctxt "x"\nmsgid "a"\nmsgstr "b"\n',
            "de.po:8:1: x is translated twice (first on line 4)",
        ),
        ('msgid ""\nmsgstr ""\n"a"\n\n"b"\n', "de.po:5:1: quoted text without a keyword"),
    ],
)
def test_messages_that_cannot_be_used_are_faults(text: str, expected: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_po(text, "de.po")
    assert str(caught.value.faults[0]).startswith(expected)


def test_a_reference_to_a_name_with_a_space_is_marked() -> None:
    assert references_of([("a b.csv", 3), ("c.yaml", 1)]) == ("\u2068a b.csv\u2069:3", "c.yaml:1")
