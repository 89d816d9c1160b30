"""Parse a rulebook's Markdown into a Book: placeholders filled in, data blocks read, plays played."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from cardgen.base.errors import DataError, Fault, Place, did_you_mean
from cardgen.base.files import names_in
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import Message, message
from cardgen.data.glossary.marking import Marking
from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.blocks.reading import read_block
from cardgen.rulebook.book import (
    Align,
    Block,
    Book,
    Cover,
    Entries,
    Entry,
    Figure,
    Footnote,
    Heading,
    Items,
    Listing,
    Note,
    PageBreak,
    Paragraph,
    Sources,
    Table,
    Text,
    Words,
    plain,
)
from cardgen.rulebook.inline import Filler, FindFootnote, slug, split_languages, words_of, words_of_parts
from cardgen.rulebook.loops import MOST_NESTED, LoopBudget
from cardgen.rulebook.markdown import (
    DEEPEST,
    WrittenFootnote,
    close_gaps,
    comment_fault,
    markdown,
    take_footnotes,
    without_comments,
)
from cardgen.rulebook.terms import number_terms

_ALIGN: dict[str, Align] = {"text-align:left": "left", "text-align:center": "centre", "text-align:right": "right"}


def parse_rulebook(text: str, file: str, lang: str, sources: Sources, marking: Marking | None = None) -> Book:
    """Return the book in `text`: CommonMark with tables, `{placeholders}` and data blocks. `file` is named in faults.

    The book's title is its one heading of the first level; the second and third levels are chapters and sections, a
    thematic break begins a new page. With a `marking`, terms are followed by their numbers. DataError with every fault:
    unknown placeholders and kinds of blocks, invalid bodies, plays that cannot be made, values other than the text
    assumes.
    """
    text = text.replace("\r\n", "\n")
    sources = replace(sources, values={**sources.values, "language": lang})
    parser = markdown()
    filler = Filler(sources.values, file, lang, icons=sources.icons)
    reader = _TreeReader(parser, filler, lang, sources)
    odd = [c for c in text if c == "\0" or "\ue000" <= c <= "\uf8ff" or c >= "\U000f0000"]
    if odd:
        before = text[: text.index(odd[0])]
        place = Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
        raise DataError(Fault(place, message("the character U+{code:04X} is not allowed in a text", code=ord(odd[0]))))
    blocks = reader.read(text)
    if not reader.title:
        fault = Fault(Place(file, 1, 1), message("the rulebook has no title"), message("begin with # and the title"))
        filler.faults.append(fault)
    for place, anchor, refers in filler.references:
        if anchor not in reader.anchors:
            text = message("no heading of the book has the anchor '#{anchor}'", anchor=anchor)
            filler.faults.append(Fault(place, text, did_you_mean(anchor, sorted(reader.anchors))))
        elif refers and anchor not in reader.titles:
            text = message("'#{anchor}' has no caption to refer to", anchor=anchor)
            filler.faults.append(Fault(place, text, message("write words between the brackets, or add a caption")))
    if filler.faults:
        raise DataError(list(dict.fromkeys(filler.faults)))
    titles = {anchor: reader.titles[anchor] for _, anchor, refers in filler.references if refers}
    if marking is not None:
        blocks = number_terms(blocks, marking, lang)
    return Book(lang, file, reader.title, reader.cover or Cover(), blocks, titles)


def _prepare(text: str, parser: MarkdownIt, filler: Filler, above: int = 0) -> tuple[str, list[WrittenFootnote]]:
    """Return the text, `above` which so many lines are, with stand-ins for its placeholders, and its footnotes apart.

    Comments in paragraphs are left out. Data blocks and other comments are left as they are, and read later.
    """
    lines = text.split("\n")
    with parser.reset_rules():
        parser.disable("inline")  # only the lines of blocks matter
        closed = [token.map for token in parser.parse(text) if token.type in ("fence", "comment") and token.map]
    inside = {number for first, end in closed for number in range(first, end)}
    open_text = without_comments("\n".join("" if number in inside else line for number, line in enumerate(lines)))
    lines = [
        line if number in inside else close_gaps(filler.stand_in(shown, above + number + 1))
        for number, (line, shown) in enumerate(zip(lines, open_text.split("\n"), strict=True))
    ]
    footnotes = take_footnotes(lines, inside)
    return "\n".join(lines), footnotes


def _joined(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks of a loop, with lists that follow each other joined."""
    joined: list[Block] = []
    for block in blocks:
        last = joined[-1] if joined else None
        same = isinstance(block, Items) and isinstance(last, Items) and (block.start is None) == (last.start is None)
        if same and isinstance(block, Items) and isinstance(last, Items):
            joined[-1] = replace(last, entries=(*last.entries, *block.entries))
        else:
            joined.append(block)
    return joined


