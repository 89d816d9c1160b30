"""A designer's own table: the names and kinds of its columns, and its content, with ids added if it has none."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise
from os.path import isfile  # Path.is_file raises an error for a name that is too long
from pathlib import Path, PurePosixPath
from typing import Any

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass, field
from cardgen.base.words.catalogues import printed_languages
from cardgen.base.words.messages import joined, message
from cardgen.base.words.traditional import in_traditional
from cardgen.data.names import IDENTIFIER, file_key, is_field_name, is_identifier
from cardgen.data.placeholders import texts_in
from cardgen.data.reading import Marked
from cardgen.data.references import RESERVED
from cardgen.data.rows.encodings import codec_of
from cardgen.data.rows.options import TableOptions
from cardgen.data.rows.tables import Header, TableCell, parse_csv, read_lines, without_end
from cardgen.data.rows.text_tables import TextTable, number_in_table, number_of_copies, read_text_table
from cardgen.data.templates.markup import Icon, parse_markup
from cardgen.scene.colour import LEAST_CONTRAST, contrast
from cardgen.starters.wording import WRITTEN, is_chinese

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_COPIES = {
    *("copies", "count", "quantity", "qty", "amount", "anzahl", "cantidad", "quantité", "nombre", "x", "×"),
    *("数量", "張數", "數量", "张数", "份数", "份數"),
}
_IDS = {"id", "key", "code", "编号", "編號", "代号", "代號"}
#: Names of columns in Chinese tables, as words that can be placeholders.
_WORDS = {
    **dict.fromkeys(("名称", "名字", "卡名", "牌名", "标题", "姓名", "武将", "角色", "英雄", "人物"), "name"),
    **dict.fromkeys(("副标题", "称号"), "subtitle"),
    **dict.fromkeys(("费用", "花费", "成本"), "cost"),
    **dict.fromkeys(("效果", "文字", "描述", "说明", "规则", "能力"), "text"),
    **dict.fromkeys(("技能", "技能描述", "技能效果"), "skill"),
    **dict.fromkeys(("技能名", "技能名称"), "skill_name"),
    **dict.fromkeys(("风味", "风味文字", "背景", "引言"), "flavour"),
    **dict.fromkeys(("类型", "种类", "类别"), "type"),
    **dict.fromkeys(("势力", "阵营", "派系", "国家"), "faction"),
    **dict.fromkeys(("性别",), "gender"),
    **dict.fromkeys(("花色",), "suit"),
    **dict.fromkeys(("等级", "级别"), "level"),
    **dict.fromkeys(("关键词", "标签"), "keywords"),
    **dict.fromkeys(("攻击", "攻击力"), "attack"),
    **dict.fromkeys(("防御", "防御力"), "defence"),
    **dict.fromkeys(("速度", "移动力"), "speed"),
    **dict.fromkeys(("生命", "生命值", "血量", "体力", "体力值"), "health"),
    **dict.fromkeys(("分数", "得分", "分值"), "points"),
    **dict.fromkeys(("数值", "点数"), "value"),
    **dict.fromkeys(("颜色", "色彩"), "colour"),
    **dict.fromkeys(("稀有度",), "rarity"),
    **dict.fromkeys(("图片", "图像", "插图", "插画", "立绘", "画"), "picture"),
    **dict.fromkeys(("图标",), "icon"),
    **dict.fromkeys(("备注", "注释"), "note"),
    **dict.fromkeys(("作者", "画师"), "artist"),
}
_WORDS |= {in_traditional(word): name for word, name in _WORDS.items()}
_WORDS |= {"關鍵字": "keywords", "圖示": "icon", "備註": "note", "註釋": "note", "繪師": "artist"}
_PICTURED = {"picture", "image", "art", "illustration"}
_PICTURES = {".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif", ".pdf", ".svg"}


@dataclass(frozen=True, slots=True)
class CardTable:
    """A table as cards.

    `columns` are the fields by their headers, where these differ; `fields` the kinds by field; `labels` the names of
    fields on the card; `longest` the approximate width of their longest texts, in letters. `written` is the text,
    `heading` the number of the line with the names of the columns if it is not the first, `counted` the column with the
    numbers of copies ("" if there is none), and `uncounted` is True if some cards have none. `pictures` are the picture
    files on the cards, `absent` those that are named and missing. White text is legible on all colours of the fields
    `dark`. `icons` are those in texts: {sword}. `named` is the column that ids were made of, if they were. `heads` are
    all headers with their fields ("" for one that is left out), `samples` their first cells.
    """

    content: bytes
    columns: Mapping[str, str]
    fields: Mapping[str, str]
    labels: Mapping[str, str]
    longest: Mapping[str, int]
    languages: tuple[str, ...]
    written: TextTable
    ids_added: bool
    heading: int | None
    counted: str
    uncounted: bool
    named: str
    cards: int
    pictures: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    dark: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    heads: Mapping[str, str] = field(default_factory=dict)
    samples: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableChoices:
    """What somebody has chosen instead of what a table shows: the row of the headers, and fields and kinds by header.

    A field may be `id`, `copies` or written by language (`name.zh`); the field "" leaves its column out.
    """

    heading: int | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)


def read_table(
    content: bytes,
    file: str,
    languages: Sequence[str],
    beside: Path | None = None,
    heading: int | None = None,
    choices: TableChoices = TableChoices(),  # noqa: B008 - it cannot be changed
) -> CardTable:
    """Return the cards of a CSV file, which is shown as `file`. DataError with everything that is wrong in it.

    A column with nothing but names of picture files in the folder `beside` is a column of pictures. Columns that end in
    languages, such as `name.zh` and `name_en`, are one text in both languages; they decide the languages of the game if
    `languages` is empty. `heading` is the number of the line with the names of columns, the likely one if None.
    """
    written = read_text_table(content, file, ",", TableOptions(heading=heading))
    text, encoding, separator = written.text, written.encoding, written.separator
    lines = [cells for line in read_lines(text, file, separator, [], heading or 1) if (cells := without_end(line))]
    lines = [cells for cells in lines if cells[0].line >= (heading or 1)]
    begin = None if heading else find_header(lines)
    header = lines[begin or 0] if lines else []
    if begin:  # numbers are below the header only
        heading = header[0].line
        written = read_text_table(content, file, ",", TableOptions(heading=heading))
    known = _known_languages(languages)
    names = _names((cell.text for cell in header), known)

    def read(names: Mapping[str, str]) -> Marked:
        columns: dict[str, str | None] = {head: name or None for head, name in names.items() if head}
        return parse_csv(text, file, lambda _, cell: cell, columns, separator, Header(heading))

    rows = read(names)
    if not rows.value:
        hint = message("the first line names the columns, each further line is a card")
        raise DataError(Fault(rows.place(), message("the table has no cards"), hint))
    settled = _settle(names, rows.value, known)
    names = {**_pair(settled, rows.value, languages), **_chosen(choices.fields, names, known)}
    rows = read(names)
    heads, names = names, {head: name for head, name in names.items() if name}
    declared = _declared_languages(names.values(), known)
    languages = tuple(languages) or declared or (written_language(text),)
    if declared and set(declared) != set(languages):
        problem = message(
            "the columns are in {columns}, the game is in {languages}",
            columns=joined(declared),
            languages=joined(languages),
        )
        raise DataError(
            Fault(
                Place(file, 1, 1),
                problem,
                message("the game has to be in these languages: --lang {languages}", languages=",".join(declared)),
            )
        )
    kinds = {names[head].partition(".")[0]: kind for head, kind in choices.kinds.items() if head in names}
    fields = _kinds(names.values(), rows.value, written.decimal, kinds)
    pictures, absent = _find_pictures(fields, rows.value, beside)
    main_last = sorted(names.items(), key=lambda pair: pair[1].endswith(f".{languages[0]}"))
    labels = {name.split(".")[0]: _label(head, name) for head, name in main_last}
    longest = {name: max((_width(row.get(name)) for row in rows.value), default=0) for name in fields}
    added = "id" not in names.values()
    return CardTable(
        content=_with_ids(text, rows, fields, header, separator).encode(codec_of(content, encoding))
        if added
        else content,
        columns={head: name or "null" for head, name in heads.items() if head and head != name},
        fields=fields,
        labels=labels,
        longest=longest,
        languages=tuple(languages),
        written=written,
        ids_added=added,
        heading=heading,
        counted=next((head for head, name in names.items() if name == "copies"), ""),
        named=_names_of(fields, rows.value) if added else "",
        uncounted=any("copies" not in row for row in rows.value),
        cards=len(rows.value),
        pictures=pictures,
        absent=absent,
        icons=_icons(fields, rows.value),
        heads={head: name for head, name in heads.items() if head},
        samples=_samples(lines[begin or 0 :]),
        dark=tuple(name for name, kind in fields.items() if kind == "colour" and _are_dark(rows.value, name)),
    )


def _is_common(character: str, codec: str = "gb2312") -> bool:
    """Return True for a Chinese character of GB2312, an older and smaller set that has the common ones."""
    try:
        return "\u4e00" <= character <= "\u9fff" and len(character.encode(codec)) == 2
    except UnicodeEncodeError:
        return False


def written_language(text: str) -> str:
    """Return the language of most of a text: en, or Chinese, zh-Hant if more characters are only in Big5.

    A Chinese character counts as three letters of others.
    """
    if 3 * len(re.findall("[\u4e00-\u9fff]", text)) <= len(re.findall("[A-Za-z\u00c0-\u024f]", text)):
        return "en"
    simplified = sum(_is_common(character) and not _is_common(character, "big5") for character in text)
    traditional = sum(_is_common(character, "big5") and not _is_common(character) for character in text)
    return "zh-Hant" if traditional > simplified else "zh"


#: Lines in which the header of a table is looked for.
_SEARCHED = 20

#: What Numbers writes above its list of exported tables.
_SUMMARY = "This document was exported from Numbers"


def find_header(lines: Sequence[Sequence[TableCell]]) -> int | None:
    """Return the index of the line that names the columns of a table; None if there is no table.

    It has two or more different texts, one for each column that most lines below have, and one of these is of texts.
    """
    if any(cell.text.startswith(_SUMMARY) for line in lines[:_SEARCHED] for cell in line):
        return None
    for i, line in enumerate(lines[:_SEARCHED]):
        heads = [cell.text for cell in line if cell.text]
        below = [other for other in lines[i + 1 :] if any(cell.text for cell in other)]
        if len(heads) < 2 or len(set(heads)) < len(heads) or any(map(_is_number, heads)) or not below:
            continue
        named = {n for n, cell in enumerate(line) if cell.text}
        filled = Counter(n for other in below for n, cell in enumerate(other) if cell.text)
        usual = {column for column, count in filled.items() if count * 2 >= len(below)}
        texts = Counter(n for other in below for n, cell in enumerate(other) if cell.text and not _is_number(cell.text))
        if len(usual) >= 2 and usual <= named and any(count * 2 >= len(below) for count in texts.values()):
            return i
    return None


# ---------------------------------------------------------------- names


def _known_languages(languages: Sequence[str]) -> list[str]:
    """Return the languages that names of columns may end in: those of the game, and those that cardgen has words in."""
    printed = [lang for lang in printed_languages() if not is_chinese(lang)]
    return list(dict.fromkeys([*WRITTEN, *printed, *languages]))


def _names(header: Iterable[str], languages: Sequence[str]) -> dict[str, str]:
    """Return the field of each header: the header itself if it can be a field, else a word made of it."""
    named: dict[str, str] = {}
    for number, head in enumerate(header, 1):
        word, _, part = head.partition(".")
        if word in _WORDS or not (is_field_name(word) and (not part or part in languages)):
            word, part = _WORDS.get(head) or slug_of(head) or f"column_{number}", ""
        if word in RESERVED and word not in ("id", "copies"):
            word = f"{word}_text"
        name = f"{word}.{part}" if part else word
        tail = 2
        while name in named.values() and head not in named:
            name, tail = f"{word}_{tail}", tail + 1
        named.setdefault(head, name)
    return named


def _chosen(fields: Mapping[str, str], names: Mapping[str, str], languages: Sequence[str]) -> dict[str, str]:
    """Return the fields that were chosen for headers of the table, each made into one that a column may have."""
    return {
        head: name if name in ("", "id", "copies") else _names([name], languages)[name]
        for head, name in fields.items()
        if head in names
    }


#: How many cells of a column are samples of it, and the most letters of each.
_SAMPLES, _SAMPLE = 3, 60


def _samples(lines: Sequence[Sequence[TableCell]]) -> Mapping[str, Sequence[str]]:
    """Return the first cells of each column that are not empty, by its header."""
    cells: dict[str, list[str]] = {}
    for number, head in enumerate(lines[0]):
        texts = (line[number].text for line in lines[1:] if number < len(line) and line[number].text)
        cells.setdefault(head.text, [text[:_SAMPLE] for text in islice(texts, _SAMPLES)])
    return cells


def slug_of(text: str) -> str:
    """Return a text as a word of Latin letters, digits and low lines; "" if it has none of these letters."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"^[^a-z]+", "", re.sub(r"[^a-z0-9]+", "_", plain)).strip("_")[:60]


