"""A designer's own table: the names and kinds of its columns, and its content, with ids added if it has none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from os.path import isfile  # Path.is_file raises an error for a name that is too long
from pathlib import Path, PurePosixPath
from typing import Any

from cardgen.data.names import IDENTIFIER, file_key, is_field_name, is_identifier
from cardgen.data.placeholders import texts_in
from cardgen.data.reading import Marked
from cardgen.data.references import RESERVED
from cardgen.data.rows.encodings import codec_of
from cardgen.data.rows.tables import Cell, parse_csv, read_lines, without_end
from cardgen.data.rows.text_tables import TextTable, number_in_table, read_text_table
from cardgen.data.templates.markup import Icon, parse_markup
from cardgen.errors import DataError, Fault, Place
from cardgen.records import dataclass
from cardgen.scene.colour import LEAST_CONTRAST, contrast
from cardgen.starters.traditional import in_traditional
from cardgen.starters.wording import LANGUAGES
from cardgen.words.messages import joined, message

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_COPIES = {"copies", "count", "quantity", "qty", "amount", "数量", "張數", "數量", "张数", "份数", "份數"}
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
_PICTURES = {".png", ".jpg", ".jpeg", ".webp", ".svg"}


@dataclass(frozen=True, slots=True)
class Table:
    """A table as cards.

    `columns` are the fields by their headers, where these differ; `fields` the kinds by field; `labels` the names of
    fields on the card; `longest` the approximate width of their longest texts, in letters. `written` is the text.
    `pictures` are the picture files on the cards, `absent` those that are named and missing. White text is legible on
    all colours of the fields `dark`. `icons` are those in texts: {sword}.
    """

    content: bytes
    columns: Mapping[str, str]
    fields: Mapping[str, str]
    labels: Mapping[str, str]
    longest: Mapping[str, int]
    languages: tuple[str, ...]
    written: TextTable
    ids_added: bool
    cards: int
    pictures: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    dark: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()


def read_table(content: bytes, file: str, languages: Sequence[str], beside: Path | None = None) -> Table:
    """Return the cards of a CSV file, which is shown as `file`. DataError with everything that is wrong in it.

    A column with nothing but names of picture files in the folder `beside` is a column of pictures. Columns that end in
    languages, such as `name.zh` and `name_en`, are one text in both languages; they decide the languages of the game if
    `languages` is empty.
    """
    written = read_text_table(content, file, ",")
    text, encoding, separator = written.text, written.encoding, written.separator
    header = next(filter(None, map(without_end, read_lines(text, file, separator, []))), [])
    names = _names(cell.text for cell in header)

    def read(names: Mapping[str, str]) -> Marked:
        columns: dict[str, str | None] = {head: name for head, name in names.items() if head}
        return parse_csv(text, file, lambda _, cell: cell, columns, separator)

    rows = read(names)
    if not rows.value:
        hint = message("the first line names the columns, each further line is a card")
        raise DataError(Fault(rows.place(), message("the table has no cards"), hint))
    names = _settle(names, rows.value)
    rows = read(names)
    declared = _declared_languages(names.values())
    languages = tuple(languages) or declared or (_written_language(text),)
    if declared and set(declared) != set(languages):
        problem = message(
            "the columns are in {columns}, the game is in {languages}",
            columns=joined(declared),
            languages=joined(languages),
        )
        raise DataError(
            Fault(Place(file, 1, 1), problem, message("use --lang {languages}", languages=",".join(declared)))
        )
    fields = _kinds(names.values(), rows.value, written.decimal)
    pictures, absent = _find_pictures(fields, rows.value, beside)
    labels = {name.split(".")[0]: _label(head, name) for head, name in names.items()}
    longest = {name: max((_width(row.get(name)) for row in rows.value), default=0) for name in fields}
    added = "id" not in names.values()
    return Table(
        content=_with_ids(text, rows, fields, header, separator).encode(codec_of(content, encoding))
        if added
        else content,
        columns={head: name for head, name in names.items() if head != name},
        fields=fields,
        labels=labels,
        longest=longest,
        languages=tuple(languages),
        written=written,
        ids_added=added,
        cards=len(rows.value),
        pictures=pictures,
        absent=absent,
        icons=_icons(fields, rows.value),
        dark=tuple(name for name, kind in fields.items() if kind == "colour" and _are_dark(rows.value, name)),
    )


def _is_common(character: str, codec: str = "gb2312") -> bool:
    """Return True for a Chinese character of GB2312, an older and smaller set that has the common ones."""
    try:
        return "\u4e00" <= character <= "\u9fff" and len(character.encode(codec)) == 2
    except UnicodeEncodeError:
        return False


def _written_language(text: str) -> str:
    """Return the language of a table: en without Chinese characters, zh-Hant if more of them are only in Big5."""
    if not re.search("[\u4e00-\u9fff]", text):
        return "en"
    simplified = sum(_is_common(character) and not _is_common(character, "big5") for character in text)
    traditional = sum(_is_common(character, "big5") and not _is_common(character) for character in text)
    return "zh-Hant" if traditional > simplified else "zh"


# ---------------------------------------------------------------- names


def _names(header: Iterable[str]) -> dict[str, str]:
    """Return the field of each header: the header itself if it can be a field, else a word made of it."""
    named: dict[str, str] = {}
    for number, head in enumerate(header, 1):
        word, _, part = head.partition(".")
        if word in _WORDS or not (is_field_name(word) and (not part or part in LANGUAGES)):
            word, part = _WORDS.get(head) or _slug(head) or f"column_{number}", ""
        if word in RESERVED and word not in ("id", "copies"):
            word = f"{word}_text"
        name = f"{word}.{part}" if part else word
        tail = 2
        while name in named.values() and head not in named:
            name, tail = f"{word}_{tail}", tail + 1
        named.setdefault(head, name)
    return named


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"^[^a-z]+", "", re.sub(r"[^a-z0-9]+", "_", plain)).strip("_")[:60]


def _settle(names: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return the names, with ids, copies and texts in several languages recognised by their cells."""
    settled = dict(names)
    for head, name in names.items():
        cells = [row.get(name) for row in rows]
        if head.lower() in _COPIES and "copies" not in settled.values() and all(map(_is_copies, cells)):
            settled[head] = "copies"
        if head.lower() in _IDS and head != "id" and "id" not in {*names, *settled.values()} and _are_ids(cells):
            settled[head] = "id"
        elif name == "id" and head != "id" and not _are_ids(cells):
            settled[head] = "number"
    for head, name in names.items():  # name_zh beside name_en: one text in two languages
        base, lang = _split_language(name)
        twins = [f"{base}_{suffix}" for suffix in _SUFFIXES if f"{base}_{suffix}" in names.values()]
        both = base and base not in names.values() and len(twins) == 2 and f"{base}_en" in twins
        if both and all(len({twin in row for twin in twins}) == 1 for row in rows):
            settled[head] = f"{base}.{lang}"
    return settled


