"""Exports in game.yaml: below `targets: exports:`, the exports that a build makes, with their options.

targets:
  exports:
    images: {dpi: 600}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import GetJsonSchemaHandler

from cardgen.data.kinds import Identifier
from cardgen.data.model import Game
from cardgen.data.reading import try_model
from cardgen.data.targets import Section, TargetSource
from cardgen.errors import DataError, Fault, all_of
from cardgen.exports.export import ExportContext
from cardgen.exports.registry import load_export, load_exports
from cardgen.products.cards import CARDS
from cardgen.targets.files import OutputFile, in_folder
from cardgen.targets.options import EXPORTS_FOLDER, Options
from cardgen.targets.product import Decks, Product

_DEFAULT_DPI = 300


class _ExportsSchema:
    """The JSON Schema of the section: the installed exports by name, each with its options."""

    def __get_pydantic_json_schema__(self, _: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        exports, _faults = load_exports()
        properties = {export.name: handler(export.options.__pydantic_core_schema__) for export in exports}
        return {"type": "object", "properties": properties, "additionalProperties": False}


def _check(exports: Mapping[str, Any], source: TargetSource) -> Iterator[Fault]:
    """Yield a fault for each export that there is not, and for each wrong value of the options of the others."""
    for name in exports:
        try:
            export = load_export(name, source.marked.key_place("targets", "exports", name))
        except DataError as error:
            yield from error.faults
            continue
        options, faults = try_model(export.options, source.marked.part("targets", "exports", name))
        yield from faults
        if options is not None:
            yield from export.check(options, source)


EXPORTS: Section[Mapping[str, Any]] = Section(
    "exports", Annotated[dict[Identifier, dict[str, Any]], _ExportsSchema()], {}, order=100, check=_check
)


def _plan(game: Game, decks: Decks, options: Options) -> Iterator[OutputFile]:
    if len(decks) < len(game.decks):
        return iter(())  # only sheets are asked for, so the other decks are not laid out
    names = [options.export] if options.export else EXPORTS.of(game.file)
    return all_of(_plan_export(game, name, decks, options) for name in names)


PRODUCT = Product(EXPORTS, _plan)


def _plan_export(game: Game, name: str, decks: Decks, options: Options) -> Iterator[OutputFile]:
    """Yield the files of an export: all of them if any is wanted, so that its lists fit the files beside them."""
    export = load_export(name, game.marked.key_place("targets", "exports", name))
    values = export.options.model_validate(EXPORTS.of(game.file).get(name, {}))
    context = ExportContext(game, decks, values, options.dpi or _dpi_of(game), options.optimise)
    files = [in_folder(file, f"{EXPORTS_FOLDER}/{name}") for file in export.files(context)]
    if any(options.wants(file.path) for file in files):
        yield from files


def _dpi_of(game: Game) -> int:
    target = CARDS.of(game.file)
    return target.dpi if target is not None else _DEFAULT_DPI
