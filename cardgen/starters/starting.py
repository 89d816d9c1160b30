"""The files of a new project: filled in from a starter, or copied from a game that comes with cardgen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cardgen.base.errors import DataError, Fault, Place, Text, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.catalogues import printed_languages
from cardgen.base.words.messages import joined, message
from cardgen.data.fonts import FontSet
from cardgen.data.kinds import LANGUAGE
from cardgen.data.languages.own_words import own_languages, printed_in
from cardgen.data.names import is_device, is_identifier
from cardgen.data.project import bundled_project
from cardgen.editing.yaml_text import flow
from cardgen.starters.layouts import layout_text
from cardgen.starters.tables import CardTable
from cardgen.starters.wording import fill_marks, in_language, is_chinese, title_of, values_of

#: The starters that are texts with marks, each a folder beside this file.
STARTERS = ("blank", "poker", "card-game")

_FOLDER = Path(__file__).parent
_MOST_LETTERS = 40


def check_name(name: str) -> None:
    """DataError unless the name can be the name of a file on every system, and be part of a template's path."""
    if not _is_name(name):
        hint = message("use at most 40 letters and digits, with - _ . between; titles may have any characters")
        raise DataError(Fault(Place(), message("{name!r} cannot be used as a name", name=name), hint))


def _is_name(name: str) -> bool:
    return is_identifier(name) and len(name) <= _MOST_LETTERS and not name.endswith(".") and not is_device(name)


def check_game_name(name: str) -> None:
    """DataError unless a game may have this name."""
    check_name(name)
    if name == "common":
        hint = message("the folder templates/common is for all games")
        raise DataError(Fault(Place(), message("a game cannot be called {name!r}", name=name), hint))


def check_languages(languages: Sequence[str]) -> None:
    """DataError unless a game can be in all of these languages, and each is named once, Chinese in one script."""
    for lang in languages:
        if not _is_language(lang):
            problem = message("there is no language {language!r}", language=lang)
            raise DataError(Fault(Place(), problem, _language_hint(lang)))
    if not languages or len({lang.split("-")[0] for lang in languages}) != len(languages):
        problem = message("a language is missing or repeated: {languages}", languages=repr(",".join(languages)))
        raise DataError(Fault(Place(), problem))


def _is_language(tag: str) -> bool:
    from babel import Locale  # slow to import

    return LANGUAGE.fullmatch(tag) is not None and tag.split("-")[0] in Locale("en").languages


def _language_hint(tag: str) -> Text:
    """Return the code that was meant by the English name of a language or in capitals; else those with words."""
    from babel import Locale

    codes = {name.lower(): code for code, name in Locale("en").languages.items() if "_" not in code}
    meant = codes.get(tag.lower(), tag.lower())
    if meant != tag and _is_language(meant):
        return message("did you mean {word!r}?", word=meant)
    template = "use a code of BCP 47; cardgen has words in {languages}"
    return message(template, languages=joined(printed_languages()))


def language_notes(languages: Sequence[str]) -> list[Text]:
    """Return notes about a language that a starter has no texts in, or the bundled fonts no letters of."""
    notes: list[Text] = []
    for lang in languages:
        if lang.split("-")[0] in ("en", "zh"):
            continue
        template = "The starter has no texts in {language!r}: those of its cards are in English, for you to replace."
        notes.append(message(template, language=lang))
        if printed_in(lang) and own_languages([lang], [message("print at 100 %")], FontSet()) == ["en"]:
            template = "The bundled fonts have no letters of {language!r}: add fonts to the game (docs/fonts.md)."
            notes.append(message(template, language=lang))
    return notes


def starter_files(starter: str, name: str, languages: Sequence[str]) -> dict[str, bytes]:
    """Return the files of one of STARTERS for a game called `name`, by their paths in the project."""
    check_game_name(name)
    check_languages(languages)
    if len(languages) > 1 and len(languages) != len(set(map(is_chinese, languages))):
        problem = message("a starter is in one language, or in Chinese and another")
        hint = message("begin with {language}, and add the others in game.yaml", language=languages[0])
        raise DataError(Fault(Place(), problem, hint))
    values = values_of(name, languages)
    files = common_files(name, languages)
    for path in _files(_FOLDER / starter):
        filled = fill_marks(path.read_text(encoding="utf-8"), values, languages)
        # Files with a face are templates, all others are card data.
        template = path.suffix == ".yaml" and re.search("^(face|extends):", filled, re.MULTILINE)
        inside = _name_in(path.relative_to(_FOLDER / starter), values, languages)
        if not inside:
            continue
        files[f"{'templates' if template else 'card_data'}/{name}/{inside}"] = filled.encode()
    return files


