"""What rulebooks say, for tests of the books of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.rulebook.book import Block, Book, Items, Note, Paragraph, Table, plain


def all_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks, and those inside of notes and lists after each."""
    for block in blocks:
        yield block
        if isinstance(block, Note):
            yield from all_blocks(block.blocks)
        if isinstance(block, Items):
            for entry in block.entries:
                yield from all_blocks(entry)


def prose(book: Book) -> str:
    """Return the words of paragraphs and tables, a line each."""
    lines = []
    for block in all_blocks(book.blocks):
        if isinstance(block, Paragraph):
            lines.append(plain(block.words))
        elif isinstance(block, Table):
            lines += [" ".join(map(plain, row)) for row in block.rows]
    return "\n".join(lines)
