"""`glossary haste draw`: the game's terms with the cards that use each, as a table, in columns, or as an index."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Literal, TypeAlias
from unicodedata import normalize

from pydantic import Field

from cardgen.base.errors import DataError, Fault, Faults, did_you_mean
from cardgen.base.records import replace
from cardgen.base.words.messages import message, printed
from cardgen.data.glossary.uses import UsedTerm
from cardgen.data.kinds import FileModel
from cardgen.data.templates.markup import Icon, Passage, Ruby, parse_markup, styles_named
from cardgen.rulebook.blocks.context import BlockContext, Fence, in_language
from cardgen.rulebook.blocks.table import column_alignment
from cardgen.rulebook.book import Entries, Entry, Table, Text, Words
from cardgen.rulebook.inline import escape_markdown, slug

_TERM, _MEANING, _CARDS = printed("Term"), printed("Meaning"), printed("Cards")

_Order: TypeAlias = Literal["table", "number", "term"]


class GlossaryBody(FileModel):
    """`order` is that of the entries: by `term`, by `number`, or that of the table. `cards` adds who uses each term.

    With `columns`, entries are set in so many of them instead of a table. An `index` has only names and numbers.
    """

    order: _Order = "table"
    cards: bool = True
    columns: Annotated[int, Field(ge=1, le=4)] | None = None
    index: bool = False


def read_glossary(fence: Fence, context: BlockContext) -> Table | Entries:
    """Return the terms named, or all. DataError for a game without a glossary, and unknown terms."""
    body, _ = fence.parse_yaml(GlossaryBody)
    entries = _terms_of(fence, context)
    entries.sort(key=_key_of(body.order, context.lang))
    with_cards = body.cards and any(used.cards for used in entries)
    if body.columns or body.index:
        listed = tuple(_entry(used, fence, context, body.index, with_cards) for used in entries)
        return Entries(listed, body.columns or 1, fence.place)
    return _table(entries, fence, context, with_cards)


def _terms_of(fence: Fence, context: BlockContext) -> list[UsedTerm]:
    """Return the terms that the block names, or all."""
    terms = {used.term.id: used for used in context.sources.used_terms()}
    if not terms:
        hint = message("glossary: in game.yaml names the file of its terms")
        raise DataError(Fault(fence.place, message("the game has no glossary"), hint))
    faults = Faults(
        Fault(
            fence.place,
            message("there is no term {name!r} in the glossary", name=name),
            did_you_mean(name, list(terms)),
        )
        for name in fence.names
        if name not in terms
    )
    faults.raise_all()
    return [terms[name] for name in fence.names] or list(terms.values())


def _table(entries: Sequence[UsedTerm], fence: Fence, context: BlockContext, with_cards: bool) -> Table:
    numbered = any(used.term.number is not None for used in entries)
    titles = [context.sources.own_words(title, context.lang)[0] for title in (_TERM, _MEANING, *[_CARDS] * with_cards)]
    header = tuple(context.words(title, fence.place) for title in (*["#"] * numbered, *titles))
    rows = tuple(_row(used, fence, context, numbered=numbered, with_cards=with_cards) for used in entries)
    return Table(header, rows, column_alignment(header, rows), fence.place, whole=1 + numbered)


def _row(used: UsedTerm, fence: Fence, context: BlockContext, *, numbered: bool, with_cards: bool) -> tuple[Words, ...]:
    return (
        *[_number(used, fence, context)] * numbered,
        tuple(replace(word, strong=True) for word in _name(used, fence, context)),
        _meaning(used, fence, context),
        *[_cards(used, fence, context)] * with_cards,
    )


def _entry(used: UsedTerm, fence: Fence, context: BlockContext, index: bool, with_cards: bool) -> Entry:
    number, name, anchor = _number(used, fence, context), _name(used, fence, context), f"term-{slug(used.term.id)}"
    if index:
        return Entry(number, name, pointer=anchor)
    cards = _cards(used, fence, context) if with_cards else ()
    return Entry(number, name, _meaning(used, fence, context), cards, anchor)


def _number(used: UsedTerm, fence: Fence, context: BlockContext) -> Words:
    return context.words("" if used.term.number is None else str(used.term.number), fence.place)


def _name(used: UsedTerm, fence: Fence, context: BlockContext) -> Words:
    return context.words(escape_markdown(in_language(used.term.names, context.lang)), fence.place)


def _meaning(used: UsedTerm, fence: Fence, context: BlockContext) -> Words:
    meaning = used.term.values["text"] or {}
    return tuple(_marked_words(in_language(meaning, context.lang), fence, context)) if meaning else ()


def _cards(used: UsedTerm, fence: Fence, context: BlockContext) -> Words:
    """Return the names of the cards that use a term."""
    names = [_plain(in_language(names, context.lang)) for names in used.cards]
    return context.words(escape_markdown(_separator(context.lang).join(names)), fence.place)


def _separator(lang: str) -> str:
    return "、" if lang[:2] in ("zh", "ja") else ", "


def _key_of(order: _Order, lang: str) -> Callable[[UsedTerm], tuple[int, bytes, str]]:
    """Return the key by which entries are sorted; those without a number are last."""
    if order == "number":
        return lambda used: (used.term.number or 10**9, b"", "")
    if order == "term":
        return lambda used: (0, *_sort_key(in_language(used.term.names, lang), lang))
    return lambda _: (0, b"", "")


def _sort_key(name: str, lang: str) -> tuple[bytes, str]:
    """Return a key by which names are sorted as in a dictionary of their language.

    In Chinese by the encodings of its characters: GB 18030 has the common ones by their sound (pinyin), Big5 has them
    by their strokes.
    """
    if lang.startswith("zh"):
        traditional = any(part in lang for part in ("Hant", "TW", "HK", "MO"))
        return name.encode("big5" if traditional else "gb18030", "replace"), name
    letters = (c for c in normalize("NFD", name.casefold()) if not 0x300 <= ord(c) < 0x370)
    return "".join(letters).encode(), name


# ---------------------------------------------------------------- texts with the marks of cards


def _marked_words(text: str, fence: Fence, context: BlockContext) -> Iterator[Text]:
    """Yield the words of a text with the marks of texts on cards: bold, italic and icons are kept."""
    for number, passage in enumerate(_passages(text)):
        if number:
            yield Text("\n", context.lang)
        for piece in passage.pieces:
            is_icon = isinstance(piece, Icon) and piece.name in context.sources.icons
            written = f"{{{piece.name}}}" if isinstance(piece, Icon) and is_icon else escape_markdown(_text_of(piece))
            words = context.words(written, fence.place)
            yield from (replace(word, strong=piece.manner.bold, emphasis=piece.manner.italic) for word in words)


def _plain(text: str) -> str:
    return " ".join("".join(map(_text_of, passage.pieces)) for passage in _passages(text))


def _passages(text: str) -> Sequence[Passage]:
    """Return the passages of a text with marks. Whatever is in < > or braces may name a style or an icon."""
    icons = [part.split("}")[0] for part in text.split("{")[1:]]
    return parse_markup(text, styles_named({"text": text}), icons).passages


def _text_of(piece: object) -> str:
    if isinstance(piece, Icon):
        return piece.name
    return "".join(base for base, _ in piece.pairs) if isinstance(piece, Ruby) else str(getattr(piece, "text", ""))
