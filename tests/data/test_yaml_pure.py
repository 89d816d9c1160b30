"""One grammar for YAML: PyYAML's own parser reads what libyaml reads, with the same places and messages."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import yaml

from cardgen.base.errors import DataError
from cardgen.data import yaml_reading
from cardgen.data.yaml_pure import PureLoader

REPOSITORY = Path(__file__).parents[2]
FILES = [
    path
    for folder in ("card_data", "templates", "examples", "cardgen/starters")
    for path in sorted((REPOSITORY / folder).rglob("*.yaml"))
]

#: Texts that one of the parsers once read otherwise, and others of every kind.
TEXTS = (
    "a: {figure: image?}\n",
    "{a?: b}",
    "[a?, b]",
    "{a: b?c}",
    "{? a : b}",
    "[? a : b]",
    "{a: ?b}",
    "[a:b, c]",
    "{a:b}",
    "{a: b:c}",
    "{a: :b}",
    "[::a]",
    "{a: -b}",
    "[-]",
    "{a: 'b'?}",
    "a: b?",
    "? a\n: b",
    "?a: b",
    "{a: http://x?y=1}",
    "{a: b#c}",
    "{a: [b?]}",
    "a: {b: c ?}",
    "a: {b: c?, d: e}",
    "{a: b: c}",
    "[a?:b]",
    "{a : b}",
    "{'a':b}",
    "{'a':'b'}",
    "[a, ]",
    "[,]",
    "{a}",
    "{a,b}",
    "x: \t y",
    "\ta: b",
    "a:\tb",
    "a: b\n\tc: d",
    "%YAML 1.2\n---\na: b",
    "a: 'x",
    'a: "\\q"',
    'a: "\\x4"',
    "a: |\n  x\n y",
    "a: |9\n x",
    "a: >-+\n x",
    "- a\nb: c",
    "a: b\n - c",
    "a: @b",
    "a: `b`",
    "a: %b",
    "a: *b",
    "a: &b c",
    "a: !b c",
    "a: !<b c",
    "a: b: c",
    "a\nb: c",
    "a: [b\nc: d",
    "\ufeffa: b",
    "a: \u2028b",
    "a: b\u2028c",
    "a: b\x85c",
    "a: [b]]",
    "a: {b}}",
    "? [a]\n: b",
    'a: "b" c',
    "a: 'b' c",
    "---\na: b\n...\n---\nc",
    "a: b\n---\nc: d",
    "- - - a",
    "-a",
    "- -a",
    "a: -",
    "a: - b",
    "a: ~",
    "#x\n",
    "",
    "a: # x\n",
    "a: b #c",
    "a: b#c",
    "a:b",
    "a: 'it''s'",
    "a: 'it\n  goes\n\n  on'",
    "a: it\n  goes\n\n  on\n",
    'a: "it\\\n  goes"',
    '"a\\u263a": b',
    'a: "\\U0010ffff"',
    'a: "\\ud800"',
    "a: >\n  one\n  two\n\n  three\n\n\n",
    "a: |+\n  x\n\n",
    "a: |2-\n   x\n",
    "a: b\r\nc: d\r\n",
    "a: b\rc: d",
    "[a\n,b]",
    "{a: b\n}",
    "a: {b: c\n  , d: e}",
    "a: \x07",
    "a: \U0001f600",
    "a: b\x00c",
    "a: \t",
    "- \ta",
    "-\ta",
    "a: |\t\n x",
    "a: | #c\n x",
    "a: |#c\n x",
    "{a: b, a: c}",
    "{a: ,b: }",
    "[a: b, c: d]",
    "{[a]: b}",
    "a: !!str b",
    "a: ! b",
    "- !",
    "- *",
    "- &",
    "a: *\n",
    "a: &\n",
    "%FOO\n---\na",
    "%YAML 2.0\n---\na",
    "%TAG ! x\n---\na",
    "--- a",
    "--- |\n a",
    "---a: b",
    "...",
    "... a",
    "a\n...\nb",
    "a: 'x\n---\n'",
    "a: x\n...\n",
    "? a",
    "? a\n? b",
    ": a",
    ":",
    "- :",
    "- ?",
    "?",
    "{?}",
    "[?]",
    "{:}",
    "[:]",
    "{a: b,}",
    "{,}",
    "{a: b,,}",
    "[a,,b]",
    "[a b: c]",
    "a: [\n]",
    "a: [\n  b\n  ]\n",
    "a:\n- b\n- c",
    "a:\n  - b\n c: d",
    "a:\n  b: c\n d: e",
    " a: b\nc: d",
    "a: b\n c: d",
    "x" * 1200 + ": b",
    "{" + "x" * 1200 + ": b}",
)

_PARTS = (
    *(
        "a",
        "b: ",
        " ",
        "\n",
        "  ",
        "- ",
        "? ",
        ": ",
        ":",
        "?",
        ",",
        "[",
        "]",
        "{",
        "}",
        "'",
        '"',
        "| ",
        "> ",
        "#",
        " #",
    ),
    *(
        "\t",
        "&a ",
        "*a ",
        "!t ",
        "@",
        "---",
        "...",
        "\\",
        "x: y",
        "\n  ",
        "\n- ",
        "中",
        "\r\n",
        "key:",
        "1",
        "-",
        "\\n",
    ),
)


def read(monkeypatch: pytest.MonkeyPatch, text: str, loader: object) -> object:
    """Return the value of a text and the places of its parts, or its faults."""
    monkeypatch.setattr(yaml_reading, "LOADER", loader)
    try:
        marked = yaml_reading.parse(text, "file.yaml", 100_000)
    except DataError as error:
        return [str(fault) for fault in error.faults]
    return repr((marked.value, [(marked.place(*path), marked.key_place(*path)) for path in marked.places]))


@pytest.mark.skipif(not hasattr(yaml, "CSafeLoader"), reason="PyYAML was built without libyaml")
@pytest.mark.parametrize("part", range(4))
def test_files_and_odd_texts_are_read_alike(monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    for text in (*TEXTS[part::4], *(path.read_text(encoding="utf-8") for path in FILES[part::4])):
        assert read(monkeypatch, text, PureLoader) == read(monkeypatch, text, yaml.CSafeLoader), text[:200]


@pytest.mark.skipif(not hasattr(yaml, "CSafeLoader"), reason="PyYAML was built without libyaml")
def test_random_texts_are_read_or_refused_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a text with several mistakes, the parsers may report another one first."""
    random = Random(1)
    for _ in range(1_500):
        text = random.choice(("", "{a: ", "[", "- ", "k: ")) + "".join(random.choices(_PARTS, k=random.randint(1, 9)))
        pure, fast = (read(monkeypatch, text, loader) for loader in (PureLoader, yaml.CSafeLoader))
        assert pure == fast or (isinstance(pure, list) and isinstance(fast, list)), text


def test_an_optional_field_in_braces_is_read_without_libyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "'figure': 'image?'" in str(read(monkeypatch, "fields: {name: text, figure: image?}\n", PureLoader))