def _name_in(path: Path, values: Mapping[str, str], languages: Sequence[str]) -> str:
    """Return the path of a starter's file in a project; "" if it is in a language that the game does not have.

    A file such as `rulebook.en.md` is in one language.
    """
    lang = path.suffixes[0][1:] if len(path.suffixes) == 2 else ""
    if lang not in ("zh", "en"):
        return path.as_posix()
    has_it = any(is_chinese(one) == (lang == "zh") for one in languages)
    return path.with_name(path.name.replace(f".{lang}.", f".{values[lang]}.")).as_posix() if has_it else ""


def common_files(name: str, languages: Sequence[str]) -> dict[str, bytes]:
    """Return the files of every new project: what git ignores, how it merges decisions, and a README."""
    values = values_of(name, languages)
    return {
        target: fill_marks((_FOLDER / "common" / source).read_text(encoding="utf-8"), values, languages).encode()
        for source, target in (
            ("gitignore", ".gitignore"),
            ("gitattributes", ".gitattributes"),
            ("README.md", "README.md"),
        )
    }


def table_name(file: str) -> str:
    """Return the name of a table's file in the project: its own if game.yaml can name it, else cards.csv."""
    return file if _is_name(file) and file.lower().endswith(".csv") else "cards.csv"


@dataclass(frozen=True, slots=True)
class TableDeck:
    """A deck made of a table: its name, the name of the table's file, and its title ("" for the only deck)."""

    name: str
    table: CardTable
    file: str
    title: str = ""


def table_files(table: CardTable, file: str, name: str, beside: Path | None = None) -> dict[str, bytes]:
    """Return the files of a project whose only deck is a table, and whose file is called `file`. See project_files."""
    return project_files([TableDeck("main", table, table_name(file))], name, beside)


def project_files(decks: Sequence[TableDeck], name: str, beside: Path | None = None) -> dict[str, bytes]:
    """Return the files of a project whose decks are tables: the tables as they are, and templates for their fields.

    The pictures of the cards are copied from the folder `beside`.
    """
    check_game_name(name)
    languages = decks[0].table.languages
    icons = tuple(sorted({icon for deck in decks for icon in deck.table.icons}))
    sheets = [(deck.name if len(decks) > 1 else "cards", deck.name) for deck in decks]
    values = values_of(name, languages) | {
        "decks": ", ".join(deck.name for deck in decks),
        "entries": "".join(_deck_entry(deck, name, languages) for deck in decks),
        "icons": _icon_lines(icons, languages[0]),
        "titles": ", ".join(f'{lang}: "{title_of(name)}"' for lang in languages),
        "sheets": "".join(
            f"    {sheet}-{{paper}}: {{decks: [{deck}], papers: [a4, letter]}}\n" for sheet, deck in sheets
        ),
    }
    text = (_FOLDER / "csv" / "game.yaml").read_text(encoding="utf-8")
    files = {f"card_data/{name}/game.yaml": fill_marks(text, values, languages).encode()}
    for deck in decks:
        table = deck.table
        pictures = {picture: (beside / picture).read_bytes() for picture in table.pictures} if beside else {}
        files |= {f"card_data/{name}/{picture}": content for picture, content in pictures.items()}
        files[f"card_data/{name}/{deck.file}"] = table.content
        layout = layout_text(
            table.fields, table.labels, table.longest, languages, title_field(languages), dark=table.dark
        )
        template = in_language(LAYOUT_COMMENTS, languages[0]) + layout
        files[f"templates/{name}/{_template_name(deck)}"] = template.encode()
    return common_files(name, languages) | files


def _template_name(deck: TableDeck) -> str:
    return f"{deck.name}.yaml" if deck.title else "card.yaml"