def _settle(names: Mapping[str, str], rows: Sequence[Mapping[str, Any]], languages: Sequence[str]) -> dict[str, str]:
    """Return the names, with ids, copies and texts in several languages recognised by their cells."""
    settled = dict(names)
    for head, name in names.items():
        cells = [row.get(name) for row in rows]
        named = head.lower().strip(" #.:") in _COPIES or (head == "#" and cells != [*map(str, range(1, len(rows) + 1))])
        if named and "copies" not in settled.values() and any(cells) and all(map(_is_copies, cells)):
            settled[head] = "copies"
        if head.lower() in _IDS and head != "id" and "id" not in {*names, *settled.values()} and _are_ids(cells):
            settled[head] = "id"
        elif name == "id" and head != "id" and not _are_ids(cells):
            settled[head] = "number"
    suffixes = {lang.lower().replace("-", "_"): lang for lang in languages}
    for head, name in names.items():  # name_zh beside name_en: one text in two languages
        base, lang = _split_language(name, suffixes)
        twins = [f"{base}_{suffix}" for suffix in suffixes if f"{base}_{suffix}" in names.values()]
        both = base and base not in names.values() and len(twins) > 1 and f"{base}_en" in twins
        if both and all(len({twin in row for twin in twins}) == 1 for row in rows):
            settled[head] = f"{base}.{lang}"
    return settled


