"""Public names for rulebook blocks and ornaments: what a plug-in reads, and what it makes."""

from cardgen.base.lazy import lazy_names

#: The public names by the modules that define them. docs/make_api.py writes the stub from them.
PUBLIC = {
    "cardgen.base.values": ("as_written",),
    "cardgen.data.marked": ("Marked",),
    "cardgen.rulebook.blocks.cards": ("draw_face",),
    "cardgen.rulebook.blocks.context": ("BlockContext", "Fence", "ReadBlock", "in_language"),
    "cardgen.rulebook.blocks.figure": ("FigureBody",),
    "cardgen.rulebook.blocks.play": ("find_rules",),
    "cardgen.rulebook.blocks.scenes": ("SceneError", "read_scenes"),
    "cardgen.rulebook.book": (
        "Align",
        "BlankGrid",
        "Entries",
        "Entry",
        "Figure",
        "Items",
        "Note",
        "Ornament",
        "OrnamentKind",
        "Panel",
        "Paragraph",
        "Picture",
        "Sources",
        "Table",
        "Text",
        "Words",
        "plain",
    ),
    "cardgen.rulebook.drawing": ("LABEL", "MOST_PITCH", "centre_label", "set_label"),
    "cardgen.rulebook.style": ("LINE", "PANEL", "QUIET", "WARNING"),
    "cardgen.scene.shapes": ("Drawing",),
}

__all__, __getattr__ = lazy_names(globals(), PUBLIC)