#: Footnotes of a rulebook, each as often as numbers refer to it.
MOST_FOOTNOTES = 1_000

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?:[\w-]+:.*\n)+---[ \t]*\n")


@dataclass(slots=True)
class _FootnoteNumbers:
    """The numbers of the footnotes so far: of the chapter, and of the whole book."""

    in_chapter: int = 0
    in_book: int = 0

    def next(self) -> tuple[int, int]:
        self.in_chapter += 1
        self.in_book += 1
        return self.in_chapter, self.in_book


@dataclass(slots=True)
class _WrittenFootnote:
    """A footnote that the text can refer to."""

    label: str
    paragraphs: tuple[Words, ...]
    place: Place
    is_used: bool = False


def list_chapters(text: str) -> list[tuple[str, str]]:
    """Return the anchor and the title of each chapter and section of a rulebook; none that has placeholders."""
    parser, taken = markdown(), dict[str, int]()
    tokens = parser.parse(text.replace("\r\n", "\n"))
    pairs = pairwise(token for token in tokens if token.type in ("heading_open", "inline"))
    inlines = [inline for start, inline in pairs if start.tag in ("h2", "h3") and inline.type == "inline"]
    titles = ["".join(part.content for part in inline.children or ()) for inline in inlines]
    return [(_free_anchor(slug(title), taken), title) for title in titles if "{" not in title]


def anchor_of(words: Words, taken: dict[str, int]) -> str:
    """Return an id for a heading: its words in lower case with hyphens, and a number if the id is taken.

    The id is added to `taken`, which has for each id the next number to try.
    """
    return _free_anchor(slug(plain(words)), taken)


def _free_anchor(stem: str, taken: dict[str, int]) -> str:
    anchor, number = stem, taken.get(stem, 2)
    while anchor in taken:
        anchor, number = f"{stem}-{number}", number + 1
    taken[stem] = number
    taken.setdefault(anchor, 2)
    return anchor