def _pair(settled: Mapping[str, str], rows: Sequence[Mapping[str, Any]], languages: Sequence[str]) -> dict[str, str]:
    """Return the names, with a column in English and one in Chinese beside it as one text in both languages.

    Their headings are in these languages, too, and equal cells have equal cells beside them, as in a translation.
    """
    paired = dict(settled)
    columns = {head: [row.get(name) or "" for row in rows] for head, name in settled.items()}
    chinese = written_language("".join(re.findall("[\u4e00-\u9fff]", str(columns))))
    if chinese == "en" or not {"en", chinese} <= {*(languages or ("en", chinese))}:
        return paired

    def is_text(head: str, lang: str) -> bool:
        cells = [cell for cell in columns[head] if cell]
        plain = "." not in paired[head] and paired[head] not in ("id", "copies") and guess_kind(cells) == "text"
        same = (is_chinese(written_language(text)) == is_chinese(lang) for text in (head, " ".join(cells)))
        return len(cells) > 1 and plain and all(same)

    for two in pairwise(settled):
        langs = ("en", chinese) if is_text(two[0], "en") else (chinese, "en")
        pairs = {*zip(*(columns[head] for head in two), strict=True)}
        translated = all("" not in side and len({*side}) == len(pairs) for side in zip(*pairs, strict=True))
        if not translated or not all(map(is_text, two, langs)):
            continue
        field = "name" if "name" in {paired[head] for head in two} else paired[two[langs.index("en")]]
        if field not in {name.partition(".")[0] for head, name in paired.items() if head not in two}:
            paired |= {head: f"{field}.{lang}" for head, lang in zip(two, langs, strict=True)}
    return paired


