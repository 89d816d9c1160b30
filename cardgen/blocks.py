"""Public names for rulebook blocks and ornaments: what a plug-in reads, and what it makes."""

from cardgen.rulebook.blocks.context import BlockContext, Fence, ReadBlock
from cardgen.rulebook.book import (
    BlankGrid,
    Entries,
    Entry,
    Figure,
    Items,
    Note,
    Ornament,
    OrnamentKind,
    Paragraph,
    Picture,
    Sources,
    Table,
    Text,
    Words,
    plain,
)
from cardgen.scene.shapes import Drawing

__all__ = [
    "BlankGrid",
    "BlockContext",
    "Drawing",
    "Entries",
    "Entry",
    "Fence",
    "Figure",
    "Items",
    "Note",
    "Ornament",
    "OrnamentKind",
    "Paragraph",
    "Picture",
    "ReadBlock",
    "Sources",
    "Table",
    "Text",
    "Words",
    "plain",
]
