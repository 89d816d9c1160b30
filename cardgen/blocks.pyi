# Written by docs/make_api.py.
from cardgen.base.values import as_written
from cardgen.data.marked import Marked
from cardgen.rulebook.blocks.cards import draw_face
from cardgen.rulebook.blocks.context import BlockContext, Fence, ReadBlock, in_language
from cardgen.rulebook.blocks.figure import FigureBody
from cardgen.rulebook.blocks.play import find_rules
from cardgen.rulebook.blocks.scenes import SceneError, read_scenes
from cardgen.rulebook.book import (
    Align,
    BlankGrid,
    Entries,
    Entry,
    Figure,
    Items,
    Note,
    Ornament,
    OrnamentKind,
    Panel,
    Paragraph,
    Picture,
    Sources,
    Table,
    Text,
    Words,
    plain,
)
from cardgen.rulebook.drawing import LABEL, MOST_PITCH, centre_label, set_label
from cardgen.rulebook.style import LINE, PANEL, QUIET, WARNING
from cardgen.scene.shapes import Drawing

PUBLIC: dict[str, tuple[str, ...]]
__all__ = [
    "LABEL",
    "LINE",
    "MOST_PITCH",
    "PANEL",
    "QUIET",
    "WARNING",
    "Align",
    "BlankGrid",
    "BlockContext",
    "Drawing",
    "Entries",
    "Entry",
    "Fence",
    "Figure",
    "FigureBody",
    "Items",
    "Marked",
    "Note",
    "Ornament",
    "OrnamentKind",
    "Panel",
    "Paragraph",
    "Picture",
    "ReadBlock",
    "SceneError",
    "Sources",
    "Table",
    "Text",
    "Words",
    "as_written",
    "centre_label",
    "draw_face",
    "find_rules",
    "in_language",
    "plain",
    "read_scenes",
    "set_label",
]