def _split_language(name: str, suffixes: Mapping[str, str]) -> tuple[str, str]:
    """Return a field without the suffix of a language that it ends in (name_zh_hant), and the language; or ("", "")."""
    for suffix in sorted(suffixes, key=len, reverse=True):
        if name.endswith(f"_{suffix}"):
            return name.removesuffix(f"_{suffix}"), suffixes[suffix]
    return "", ""


def _is_copies(cell: str | None) -> bool:
    number = None if cell is None else number_of_copies(cell)
    return cell is None or (isinstance(number, int) and 0 <= number <= 10_000)


def _are_ids(cells: Iterable[str | None]) -> bool:
    ids = [file_key(cell) for cell in cells if cell is not None and is_identifier(cell)]
    return len(ids) == len(set(ids)) == len(list(cells))


def _declared_languages(names: Iterable[str], languages: Sequence[str]) -> tuple[str, ...]:
    """Return those of the languages that are in the names of columns such as `name.en`."""
    declared = {name.partition(".")[2] for name in names} - {""}
    return tuple(lang for lang in languages if lang in declared)


def _label(head: str, name: str) -> str:
    suffix = name.partition(".")[2].replace("-", "[_-]")
    label = re.sub(rf"[._ -]?{suffix}$", "", head, flags=re.IGNORECASE) if suffix else head
    return label[:1].upper() + label[1:].replace("_", " ")


def _width(cell: Any) -> int:
    """Return the approximate width of a text in letters (of the widest in several languages). Chinese counts twice."""
    if isinstance(cell, Mapping):
        return max(map(_width, cell.values()), default=0)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in cell or "")


# ---------------------------------------------------------------- kinds


def _is_number(text: str) -> bool:
    return not isinstance(number_in_table(text, "."), str)