# The languages by the end of a column's name: name_zh_hant.
_SUFFIXES = {lang.lower().replace("-", "_"): lang for lang in LANGUAGES}


def _split_language(name: str) -> tuple[str, str]:
    """Return a field without the language that it ends in, and the language; ("", "") if it ends in none."""
    for suffix in sorted(_SUFFIXES, key=len, reverse=True):
        if name.endswith(f"_{suffix}"):
            return name.removesuffix(f"_{suffix}"), _SUFFIXES[suffix]
    return "", ""


def _is_copies(cell: str | None) -> bool:
    return cell is None or (cell.isdecimal() and cell.isascii() and 0 <= int(cell[:9]) <= 10_000)


def _are_ids(cells: Iterable[str | None]) -> bool:
    ids = [file_key(cell) for cell in cells if cell is not None and is_identifier(cell)]
    return len(ids) == len(set(ids)) == len(list(cells))


def _declared_languages(names: Iterable[str]) -> tuple[str, ...]:
    """Return the languages in the names of columns such as `name.en`."""
    declared = {name.partition(".")[2] for name in names} - {""}
    return tuple(lang for lang in LANGUAGES if lang in declared)


def _label(head: str, name: str) -> str:
    label = re.sub(r"[._ -]?(zh[_-]hant|zh|en)$", "", head, flags=re.IGNORECASE) if "." in name else head
    return label[:1].upper() + label[1:].replace("_", " ")


def _width(cell: Any) -> int:
    """Return the approximate width of a text in letters (of the widest in several languages). Chinese counts twice."""
    if isinstance(cell, Mapping):
        return max(map(_width, cell.values()), default=0)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in cell or "")


# ---------------------------------------------------------------- kinds


def _kinds(names: Iterable[str], rows: Sequence[Mapping[str, Any]], decimal: str) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for name in names:
        field, dot, _ = name.partition(".")
        if field in ("id", "copies") or field in kinds:
            continue
        cells = [row[field] for row in rows if field in row]
        kind = "texts" if dot else guess_kind(cells, decimal)
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


def _with_ids(text: str, rows: Marked, fields: Mapping[str, str], header: Sequence[Cell], separator: str) -> str:
    """Return the table with a column of ids in front of the others, which stay as they are."""
    named = next((name for name, kind in fields.items() if kind == "text"), "")
    digits = len(str(len(rows.value)))
    seen: set[str] = set()
    ids: list[str] = []
    for number, row in enumerate(rows.value, 1):
        slug = _slug(row.get(named, "")).replace("_", "-")[:40] or f"card-{number:0{digits}}"
        ids.append(slug if slug not in seen else f"{slug}-{number}")
        seen.add(ids[-1])
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
    head = header[0].line - 1
    lines[head] = f"id{separator}{lines[head]}"
    for number, name in enumerate(ids):
        line = rows.place(number).line - 1
        lines[line] = f"{name}{separator}{lines[line]}"
    return "".join(lines)
