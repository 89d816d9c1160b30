"""cardgen: declarative card data in; printed tabletop games, proven decks and rulebooks out.

These are the public names, for programs and for plug-ins; docs/api.md describes them. A module is imported when one of
its names is first used, so `import cardgen` is fast. The modules themselves may move.

    from pathlib import Path
    from cardgen import load_game

    game = load_game(Path("card_data/my-game"), Path("templates"))
"""

from __future__ import annotations

from cardgen.base.lazy import lazy_names

__version__ = "0.2.0"

#: The public names by the modules that define them. docs/make_api.py writes `__init__.pyi` and docs/api.md from them.
PUBLIC = {
    "cardgen.building.build": ("Built", "FindingsError", "build_game"),
    "cardgen.building.check": ("Report", "check_game"),
    "cardgen.building.checks.context": ("Check", "CheckContext"),
    "cardgen.cards.boxes.context": ("DrawContext",),
    "cardgen.cards.boxes.kind": ("BoxKind",),
    "cardgen.cards.boxes.shapes": ("ShapeBox", "draw_shape"),
    "cardgen.data.card_shapes": ("CardSize",),
    "cardgen.data.fields": ("FieldKind",),
    "cardgen.data.kinds": (
        *("CellCounts", "Colour", "DeckNames", "FieldName", "FileModel", "FileName", "Identifier", "Language"),
        *("Length", "Millimetres", "PageSize", "Papers", "Pattern", "Point", "Prose", "Shape", "Texts", "Word"),
        "as_tuple",
    ),
    "cardgen.data.languages.editions": ("edition_of", "editions_of"),
    "cardgen.data.load": ("load_game",),
    "cardgen.data.model": ("Card", "Deck", "Game", "GameFile", "Rulebook", "Template"),
    "cardgen.data.project": ("Project", "bundled_project", "find_project"),
    "cardgen.data.targets": ("Section", "TargetSource", "paper_names"),
    "cardgen.data.templates.box_models": ("Box", "ContainerBox", "ReferenceBox"),
    "cardgen.editing.cells": ("AddRow", "Cell", "DeckTable", "DeleteRow"),
    "cardgen.editing.documents": ("ConflictError",),
    "cardgen.editing.journal": ("Gesture", "Journal", "Splice"),
    "cardgen.editing.operations": ("Change", "Delete", "Insert", "Move", "Rename", "Replace", "SetValue"),
    "cardgen.editing.projects": ("Edit", "prepare_edit", "write_edit"),
    "cardgen.editing.renaming": ("rename_word",),
    "cardgen.engines": (
        *("Bars", "CardData", "Decks", "Diagram", "GameContent", "PositionProblem", "Problem", "RulesProblem"),
        "Ruleset",
    ),
    "cardgen.engines.capabilities": (
        *("AnswersRequests", "ChecksDecks", "ChecksRules", "DecoratesRulebooks", "DescribesRequests"),
        *("DrawsExamples", "DrawsPlays", "HasCommands", "HasStudies", "HasStudyOptions", "HasTable", "HasTurnGame"),
        *("NamesSolver", "ReadsRulesets", "ReportsCoverage", "VerifiesPositions", "WritesTexts"),
    ),
    "cardgen.engines.studies": (
        *("Chart", "DeckStudy", "Estimate", "Run", "Series", "Study", "StudyOption", "StudyOptions", "Summary"),
    ),
    "cardgen.engines.policies": ("Policy",),
    "cardgen.engines.serving": ("NewGame", "RuleError"),
    "cardgen.engines.turn_engine": ("TurnEngine",),
    "cardgen.engines.turn_game": ("Played", "TurnGame", "play_game"),
    "cardgen.base.errors": (
        *("Code", "DataError", "Fault", "Faults", "Finding", "Place", "WrongValueError", "did_you_mean", "with_hint"),
    ),
    "cardgen.base.records": ("dataclass", "field", "replace"),
    "cardgen.products.exports.export": ("Export", "ExportContext", "NoOptions"),
    "cardgen.formats.pdf": ("to_pdf",),
    "cardgen.formats.pdf_outline": ("Bookmark",),
    "cardgen.formats.pdf_pages": ("Page",),
    "cardgen.formats.png": ("Picture", "to_png", "to_pngs"),
    "cardgen.formats.svg": ("to_svg",),
    "cardgen.cards.layout.cards": ("Laid", "LaidCard", "layout_deck", "layout_page"),
    "cardgen.building.outcome": ("Outcome",),
    "cardgen.formats.press.options": ("PressOptions", "load_press"),
    "cardgen.formats.press.settings": ("Press",),
    "cardgen.scene.items": ("Scene",),
    "cardgen.products.files": (
        *("BytesFile", "ListFile", "OutputFile", "PagesFile", "PngFile", "UnfinishedFile"),
        *("deck_inputs", "game_yaml", "key_of"),
    ),
    "cardgen.products.options": ("Options",),
    "cardgen.products.orders": ("Order", "OrderLine"),
    "cardgen.building.plan": ("layout_game",),
    "cardgen.products.product": ("Product",),
    "cardgen.products.scene_files": ("pages_file", "svg_file"),
    "cardgen.base.units": ("paper_size",),
    "cardgen.base.words.messages": ("Joined", "Message", "joined", "message", "plural"),
}

__all__, __getattr__ = lazy_names(globals(), PUBLIC)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