def _deck_entry(deck: TableDeck, name: str, languages: Sequence[str]) -> str:
    """Return the lines of a deck in game.yaml."""
    table = deck.table
    main = {"en": "Main deck", "zh": "主牌组"}
    titles = {lang: deck.title or in_language(main, lang) for lang in languages}
    options = {**table.written.declarations, **({"heading": str(table.heading)} if table.heading else {})}
    if table.counted and table.uncounted:
        options["defaults"] = "{copies: 1}"
    values = values_of(name, languages) | {
        "deck": deck.name,
        "titles": flow(titles),
        "table": deck.file,
        "template": _template_name(deck),
        "options": "".join(f"    {key}: {value}\n" for key, value in options.items()),
        "columns": _mapping("    columns:", table.columns),
        "fields": "".join(f"      {field}: {kind}\n" for field, kind in table.fields.items()) or "      {}\n",
    }
    return fill_marks((_FOLDER / "csv" / "deck.yaml").read_text(encoding="utf-8"), values, languages)


def title_field(languages: Sequence[str]) -> str:
    """Return the placeholder of the game's title in its main language."""
    return f"{{game.titles.{languages[0]}}}"


#: The comment above a layout that shows all fields of a deck, for `in_language`.
LAYOUT_COMMENTS = {
    "en": """\
# Every field of the deck, for you to move about: [x, y, width, height] in millimetres from the top left corner of the
# cut card, painted in order; {…} is taken from the card. Kinds of boxes and their keys: docs/templates.md.
""",
    "zh": """\
# 牌组的每个字段都在这里，可随意移动：[横, 纵, 宽, 高] 以毫米为单位，从裁切后的左上角量起，按先后次序绘制；
# {…} 取自牌的数据。方框的种类与键见 docs/templates.md。
""",
}


#: What an icon is drawn as until it has a picture.
ICON_SHAPE = {"shape": {"kind": "ellipse", "fill": "#6b7280"}}


def _icon_lines(icons: Sequence[str], language: str) -> str:
    """Return lines that draw each icon of the tables as a disc, until there are pictures."""
    if not icons:
        return ""
    comment = in_language(
        {
            "en": "# Stand-ins: put pictures in their places, such as art/sword.svg.",
            "zh": "# 暂用圆点代替：可换成图片文件，如 art/sword.svg。",
        },
        language,
    )
    lines = [f"  {json.dumps(name)}: {flow(ICON_SHAPE)}\n" for name in icons]
    return "".join([f"icons:  {comment}\n", *lines, "\n"])


def _mapping(head: str, entries: Mapping[str, str]) -> str:
    """Return the lines of a mapping under a head; none if the mapping is empty."""
    lines = [f"      {json.dumps(key, ensure_ascii=False)}: {value}" for key, value in entries.items()]
    return "".join(line + "\n" for line in ([head, *lines] if lines else []))


def known_starters() -> list[str]:
    """Return the names of everything that a project can start from: starters, a table, and the bundled games."""
    return [*STARTERS, "csv", *bundled_project().games]


def check_starter(starter: str) -> None:
    """DataError unless a project can start from it."""
    if starter not in known_starters():
        problem = message("there is no starter {starter!r}", starter=starter)
        raise DataError(Fault(Place(), problem, did_you_mean(starter, known_starters())))


def copied_files(source: str, name: str) -> dict[str, bytes]:
    """Return the files of a bundled game under another name, with the templates that it needs."""
    check_game_name(name)
    project = bundled_project()
    folder = project.game_folder(source)
    files = common_files(name, ("zh", "en"))
    own = f"{source}/"
    for path in _files(folder):
        content = path.read_bytes()
        if path.suffix == ".yaml":
            renamed = content.decode().replace(f"template: {own}", f"template: {name}/")
            for place in ("output", "templates"):
                renamed = renamed.replace(f"{place}/{own}", f"{place}/{name}/")
            content = renamed.encode()
        files[f"card_data/{name}/{path.relative_to(folder).as_posix()}"] = content
    for path in _files(project.templates / source):
        content = path.read_bytes()
        if path.suffix == ".yaml":
            extends = re.compile(r"^extends:.*$", re.MULTILINE)
            content = extends.sub(lambda line: line[0].replace(own, f"{name}/"), content.decode()).encode()
        files[f"templates/{name}/{path.relative_to(project.templates / source).as_posix()}"] = content
    for path in _files(project.templates / "common"):
        files[path.relative_to(project.root).as_posix()] = path.read_bytes()
    return files


def _files(folder: Path) -> Iterable[Path]:
    """Return the files in a folder and its subfolders, in order, without hidden ones."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
