"""Reading files: strict YAML, places of values, the folder that files must be in, and faults of models."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal
from unicodedata import normalize

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from cardgen.base.errors import DataError, Place, WrongValueError
from cardgen.base.values import parse_scalar
from cardgen.data import yaml_reading
from cardgen.data.kinds import FileModel, Point, Texts, as_tuple
from cardgen.data.reading import MOST_BYTES, Marked, Reader, parse_yaml, try_model, validate
from tests.cases import for_cases, read_cases
from tests.examples import examples

PLACE = Place("here", 1, 1)


def faults_of(text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        parse_yaml(text, "f")
    return [str(fault) for fault in caught.value.faults]


def refused(reader: Reader, name: str) -> str:
    with pytest.raises(DataError) as caught:
        reader.find(name, PLACE)
    (fault,) = caught.value.faults
    assert fault.place == PLACE
    return f"{fault.message} ({fault.hint})" if fault.hint else fault.message


# ---------------------------------------------------------------- scalars


@for_cases(
    "text",
    [
        *("no", "No", "off", "on", "yes", "y", "n", "tRue", "nULL", "none", "None", "nan", "inf"),
        *("1:30", "012", "007", "00.5", "0o17", "0x1f", "0b1", "1_000", "1e", "e3", ".", "+.nan", "2024-01-01"),
        *("１２", "1 000", "12 cards", "<<", "="),
    ],
)
def test_ambiguous_words_stay_text(text: str) -> None:
    assert parse_scalar(text) == text
    assert parse_yaml(f"a: {text}", "f").value == {"a": text}


def test_quotes_and_blocks_are_always_text() -> None:
    assert parse_yaml("a: '12'\nb: \"true\"\nc: |\n  12\nd: >-\n  null\ne: ''\n", "f").value == {
        "a": "12",
        "b": "true",
        "c": "12\n",
        "d": "null",
        "e": "",
    }


# ---------------------------------------------------------------- places


def test_every_key_and_value_has_its_place() -> None:
    marked = parse_yaml("中: x\nlist:\n  - {a: 1, 'b c': 2}\n  - deep:\n      er: [x, y]\n", "dir/f.yaml")
    assert marked.place() == Place("dir/f.yaml", 1, 1)
    assert marked.place("中") == Place("dir/f.yaml", 1, 4)
    assert marked.place("list", 0, "b c") == Place("dir/f.yaml", 3, 19)
    assert marked.key_place("list", 0, "b c") == Place("dir/f.yaml", 3, 12)
    assert marked.place("list", 1, "deep", "er", 1) == Place("dir/f.yaml", 5, 15)


def test_a_missing_value_has_the_place_of_the_value_around_it() -> None:
    marked = parse_yaml("a:\n  b: 1\n", "f")
    assert marked.place("a", "c", "d") == marked.place("a") == Place("f", 2, 3)
    assert marked.key_place("a", "c") == marked.place("a")
    assert Marked(None, "f").place("x") == Place("f", 1, 1)


def test_a_part_keeps_its_places() -> None:
    part = parse_yaml("a:\n  - {b: [1, 2]}\n", "f").part("a", 0)
    assert part.value == {"b": [1, 2]}
    assert part.place("b", 1) == Place("f", 2, 13)
    assert part.part("b").place(1) == Place("f", 2, 13)
    assert part.key_place("b") == Place("f", 2, 6)
    with pytest.raises(KeyError):
        part.part("c")


# ---------------------------------------------------------------- YAML that is refused


def test_a_duplicate_key_is_a_fault_with_its_first_line() -> None:
    assert faults_of("a: 1\nb: {c: 1, c: 2}\na: 2\n'a': 3\n") == [
        "f:2:11: duplicate key 'c' (first on line 2)",
        "f:3:1: duplicate key 'a' (first on line 1)",
        "f:4:1: duplicate key 'a' (first on line 1)",
    ]


def test_anchors_aliases_and_tags_are_faults() -> None:
    anchor = "anchors and aliases are not supported (write it out; put a text that begins with & or * in quotes)"
    assert faults_of("a: &x [1]\nb: *x\n&k c: 1\nd: !!str 1\ne: !!python/object/apply:os.getcwd []\n! f: ! 2\n") == [
        f"f:1:4: {anchor}",
        "f:2:4: anchors and aliases are not supported (write out here what &x on line 1 has)",
        f"f:3:1: {anchor}",
        "f:4:4: tags such as 'tag:yaml.org,2002:str' are not supported (put a text that begins with ! in quotes)",
        "f:5:4: tags such as 'tag:yaml.org,2002:python/object/apply:os.getcwd' are not supported "
        "(put a text that begins with ! in quotes)",
        "f:6:1: tags such as '!' are not supported (put a text that begins with ! in quotes)",
        "f:6:6: tags such as '!' are not supported (put a text that begins with ! in quotes)",
    ]


def test_nested_aliases_are_refused_before_they_are_expanded() -> None:
    laughs = "a: &a [lol]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    assert len(faults_of(laughs)) == 25  # one for each alias and anchor; nothing is built


@pytest.mark.parametrize("depth", [60, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}")])
def test_nesting_has_a_limit(opening: str, closing: str, depth: int) -> None:
    (fault,) = faults_of(opening * depth + closing * depth)
    assert fault == f"f:1:{50 * len(opening) + 1}: nested more than 50 levels deep"


def test_a_second_document_is_a_fault_and_an_empty_one_is_none() -> None:
    assert faults_of("a: 1\n---\nb: 2\n") == ["f:2:1: second document in the file (keep one)"]
    assert parse_yaml("", "f").value is None
    assert parse_yaml("# nothing\n", "f").value is None
    assert parse_yaml("--- \na: 1\n...\n", "f").value == {"a": 1}


def test_a_missing_value_is_a_fault_and_null_is_not() -> None:
    hint = "(put a text that begins with # in quotes; write null for no value)"
    assert faults_of("fill: #ff0000\nlist:\n  -\n  - {a: , b: ~}\n") == [
        f"f:1:6: 'fill' has no value {hint}",
        f"f:3:4: empty entry {hint}",
        f"f:4:9: 'a' has no value {hint}",
    ]
    assert parse_yaml("a: null\nb: ~\n", "f").value == {"a": None, "b": None}


def test_escaped_control_characters_are_faults() -> None:
    assert faults_of('a: "x\\0y"\nb: "\\u2028"\n"\\x07": 1\n') == [
        "f:1:4: control character U+0000 in a text",
        "f:2:4: control character U+2028 in a text",
        "f:3:1: control character U+0007 in a text",
    ]
    assert parse_yaml('a: "tab\\tand\\nline"', "f").value == {"a": "tab\tand\nline"}


def test_a_key_must_be_a_word() -> None:
    assert faults_of("{[a, b]: 1, {c: d}: 2}") == ["f:1:2: a key must be a word", "f:1:13: a key must be a word"]
    assert parse_yaml("1: a\ntrue: b\n", "f").value == {"1": "a", "true": "b"}


@for_cases(
    ("text", "message"),
    [
        (
            "a:\n\t- 1\n",
            "f:2:1: not YAML: found character that cannot start any token (indent with spaces, not with a tab)",
        ),
        (
            "name: foo: bar\n",
            "f:1:10: not YAML: mapping values are not allowed in this context "
            "(put a text that has a colon and a space in it in quotes)",
        ),
        (
            "a:\n  - {b: 1\n",
            "f:3:1: not YAML: did not find expected ',' or '}' (while parsing a flow mapping that begins on line 2)",
        ),
        (
            'a: "b\nc: d\n',
            "f:3:1: not YAML: found unexpected end of stream (while scanning a quoted scalar that begins on line 1)",
        ),
        (  # Chinese punctuation, reported on the line that has it
            "id：S\ncopies: 2\n",
            "f:2:7: not YAML: mapping values are not allowed in this context (： on line 1 is text: YAML uses :)",
        ),
        (
            "names: {zh: 方，en: S}\n",
            "f:1:17: not YAML: did not find expected ',' or '}' (， on line 1 is text: YAML uses ,)",
        ),
        (  # Chinese punctuation after the fault is the text of a card
            "cards:\n  - {id: one, name: First\n  - {id: two, name: 甲，乙}\n",
            "f:3:5: not YAML: did not find expected ',' or '}' (while parsing a flow mapping that begins on line 2)",
        ),
        (
            "name: 甲，乙\n copies: 2\n",
            "f:2:8: not YAML: mapping values are not allowed in this context "
            "(put a text that has a colon and a space in it in quotes)",
        ),
        (
            "names: {zh: 方，形, en: S d: e}\n",
            "f:1:25: not YAML: did not find expected ',' or '}' "
            "(put a text that has a colon and a space in it in quotes)",
        ),
    ],
)
def test_a_syntax_error_has_a_hint_about_its_usual_cause(text: str, message: str) -> None:
    assert faults_of(text) == [message]


def test_faults_before_a_syntax_error_are_reported_with_it() -> None:
    assert [fault.split(": ")[0] for fault in faults_of("a: 1\na: 2\nb: [\n")] == ["f:2:1", "f:4:1"]


def test_without_libyaml_the_cause_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_reading, "LOADER", None)
    assert faults_of("a: 1\n") == [
        "f: YAML cannot be read: PyYAML was built without libyaml "
        "(install a wheel of PyYAML, or libyaml and PyYAML again)"
    ]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text("ab中#:-{}[]&*!|>'\"%@ ", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc: #", max_size=4), inner, max_size=3),
    max_leaves=12,
)


class _NoAnchors(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return data is not self


@given(VALUES)
def test_dumped_values_are_read_again(value: Any) -> None:
    assert parse_yaml(yaml.dump(value, Dumper=_NoAnchors, allow_unicode=True), "f").value == value


@examples(200)
@given(st.text("ab:#-[]{}&*!|>'\"%@\n \t,?0.", max_size=40))
def test_any_text_gives_a_value_or_faults_with_places(text: str) -> None:
    try:
        marked = parse_yaml(text, "f")
    except DataError as error:
        assert [fault.place.file for fault in error.faults] == ["f"] * len(error.faults)  # noqa: PT017
    else:
        assert marked.value is None or marked.place().line >= 1


# ---------------------------------------------------------------- files


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    folder = tmp_path / "game"
    (folder / "rules").mkdir(parents=True)
    for name in ("cards.yaml", "game.yaml", "rules/standard.yaml"):
        (folder / name).write_text("a: 1\n")
    (tmp_path / "outside.yaml").write_text("secret: 1\n")
    return Reader(folder, tmp_path)


def test_a_file_inside_the_folder_is_read_and_becomes_an_input(reader: Reader) -> None:
    path = reader.find("rules/standard.yaml", PLACE)
    assert reader.shown(path) == "game/rules/standard.yaml"
    assert reader.digests == {}
    marked = reader.read_yaml(path)
    assert marked.value == {"a": 1}
    assert marked.place("a") == Place("game/rules/standard.yaml", 1, 4)
    assert reader.digests == {path: hashlib.sha256(b"a: 1\n").hexdigest()}


@pytest.mark.parametrize("name", ["../outside.yaml", "rules/../../outside.yaml", "/etc/passwd", "..", "//etc/passwd"])
def test_no_name_leads_out_of_the_folder(reader: Reader, name: str) -> None:
    assert refused(reader, name) == f"{name!r} is outside the folder game"


def test_an_absolute_name_is_refused_even_if_it_leads_inside(reader: Reader) -> None:
    name = str(reader.fence / "cards.yaml")
    assert refused(reader, name) == f"{name!r} is outside the folder game"


def test_no_link_leads_out_of_the_folder(reader: Reader) -> None:
    (reader.fence / "file.yaml").symlink_to("../outside.yaml")
    (reader.fence / "folder").symlink_to("..")
    (reader.fence / "inside.yaml").symlink_to("cards.yaml")
    assert "is outside the folder" in refused(reader, "file.yaml")
    assert "is outside the folder" in refused(reader, "folder/outside.yaml")
    assert reader.read_yaml(reader.find("inside.yaml", PLACE)).value == {"a": 1}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("card.yaml", "there is no file game/card.yaml (did you mean 'cards.yaml'?)"),
        ("cards.yml", "there is no file game/cards.yml (did you mean 'cards.yaml'?)"),
        ("rules/standart.yaml", "there is no file game/rules/standart.yaml (did you mean 'rules/standard.yaml'?)"),
        ("rulez/game.yaml", "there is no file game/rulez/game.yaml (did you mean 'game.yaml'?)"),
        ("zzz", "there is no file game/zzz"),
        ("rules\\standard.yaml", "there is no file game/rules\\standard.yaml (write rules/standard.yaml)"),
        ("rules", "game/rules is not a file"),
        (".", "game is not a file"),
        ("a\0b", "'a\\x00b' is not the name of a file"),
        ("a" * 300, f"'{'a' * 56}... is not the name of a file"),
    ],
)
def test_a_missing_file_is_a_fault_where_it_is_named(reader: Reader, name: str, message: str) -> None:
    assert refused(reader, name) == message


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_accents_are_compared_whatever_they_are_made_of(reader: Reader, form: Literal["NFC", "NFD"]) -> None:
    other: Literal["NFC", "NFD"] = "NFD" if form == "NFC" else "NFC"
    named, kept = normalize(form, "Größe/crêpe.yaml"), normalize(other, "Größe/crêpe.yaml")
    (reader.fence / kept).parent.mkdir()
    (reader.fence / kept).write_text("a: 1")
    assert reader.read_yaml(reader.find(named, PLACE)).value == {"a": 1}
    assert not reader.is_missing(named)
    assert "there is no file" in refused(reader, normalize(form, "Größe/crème.yaml"))


def test_circular_links_and_pipes_are_not_files(reader: Reader) -> None:
    (reader.fence / "circle").symlink_to("circle")
    os.mkfifo(reader.fence / "pipe")
    assert refused(reader, "circle") == "'circle' is not the name of a file"
    assert refused(reader, "pipe") == "game/pipe is not a file"


def test_a_path_outside_the_shown_folder_is_absolute(tmp_path: Path) -> None:
    assert Reader(tmp_path / "a", tmp_path / "b").shown(tmp_path / "a" / "f") == str(tmp_path / "a" / "f")
    assert Reader(tmp_path).shown(tmp_path / "f") == str(tmp_path / "f")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("é: 1\nb: é".encode() + b"\xe9", "f.yaml:2:5: byte 0xe9 is not UTF-8 text (save it as UTF-8)"),
        (b"\xef\xbb\xbfb: \xe9", "f.yaml:1:4: byte 0xe9 is not UTF-8 text (save it as UTF-8)"),
        ("a: 1".encode("utf-16"), "f.yaml:1:1: byte 0xff is not UTF-8 text (save it as UTF-8)"),
        (b"a: 1\nb: x\x00", "f.yaml:2:5: control character U+0000 in a text"),
        ("a: x\u2028".encode(), "f.yaml:1:5: control character U+2028 in a text"),
    ],
)
def test_bytes_that_are_no_text_are_faults_at_their_place(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        Reader(tmp_path, tmp_path).read_text(path)
    assert str(caught.value) == message


def test_a_byte_order_mark_and_windows_line_ends_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: x\r\n")
    marked = Reader(tmp_path, tmp_path).read_yaml(path)
    assert marked.value == {"a": 1, "b": "x"}
    assert marked.place("b") == Place("f.yaml", 2, 4)


def test_a_missing_or_too_large_file_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    reader = Reader(tmp_path, tmp_path)
    with pytest.raises(DataError, match=r"f\.yaml: cannot be read: larger than 32 MiB"):
        reader.read_bytes(path)
    path.unlink()
    with pytest.raises(DataError, match=r"f\.yaml: cannot be read: No such file"):
        reader.read_bytes(path)
    assert reader.digests == {}


# ---------------------------------------------------------------- models


class Inner(FileModel):
    width: Annotated[float, Field(gt=0, le=2000)]
    fit: Literal["contain", "cover"] = "contain"


class Outer(FileModel):
    name: Annotated[str, Field(min_length=1, max_length=5)]
    copies: Annotated[int, Field(ge=1, le=10_000)] = 1
    shown: bool = True
    titles: Texts = {"en": "x"}
    sizes: dict[str, Inner] = {}
    inner: Inner | None = None
    points: Annotated[tuple[Point, ...], Field(min_length=2), as_tuple] = ()


def explained(text: str, model: type[BaseModel] = Outer) -> list[str]:
    instance, faults = try_model(model, parse_yaml(text, "f"))
    assert (instance is None) == bool(faults)
    return [str(fault) for fault in sorted(faults)]


@for_cases(
    ("text", "message"),
    read_cases("""
{name: a, copies: 0} | f:1:19: copies: 0 given, expected at least 1
{name: a, copies: 1000000} | f:1:19: copies: 1000000 given, expected at most 10,000
{name: a, copies: 1.5} | f:1:19: copies: 1.5 given, expected a whole number
{name: a, copies: "12"} | f:1:19: copies: '12' given, expected a whole number (remove the quotes)
{name: a, copies: true} | f:1:19: copies: true given, expected a whole number
{name: a, copies: .nan} | f:1:19: copies: .nan given, expected a whole number
{name: a, copies: .inf} | f:1:19: copies: .inf given, expected a whole number
{name: a, copies: null} | f:1:19: copies: nothing given, expected a whole number
{name: 12} | f:1:8: name: 12 given, expected text (put it in quotes)
{name: [x]} | f:1:8: name: ['x'] given, expected text
{name: ''} | f:1:8: name: '' given, expected at least 1 character
{name: abcdef} | f:1:8: name: 'abcdef' given, expected at most 5 characters
{name: a, shown: no} | f:1:18: shown: 'no' given, expected true or false
{name: a, sizes: {x: {width: 63mm}}} | f:1:30: sizes.x.width: '63mm' given, expected a number
{name: a, sizes: {x: {width: .inf}}} | f:1:30: sizes.x.width: .inf given, expected a number
{name: a, sizes: {x: {width: -.inf}}} | f:1:30: sizes.x.width: -.inf given, expected a number
{name: a, sizes: {x: {width: 0}}} | f:1:30: sizes.x.width: 0 given, expected more than 0
{name: a, sizes: {x: 3}} | f:1:22: sizes.x: 3 given, expected keys with values (its keys are fit, width)
{name: a, sizes: [3]} | f:1:18: sizes: [3] given, expected keys with values
{nme: a} | f:1:2: unknown key 'nme' (did you mean 'name'?)
{} | f:1:1: the key 'name' is missing
{name: a, sizes: {x: {widht: 1}}} | f:1:23: unknown key 'widht' (did you mean 'width'?)
{name: a, inner: {width: 1, zz: 1}} | f:1:29: unknown key 'zz' (expected one of: fit, width)
{name: a, inner: {width: 1, fit: covre}}
    f:1:34: inner.fit: 'covre' given, expected 'contain' or 'cover' (did you mean 'cover'?)
{name: a, inner: {width: 1, fit: 3}} | f:1:34: inner.fit: 3 given, expected 'contain' or 'cover'
{name: a, titles: {}} | f:1:19: titles: {} given, expected at least 1 entry
{name: a, titles: {English: x}} | f:1:20: 'English' given, expected a language code such as en or zh
[] | f:1:1: [] given, expected keys with values (its keys are copies, inner, name, points,
"""),
)
def test_the_message_for_a_wrong_value(text: str, message: str) -> None:
    (fault,) = explained(text)
    assert fault.startswith(message)


def test_a_length_with_a_unit_has_a_hint() -> None:
    (fault,) = explained("{name: a, sizes: {x: {width: 63 mm}}}")
    assert fault.endswith("(leave out the unit: lengths are in mm)")


def test_every_wrong_value_is_reported_and_a_misspelt_key_once() -> None:
    assert explained("{nam: a, copies: 0, zzz: 1, sizes: {name: {with: 1}, b: {}}}") == [
        "f:1:2: unknown key 'nam' (did you mean 'name'?)",
        "f:1:18: copies: 0 given, expected at least 1",
        "f:1:21: unknown key 'zzz' (expected one of: copies, inner, name, points, shown, sizes, titles)",
        "f:1:44: unknown key 'with' (did you mean 'width'?)",
        "f:1:57: the key 'width' is missing",
    ]


def test_a_wrong_entry_of_a_list_is_not_reported_as_missing() -> None:
    class Line(FileModel):
        points: Annotated[tuple[Point, ...], Field(min_length=2)]

    marked = Marked({"points": ([0, 0], [1])}, "f", {(): PLACE, ("points", 1): Place("f", 1, 9)})
    assert [str(fault) for fault in try_model(Line, marked)[1]] == [
        "f:1:9: points.1: [1] given, expected two numbers (such as [1, 0.5])"
    ]
    marked = Marked({"points": ([0, 0],)}, "f", {(): PLACE})
    assert "expected at least 2 entries" in str(try_model(Line, marked)[1][0])


def test_a_placeholder_is_accepted_for_a_value_but_not_with_a_wrong_key() -> None:
    def forgive(value: Any) -> bool:
        return bool(value == "{x}")

    marked = parse_yaml('{name: a, copies: "{x}", inner: {width: "{x}"}}', "f")
    assert try_model(Outer, marked, forgive) == (None, [])
    _, faults = try_model(Outer, parse_yaml('{nme: "{x}"}', "f"), forgive)
    assert [str(fault) for fault in faults] == ["f:1:2: unknown key 'nme' (did you mean 'name'?)"]


def test_validate_returns_the_model_or_raises_all_faults() -> None:
    assert validate(Outer, parse_yaml("{name: a, copies: 3}", "f")) == Outer(name="a", copies=3)
    with pytest.raises(DataError) as caught:
        validate(Outer, parse_yaml("{copies: 0}", "f"))
    assert len(caught.value.faults) == 2


def test_an_error_that_carries_a_hint_keeps_it() -> None:
    class Fussy(FileModel):
        @classmethod
        def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
            from pydantic_core import core_schema

            def refuse(_: Any) -> Any:
                raise WrongValueError("never", "ever")

            return core_schema.no_info_before_validator_function(refuse, handler(source))

    _, faults = try_model(Fussy, parse_yaml("{}", "f"))
    assert [str(fault) for fault in faults] == ["f:1:1: never (ever)"]


def test_the_places_of_all_parts_in_their_order_are_those_by_their_paths() -> None:
    read = parse_yaml("a: {b: [1, {c: 2}], d: null}\ne:\n- f: {}\n- []\n", "game.yaml")
    for marked in (read, read.part("a"), read.part("e", 0), read.part("a", "b").alone()):

        def paths(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
            yield path
            entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
            for step, entry in entries:
                yield from paths(entry, (*path, step))

        expected = [(marked.place(*path), marked.key_place(*path)) for path in paths(marked.value, ())]
        assert list(marked.in_order()) == expected
        assert len(expected) == len(set(paths(marked.value, ())))


@for_cases(
    ("text", "hint"),
    [
        ("rules: {en: Look, then keep one}\n", "put the text in quotes: a comma in braces ends it"),
        ("card: {value:4}\n", "write a space after the colon: value: 4"),
        ("a: 1\nvalue:4\nb: 2\n", "write a space after the colon: value: 4"),
        ("rules: Note: draw one\n", "put a text that has a colon and a space in it in quotes"),
        ("rules: {en: Note: draw one}\n", "put a text that has a colon and a space in it in quotes"),
        ("a:\n\t- b\n", "indent with spaces, not with a tab"),
        ("a: 1\n\tb: 2\n", "indent with spaces, not with a tab"),
        ("name: Fox\nrules Draw\ncost: 1\n", "write a colon and a space between a key and its value: value: 4"),
        ("a: #ff0000\n", "put a text that begins with # in quotes; write null for no value"),
    ],
)
def test_a_slip_in_yaml_has_a_hint(text: str, hint: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_yaml(text, "f")
    assert caught.value.faults[0].hint == hint
