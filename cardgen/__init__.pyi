# Written by docs/make_api.py.
from cardgen.base.errors import Code, DataError, Fault, Faults, Finding, Place, WrongValueError, did_you_mean, with_hint
from cardgen.base.records import dataclass, field, replace
from cardgen.base.units import paper_size
from cardgen.base.words.messages import Joined, Message, joined, message, plural
from cardgen.building.build import Built, FindingsError, build_game
from cardgen.building.check import Report, check_game
from cardgen.building.checks.context import Check, CheckContext
from cardgen.building.outcome import Outcome
from cardgen.building.plan import layout_game
from cardgen.cards.boxes.context import DrawContext
from cardgen.cards.boxes.kind import BoxKind
from cardgen.cards.boxes.shapes import ShapeBox, draw_shape
from cardgen.cards.layout.cards import Laid, LaidCard, layout_deck, layout_page
from cardgen.data.card_shapes import CardSize
from cardgen.data.fields import FieldKind
from cardgen.data.kinds import (
    CellCounts,
    Colour,
    DeckNames,
    FieldName,
    FileModel,
    FileName,
    Identifier,
    Language,
    Length,
    Millimetres,
    PageSize,
    Papers,
    Pattern,
    Point,
    Prose,
    Shape,
    Texts,
    Word,
    as_tuple,
)
from cardgen.data.languages.editions import edition_of, editions_of
from cardgen.data.load import load_game
from cardgen.data.model import Card, Deck, Game, GameFile, Rulebook, Template
from cardgen.data.project import Project, bundled_project, find_project
from cardgen.data.targets import Section, TargetSource, paper_names
from cardgen.data.templates.box_models import Box, ContainerBox, ReferenceBox
from cardgen.editing.cells import AddRow, Cell, DeckTable, DeleteRow
from cardgen.editing.documents import ConflictError
from cardgen.editing.journal import Gesture, Journal, Splice
from cardgen.editing.operations import Change, Delete, Insert, Move, Rename, Replace, SetValue
from cardgen.editing.projects import Edit, prepare_edit, write_edit
from cardgen.editing.renaming import rename_word
from cardgen.engines import Bars, CardData, Decks, Diagram, GameContent, PositionProblem, Problem, Ruleset, RulesProblem
from cardgen.engines.capabilities import (
    AnswersRequests,
    ChecksDecks,
    ChecksRules,
    DecoratesRulebooks,
    DescribesRequests,
    DrawsExamples,
    DrawsPlays,
    HasCommands,
    HasStudies,
    HasStudyOptions,
    HasTable,
    HasTurnGame,
    NamesSolver,
    ReadsRulesets,
    ReportsCoverage,
    VerifiesPositions,
    WritesTexts,
)
from cardgen.engines.policies import Policy
from cardgen.engines.serving import NewGame, RuleError
from cardgen.engines.studies import Chart, DeckStudy, Estimate, Run, Series, Study, StudyOption, StudyOptions, Summary
from cardgen.engines.turn_engine import TurnEngine
from cardgen.engines.turn_game import Played, TurnGame, play_game
from cardgen.formats.pdf import to_pdf
from cardgen.formats.pdf_outline import Bookmark
from cardgen.formats.pdf_pages import Page
from cardgen.formats.png import Picture, to_png, to_pngs
from cardgen.formats.press.options import PressOptions, load_press
from cardgen.formats.press.settings import Press
from cardgen.formats.svg import to_svg
from cardgen.products.exports.export import Export, ExportContext, NoOptions
from cardgen.products.files import (
    BytesFile,
    ListFile,
    OutputFile,
    PagesFile,
    PngFile,
    UnfinishedFile,
    deck_inputs,
    game_yaml,
    key_of,
)
from cardgen.products.options import Options
from cardgen.products.orders import Order, OrderLine
from cardgen.products.product import Product
from cardgen.products.scene_files import pages_file, svg_file
from cardgen.scene.items import Scene

__version__: str
PUBLIC: dict[str, tuple[str, ...]]
__all__ = [
    "AddRow",
    "AnswersRequests",
    "Bars",
    "Bookmark",
    "Box",
    "BoxKind",
    "Built",
    "BytesFile",
    "Card",
    "CardData",
    "CardSize",
    "Cell",
    "CellCounts",
    "Change",
    "Chart",
    "Check",
    "CheckContext",
    "ChecksDecks",
    "ChecksRules",
    "Code",
    "Colour",
    "ConflictError",
    "ContainerBox",
    "DataError",
    "Deck",
    "DeckNames",
    "DeckStudy",
    "DeckTable",
    "Decks",
    "DecoratesRulebooks",
    "Delete",
    "DeleteRow",
    "DescribesRequests",
    "Diagram",
    "DrawContext",
    "DrawsExamples",
    "DrawsPlays",
    "Edit",
    "Estimate",
    "Export",
    "ExportContext",
    "Fault",
    "Faults",
    "FieldKind",
    "FieldName",
    "FileModel",
    "FileName",
    "Finding",
    "FindingsError",
    "Game",
    "GameContent",
    "GameFile",
    "Gesture",
    "HasCommands",
    "HasStudies",
    "HasStudyOptions",
    "HasTable",
    "HasTurnGame",
    "Identifier",
    "Insert",
    "Joined",
    "Journal",
    "Laid",
    "LaidCard",
    "Language",
    "Length",
    "ListFile",
    "Message",
    "Millimetres",
    "Move",
    "NamesSolver",
    "NewGame",
    "NoOptions",
    "Options",
    "Order",
    "OrderLine",
    "Outcome",
    "OutputFile",
    "Page",
    "PageSize",
    "PagesFile",
    "Papers",
    "Pattern",
    "Picture",
    "Place",
    "Played",
    "PngFile",
    "Point",
    "Policy",
    "PositionProblem",
    "Press",
    "PressOptions",
    "Problem",
    "Product",
    "Project",
    "Prose",
    "ReadsRulesets",
    "ReferenceBox",
    "Rename",
    "Replace",
    "Report",
    "ReportsCoverage",
    "RuleError",
    "Rulebook",
    "RulesProblem",
    "Ruleset",
    "Run",
    "Scene",
    "Section",
    "Series",
    "SetValue",
    "Shape",
    "ShapeBox",
    "Splice",
    "Study",
    "StudyOption",
    "StudyOptions",
    "Summary",
    "TargetSource",
    "Template",
    "Texts",
    "TurnEngine",
    "TurnGame",
    "UnfinishedFile",
    "VerifiesPositions",
    "Word",
    "WritesTexts",
    "WrongValueError",
    "as_tuple",
    "build_game",
    "bundled_project",
    "check_game",
    "dataclass",
    "deck_inputs",
    "did_you_mean",
    "draw_shape",
    "edition_of",
    "editions_of",
    "field",
    "find_project",
    "game_yaml",
    "joined",
    "key_of",
    "layout_deck",
    "layout_game",
    "layout_page",
    "load_game",
    "load_press",
    "message",
    "pages_file",
    "paper_names",
    "paper_size",
    "play_game",
    "plural",
    "prepare_edit",
    "rename_word",
    "replace",
    "svg_file",
    "to_pdf",
    "to_png",
    "to_pngs",
    "to_svg",
    "with_hint",
    "write_edit",
]
