"""Public names for drawing: the items of scenes, in millimetres from the upper left corner, y down; fields; texts."""

from cardgen.base.lazy import lazy_names

#: The public names by the modules that define them. docs/make_api.py writes the stub from them.
PUBLIC = {
    "cardgen.scene.items": (
        "CUT",
        "IDENTITY",
        "Command",
        "GlyphRun",
        "Gradient",
        "Group",
        "Image",
        "Item",
        "Matrix",
        "Path",
        "Pen",
        "Placed",
        "Rect",
        "Scene",
        "Stop",
        "ellipse",
        "polyline",
        "rectangle",
        "scale",
        "then",
        "translate",
        "turn",
    ),
    "cardgen.scene.paths": ("parse_path",),
    "cardgen.scene.shapes": (
        "Cell",
        "CellStyle",
        "Point",
        "draw_cells",
        "draw_dot",
        "draw_field",
        "draw_marks",
        "outline_cells",
        "parse_cells",
        "turn_cells",
    ),
    "cardgen.text.blocks": ("place_flow",),
    "cardgen.text.lines": ("Align",),
    "cardgen.text.paragraphs": ("layout_paragraph", "place_in_middle"),
    "cardgen.text.spans": ("Span",),
    "cardgen.data.fonts": ("BUNDLED", "FontSet"),
    "cardgen.cards.layout.diagrams": ("INK", "MARGIN", "QUIET", "place_title"),
}

__all__, __getattr__ = lazy_names(globals(), PUBLIC)
