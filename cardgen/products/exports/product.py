"""Exports in game.yaml: below `targets: exports:`, the exports that a build makes, with their options.

targets:
  exports:
    images: {dpi: 600}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import GetJsonSchemaHandler

from cardgen.base.errors import DataError, Fault, Finding, Text, all_of
from cardgen.data.kinds import Identifier
from cardgen.data.model import Game
from cardgen.data.reading import try_model
from cardgen.data.targets import Section, TargetSource
from cardgen.products.cards import CARDS
from cardgen.products.copies import copy_findings
from cardgen.products.exports.export import Export, ExportContext, decks_to_export
from cardgen.products.exports.registry import export_of_target, load_exports
from cardgen.products.exports.services.options import PageOptions, PictureOptions
from cardgen.products.files import OutputFile, PagesFile, in_folder
from cardgen.products.options import EXPORTS_FOLDER, Options
from cardgen.products.orders import Order
from cardgen.products.product import Decks, Product

_DEFAULT_DPI = 300


class _ExportsSchema:
    """The JSON Schema of the section: the exports by name, each with its options, and services of one's own."""

    def __get_pydantic_json_schema__(self, _: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        exports, _faults = load_exports()
        properties = {export.name: handler(export.options.__pydantic_core_schema__) for export in exports}
        kinds = [handler(options.__pydantic_core_schema__) for options in (PictureOptions, PageOptions)]
        own = {"anyOf": kinds, "required": ["service"]}
        return {"type": "object", "properties": properties, "additionalProperties": own}


def _check(exports: Mapping[str, Any], source: TargetSource) -> Iterator[Fault]:
    """Yield a fault for each export that there is not, and for each wrong value of the options of the others."""
    for name in exports:
        try:
            export = export_of_target(name, source.marked, source.reader)
        except DataError as error:
            yield from error.faults
            continue
        options, faults = try_model(export.options, source.marked.part("targets", "exports", name))
        yield from faults
        if options is not None:
            yield from source.deck_faults(getattr(options, "decks", None) or (), "exports", name, "decks")
            yield from export.check(options, source)


EXPORTS: Section[Mapping[str, Any]] = Section(
    "exports", Annotated[dict[Identifier, dict[str, Any]], _ExportsSchema()], {}, order=100, check=_check
)


def _plan(game: Game, decks: Decks, options: Options) -> Iterator[OutputFile]:
    return all_of(_plan_export(*pair, options) for pair in _contexts(game, decks, options))


def _findings(game: Game, decks: Decks, options: Options) -> Iterator[Finding]:
    for export, context in _contexts(game, decks, options):
        yield from export.findings(context)
        for cards in context.decks.values():
            yield from copy_findings(cards)


def _notes(game: Game, options: Options) -> Iterator[Text]:
    for export, values in _exports_of(game, options):
        yield from export.notes(game, values)


def _orders(game: Game, decks: Decks, options: Options) -> Iterator[Order]:
    for export, context in _contexts(game, decks, options):
        named = getattr(context.options, "decks", None)
        left_out = () if named else tuple(name for name in game.decks if name not in context.decks)
        yield Order(export.name, options.edition, tuple(export.order(context)), left_out)


PRODUCT = Product(EXPORTS, _plan, deck_findings=_findings, notes=_notes, orders=_orders)


def exported_decks(game: Game, options: Options) -> tuple[set[str], bool]:
    """Return the names of the decks that the exports take that options ask for, and whether any of them is printed."""
    exports = list(_exports_of(game, options))
    names = {name for export, values in exports for name in decks_to_export(game, export.use, values)}
    return names, any(export.use != "table" for export, _ in exports)


def has_press(game: Game) -> bool:
    """Return True if a build of the game makes any PDF for a press."""
    return any(options.get("press") for options in EXPORTS.of(game.file).values())


def press_files(game: Game, decks: Decks) -> Iterator[tuple[str, PagesFile]]:
    """Yield the PDFs for a press that a build makes, with the names of their exports. It may raise DataError."""
    for export, context in _contexts(game, decks, Options()):
        if getattr(context.options, "press", None) is not None:
            for file in export.files(context):
                if isinstance(file, PagesFile) and file.press is not None and not file.press.only:
                    yield export.name, file


def _exports_of(game: Game, options: Options) -> Iterator[tuple[Export[Any], Any]]:
    """Yield the exports that the options ask for, with their own options in game.yaml."""
    named = EXPORTS.of(game.file)
    for name in [options.export] if options.export else named:
        export = export_of_target(name, game.marked, game.reader)
        given = {**named.get(name, {}), **({"url": options.url} if options.url else {})}
        yield export, export.options.model_validate(given)


def _contexts(game: Game, decks: Decks, options: Options) -> Iterator[tuple[Export[Any], ExportContext[Any]]]:
    """Yield the exports that the options ask for, with what they make their files of."""
    if len(decks) < len(game.decks):
        return  # only sheets are asked for, so the other decks are not laid out
    dpi = options.dpi or _dpi_of(game)
    for export, values in _exports_of(game, options):
        folder = "/".join(filter(None, [options.folder, options.edition, EXPORTS_FOLDER, export.name]))
        taken = {name: decks[name] for name in decks_to_export(game, export.use, values)}
        yield export, ExportContext(game, taken, values, dpi, options.optimise, folder, options.edition, decks)


def _plan_export(export: Export[Any], context: ExportContext[Any], options: Options) -> Iterator[OutputFile]:
    """Yield the files of an export: all of them if any is wanted, so that its lists fit the files beside them."""
    files = [in_folder(file, f"{EXPORTS_FOLDER}/{export.name}") for file in export.files(context)]
    if any(options.wants(file.path) for file in files):
        yield from files


def _dpi_of(game: Game) -> int:
    target = CARDS.of(game.file)
    return target.dpi if target is not None else _DEFAULT_DPI