@dataclass(slots=True)
class _TreeReader:
    """Read the syntax tree of the Markdown. Faults are collected in `filler`.

    A turn of a loop has a reader of its own, with `above` lines of the file above its text and `depth` loops around it.
    """

    parser: MarkdownIt
    filler: Filler
    lang: str
    sources: Sources
    title: str = ""
    cover: Cover | None = None
    anchors: dict[str, int] = field(default_factory=dict)
    titles: dict[str, Words] = field(default_factory=dict)
    budget: LoopBudget = field(default_factory=LoopBudget)
    footnotes: Mapping[str, _WrittenFootnote] = field(default_factory=dict)
    numbers: _FootnoteNumbers = field(default_factory=lambda: _FootnoteNumbers())
    above: int = 0
    depth: int = 0

    def read(self, text: str) -> tuple[Block, ...]:
        """Return the blocks of a text. DataError if they are nested too deep."""
        prepared, written = _prepare(text, self.parser, self.filler, self.above)
        if self.depth == 0 and _FRONT_MATTER.match(text):
            problem = message("{mark} is not supported in a rulebook", mark=message("a head with keys"))
            hint = message("begin with # and the title")
            self.filler.faults.append(Fault(Place(self.filler.file, self.above + 1, 1), problem, hint))
        env: dict[str, Any] = {}
        tokens = self.parser.parse(prepared, env)
        too_deep = next((token for token in tokens if token.nesting == 1 and token.level >= DEEPEST - 1), None)
        if too_deep:  # the parser skips its content
            line = self.above + (too_deep.map[0] + 1 if too_deep.map else 1)
            hint = message("expected fewer than {depth} levels", depth=DEEPEST)
            problem = message("lists and quotes are nested too deep")
            raise DataError([*self.filler.faults, Fault(Place(self.filler.file, line, 1), problem, hint)])
        outer = self.footnotes
        own = self.footnotes_of(written, env)
        self.footnotes = {**outer, **own}
        blocks = self.blocks(SyntaxTreeNode(tokens).children)
        self.footnotes = outer
        for footnote in own.values():
            if not footnote.is_used:
                text_ = message("nothing refers to the footnote [^{label}]", label=footnote.label)
                self.filler.faults.append(Fault(footnote.place, text_, message("write [^1] where its number is to be")))
        self.check_targets(tokens, env)
        return blocks

    def footnotes_of(self, written: Sequence[WrittenFootnote], env: dict[str, Any]) -> dict[str, _WrittenFootnote]:
        """Return the footnotes of a text by their labels. They are paragraphs of words."""
        footnotes: dict[str, _WrittenFootnote] = {}
        for footnote in written:
            place = Place(self.filler.file, self.above + footnote.line + 1, 1)
            if footnote.label in footnotes:
                text = message("a second footnote [^{label}]", label=footnote.label)
                self.filler.faults.append(Fault(place, text))
            nodes = SyntaxTreeNode(self.parser.parse("\n".join(footnote.lines), env)).children
            outer, self.above = self.above, self.above + footnote.line
            paragraphs = tuple(self.words(node, None) for node in nodes if node.type == "paragraph")
            for node in nodes:
                if node.type not in ("paragraph", "comment"):
                    self.fault(node, message("a footnote has paragraphs of words only"))
            if not paragraphs:
                text = message("the footnote [^{label}] has no words", label=footnote.label)
                self.filler.faults.append(Fault(place, text))
            self.above = outer
            footnotes[footnote.label] = _WrittenFootnote(footnote.label, paragraphs, place)
        return footnotes

    def find_footnote(self, label: str, place: Place) -> Footnote | None:
        """Return the footnote of a label with the next number. A label without a footnote is a fault."""
        written = self.footnotes.get(label)
        if written is None:
            text = message("there is no footnote [^{label}]", label=label)
            hint = did_you_mean(label, list(self.footnotes)) or message(
                "write it on a line of its own: [^{label}]: its text", label=label
            )
            self.filler.faults.append(Fault(place, text, hint))
            return None
        written.is_used = True
        if self.numbers.in_book == MOST_FOOTNOTES:
            text = message("the rulebook has more than {most:,} footnotes", most=MOST_FOOTNOTES)
            raise DataError([*self.filler.faults, Fault(place, text)])
        number, of_book = self.numbers.next()
        return Footnote(number, f"note.{of_book}", written.paragraphs, written.place)

    def check_targets(self, tokens: Sequence[Token], env: Mapping[str, Any]) -> None:
        """Add a fault for each target of links, [name]: address, that no link uses, and for a second one of a name."""
        used = {str(part.meta.get("label")) for token in tokens for part in token.children or ()}
        targets = env.get("references", {})
        unused = [
            (label, target, message("no link has the target [{label}]", label=label.lower()))
            for label, target in targets.items()
            if label not in used
        ]
        for target in env.get("duplicate_refs", ()):
            unused.append(
                (target["label"], target, message("a second target [{label}]", label=target["label"].lower()))
            )
        for _, target, text in unused:
            place = Place(self.filler.file, self.above + target["map"][0] + 1, 1)
            self.filler.faults.append(Fault(place, text, message("write [words][name], or remove it")))

    def blocks(self, nodes: Sequence[SyntaxTreeNode]) -> tuple[Block, ...]:
        blocks: list[Block] = []
        for node in nodes:
            result = self.block(node)
            if isinstance(result, tuple):
                blocks += _joined(result)
            elif result is not None:
                blocks.append(result)
        return tuple(blocks)

    def context(self) -> BlockContext:
        """Return the context for the data blocks of this text."""

        def inner_blocks(text: str, line: int) -> tuple[Block, ...]:
            self.above = line - 1
            return self.read(text)

        return BlockContext(
            self.sources,
            self.lang,
            self.words_in,
            self.filler.fill,
            inner_blocks,
            self.within,
            self.budget,
            self.words_of_value,
        )

    def within(self, values: Mapping[str, Any]) -> BlockContext:
        """Return the context for a turn of a loop."""
        filler = Filler(values, self.filler.file, self.lang, self.budget, self.sources.icons)
        filler.references, filler.faults = self.filler.references, self.filler.faults
        # Title and cover are those of the book: a second one is a fault.
        return replace(
            self,
            filler=filler,
            sources=replace(self.sources, values=values),
            title=self.title or " ",
            cover=Cover(),
            depth=self.depth + 1,
        ).context()

    def place(self, node: SyntaxTreeNode) -> Place:
        return Place(self.filler.file, self.above + node.map[0] + 1 if node.map else 0, 1)

    def fault(self, node: SyntaxTreeNode, text: Message, hint: Message | str = "") -> None:
        self.filler.faults.append(Fault(self.place(node), text, hint))

    def words(self, node: SyntaxTreeNode, footnotes: FindFootnote | None, place: Place | None = None) -> Words:
        """Return the words of a node with inline text. `footnotes` is None where there can be none."""
        inline = next((child for child in node.children if child.type == "inline"), None)
        if inline is None or inline.token is None:
            return ()
        return words_of(inline.token.children or [], self.filler, self.lang, place or self.place(node), footnotes)

    def words_in(self, text: str, place: Place) -> Words:
        """Return the words of a text in a data block."""
        tokens = self.parser.parseInline(self.filler.stand_in(text, place.line, place.column))
        if not tokens:
            return ()
        return words_of(tokens[0].children or [], self.filler, self.lang, place, self.find_footnote)

    def words_of_value(self, text: str, place: Place) -> Words:
        """Return the words of a value of the game: plain text with icons."""
        parts = self.filler.value_parts(text, place)
        return tuple(words_of_parts(parts, Text("", self.lang), self.filler.chinese))

    def block(self, node: SyntaxTreeNode) -> Block | tuple[Block, ...] | None:
        place = self.place(node)
        match node.type:
            case "paragraph":
                return Paragraph(self.words(node, self.find_footnote), place)
            case "heading":
                return self.heading(node)
            case "bullet_list" | "ordered_list":
                entries = tuple(self.blocks(entry.children) for entry in node.children)
                start = None if node.type == "bullet_list" else int(node.attrGet("start") or 1)
                return Items(entries, start, place)
            case "blockquote":
                return Note(self.blocks(node.children), place)
            case "table":
                return self.table(node)
            case "hr":
                return PageBreak(place)
            case "fence":
                return self.fence(node)
            case "code_block":
                return Listing(tuple(self.filler.put_back(node.content).rstrip("\n").split("\n")), place)
            case "comment":
                if fault := comment_fault(node.info):
                    self.fault(node, *fault)
                return None
        self.fault(node, message("{mark} is not supported in a rulebook", mark=node.type))
        return None

    def heading(self, node: SyntaxTreeNode) -> Heading | None:
        level = int(node.tag[1])
        words = self.words(node, None)
        if level <= 2:
            self.numbers.in_chapter = 0
        if level == 1:
            if self.title:
                self.fault(node, message("a second title"), message("chapters begin with ##"))
            self.title = self.title or plain(words)
            return None
        if level > 3:
            hint = message("## for a chapter, ### for a section")
            self.fault(node, message("headings have three levels at most"), hint)
        if any(word.refers for word in words):
            self.fault(node, message("a reference in a heading needs words of its own"))
        anchor = anchor_of(words, self.anchors)
        self.titles[anchor] = words
        return Heading(level - 1, words, anchor, self.place(node))

    def table(self, node: SyntaxTreeNode) -> Table:
        rows = [row for part in node.children for row in part.children]
        places = [self.place(row) for row in rows]
        # The header has no footnotes: it is repeated on each page of the table.
        words = [
            tuple(self.words(cell, self.find_footnote if number else None, place) for cell in row.children)
            for number, (row, place) in enumerate(zip(rows, places, strict=True))
        ]
        align = tuple(_ALIGN.get(str(cell.attrGet("style")), "left") for cell in rows[0].children)
        return Table(words[0], tuple(words[1:]), align, self.place(node), places=tuple(places[1:]))

    def fence(self, node: SyntaxTreeNode) -> Block | tuple[Block, ...] | None:
        kind, *names = names_in(node.info) or [""]
        anchor = names.pop().removeprefix("#") if names and re.fullmatch(r"#[\w-]+", names[-1]) else ""
        if not kind:
            return Listing(tuple(node.content.rstrip("\n").split("\n")), self.place(node))
        if kind == "each" and self.depth == MOST_NESTED:
            hint = message("expected at most {most} loops inside of each other", most=MOST_NESTED)
            self.fault(node, message("loops are nested too deep"), hint)
            return None
        if kind != "each":
            before = len(self.filler.faults)
            names = [self.filler.fill(name, self.place(node)) if "{" in name else name for name in names]
            if len(self.filler.faults) > before:
                return None
        fence = Fence(kind, tuple(names), node.content, self.filler.file, self.place(node).line)
        try:
            block = read_block(fence, self.context())
        except DataError as error:
            self.filler.faults += error.faults
            return None
        if anchor:
            return self.named(block, anchor, node)
        if isinstance(block, Entries):
            return self.with_anchors(block)
        if isinstance(block, Cover):
            if self.cover is not None:
                self.fault(node, message("a second cover"))
            self.cover = block
            return None
        return block

    def named(self, block: Block | tuple[Block, ...] | Cover | None, anchor: str, node: SyntaxTreeNode) -> Block | None:
        """Return a figure or a table with an anchor, to which references can lead."""
        if not isinstance(block, Figure | Table):
            self.fault(node, message("only a figure or a table can have an anchor"))
            return None
        if anchor != slug(anchor) or anchor in self.anchors:
            text = message("the anchor '#{anchor}' is taken", anchor=anchor)
            if anchor != slug(anchor):
                text = message("{anchor!r} is not an anchor", anchor=f"#{anchor}")
            self.fault(node, text, message("such as {example}", example=f"#{self.free_anchor(slug(anchor))}"))
            return block
        self.anchors[anchor] = 2
        caption = re.split(r"(?<=[.!?])\s|[。！？]", plain(block.caption).strip(), maxsplit=1)[0].rstrip(".")
        if caption:
            self.titles[anchor] = tuple(
                Text(t, lang) for lang, t in split_languages(caption, self.lang, self.filler.chinese)
            )
        return replace(block, anchor=anchor)

    def with_anchors(self, block: Entries) -> Entries:
        """Return entries with those of their anchors that are not taken. Their titles can be referred to."""
        entries: list[Entry] = []
        for entry in block.entries:
            free = bool(entry.anchor) and entry.anchor not in self.anchors
            if free:
                self.anchors[entry.anchor] = 2
                self.titles[entry.anchor] = entry.title
            entries.append(entry if free else replace(entry, anchor=""))
        return replace(block, entries=tuple(entries))

    def free_anchor(self, stem: str) -> str:
        """Return an anchor that is not taken."""
        return stem if stem not in self.anchors else f"{stem}-{self.anchors[stem]}"