def _kinds(
    names: Iterable[str], rows: Sequence[Mapping[str, Any]], decimal: str, chosen: Mapping[str, str]
) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for name in names:
        field, dot, _ = name.partition(".")
        if field in ("id", "copies") or field in kinds:
            continue
        cells = [row[field] for row in rows if field in row]
        empty = "image" if field in _PICTURED and not cells else ""
        kind = "texts" if dot else chosen.get(field) or empty or guess_kind(cells, decimal)
        kinds[field] = kind + ("?" if len(cells) < len(rows) else "")
    return kinds


def guess_kind(cells: Sequence[str], decimal: str = ".") -> str:
    """Return the kind of field that fits all of the texts. A number with leading zeros stays text: 007."""
    if not cells:
        return "text"
    values = [number_in_table(cell, decimal) for cell in cells]
    if all(isinstance(value, int | float) and abs(value) <= 1e6 for value in values):
        return "integer" if all(isinstance(value, int) for value in values) else "number"
    return "colour" if all(map(_COLOUR.fullmatch, cells)) else "text"


def _are_dark(rows: Sequence[Mapping[str, Any]], name: str) -> bool:
    """Return True if all colours of a field have enough contrast with white text for the check."""
    return all(contrast(row[name], "#ffffff") >= LEAST_CONTRAST for row in rows)


def _find_pictures(
    fields: dict[str, str], rows: Sequence[Mapping[str, Any]], beside: Path | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Change the kind of fields with pictures in `fields`. Return their files, and those that are missing."""
    pictures: set[str] = set()
    absent: set[str] = set()
    for name, kind in fields.items():
        named = {row[name] for row in rows if name in row} if kind.rstrip("?") == "text" else set()
        if not named or not all(map(_is_picture, named)):
            continue
        missing = {file for file in named if beside is None or "\\" in file or not isfile(beside / file)}  # noqa: PTH113
        if missing:
            absent |= missing
        else:
            fields[name] = kind.replace("text", "image")
            pictures |= named
    return tuple(sorted(pictures)), tuple(sorted(absent))


_ICON = re.compile(rf"\{{({IDENTIFIER})\}}")


def _icons(fields: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the icons in the texts of the table, in order. Fields and other placeholders are no icons."""
    texts = [text for row in rows for value in row.values() for _, text in texts_in(value)]
    written = {name for text in texts for name in _ICON.findall(text)} - {*fields, *RESERVED}
    pieces = (
        piece for text in texts for passage in parse_markup(text, (), written).passages for piece in passage.pieces
    )
    return tuple(sorted({piece.name for piece in pieces if isinstance(piece, Icon)}))


def _is_picture(cell: str) -> bool:
    """Return True if a cell may be the name of a picture file in the game's folder or below."""
    path = PurePosixPath(cell.replace("\\", "/"))
    outside = path.is_absolute() or ":" in cell or any(part.startswith(".") for part in path.parts)
    return path.suffix.lower() in _PICTURES and not outside and len(cell) <= 200


# ---------------------------------------------------------------- ids


def _names_of(fields: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the field whose texts become ids: the first whose texts all differ, else the first; "" without texts."""
    texts = [name for name, kind in fields.items() if kind in ("text", "texts")]
    slugs = {name: [slug_of(_plain(row.get(name, ""))) for row in rows] for name in texts}
    unique = (name for name in texts if all(slugs[name]) and len(set(slugs[name])) == len(rows))
    return next(unique, next(iter(texts), ""))


def _plain(value: Any) -> str:
    """Return a text, or of one in several languages that in English, or the first."""
    return str(value.get("en") or next(iter(value.values()), "")) if isinstance(value, Mapping) else str(value)


def _with_ids(text: str, rows: Marked, fields: Mapping[str, str], header: Sequence[TableCell], separator: str) -> str:
    """Return the table with a column of ids in front of the others, which stay as they are."""
    named = _names_of(fields, rows.value)
    digits = len(str(len(rows.value)))
    seen: set[str] = set()
    ids: list[str] = []
    for number, row in enumerate(rows.value, 1):
        slug = slug_of(_plain(row.get(named, ""))).replace("_", "-")[:40] or f"card-{number:0{digits}}"
        ids.append(slug if slug not in seen else f"{slug}-{number}")
        seen.add(ids[-1])
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
    head = header[0].line - 1
    lines[head] = f"id{separator}{lines[head]}"
    for number, name in enumerate(ids):
        line = rows.place(number).line - 1
        lines[line] = f"{name}{separator}{lines[line]}"
    return "".join(lines)
