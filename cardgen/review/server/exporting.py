"""The exports as the page shows them: what there is, and what one would make, order and be refused for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from cardgen.base.errors import DataError
from cardgen.base.output_folder import OutputFolder
from cardgen.base.records import replace
from cardgen.building.build_checks import BuildChecks
from cardgen.building.editions import Edition
from cardgen.building.manifest import ManifestError, read_manifest
from cardgen.building.plan import orders_for, plan_files, target_notes
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.products.exports.export import Export
from cardgen.products.exports.product import EXPORTS
from cardgen.products.exports.registry import export_names, export_of_target, names_service
from cardgen.products.files import OutputFile, PngFile
from cardgen.products.options import export_of
from cardgen.products.orders import Order
from cardgen.review.server.answers import texts_of
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.making_payloads import ExportData, ExportReport, OrderLineData, PictureSizeData, PlannedFile
from cardgen.review.server.making_worker import making_findings
from cardgen.review.server.page_data import faults_of
from cardgen.review.server.requests import MakeRequest, command_of, options_of, output_of

Group = Literal["services", "tables", "press", "files"]


def exports_data(game: Game, folder: Path) -> list[ExportData]:
    """Return the exports of a game that can be loaded; `folder` is that of its output."""
    made = _made_files(folder)
    listed: list[ExportData] = []
    for name in dict.fromkeys([*export_names(), *EXPORTS.of(game.file)]):
        try:
            export = export_of_target(name, game.marked, game.reader)
        except DataError:  # the check of game.yaml reports it
            continue
        times = [path.stat().st_mtime for path in made.get(name, ()) if path.is_file()]
        listed.append(
            {
                "name": name,
                "group": _group(name, export, game),
                "description": texts_of(export.description),
                "named": name in EXPORTS.of(game.file),
                "made": len(times),
                "at": datetime.fromtimestamp(max(times), UTC).isoformat(timespec="seconds") if times else "",
            }
        )
    return listed


def _made_files(folder: Path) -> dict[str, list[Path]]:
    """Return the files of each export that were made."""
    made: dict[str, list[Path]] = {}
    try:
        manifest = read_manifest(OutputFolder(folder))
    except ManifestError:
        return made
    for path in manifest.files:
        made.setdefault(export_of(path)[0], []).append(folder / path)
    return made


def _group(name: str, export: Export[Any], game: Game) -> Group:
    """Return what an export is for: a print service, a virtual table, the inks of a press, or whatever takes files."""
    if export.use == "table":
        return "tables"
    if EXPORTS.of(game.file).get(name, {}).get("press"):
        return "press"
    is_service = "service" in export.options.model_fields or names_service(name, game.marked)
    return "services" if is_service else "files"


def export_report(
    catalog: Catalog, project: Project, name: str, edition: str, shown_from: Path | None
) -> ExportReport | None:
    """Return what an export would make of the game as it is now; None if there is no such export.

    `edition` is the language of the edition that the catalog is of, "" for a game without editions.
    """
    game = catalog.game
    try:
        export = export_of_target(name, game.marked, game.reader)
    except DataError:
        return None
    request = MakeRequest(export=name)
    report: ExportReport = {
        "name": name,
        "files": [],
        "pictures": [],
        "order": [],
        "left_out": [],
        "steps": list(map(texts_of, export.steps)),
        "notes": [],
        "findings": [],
        "faults": [],
        "command": command_of(request, game.id),
    }
    options = replace(options_of(request, project, game.id, shown_from), edition=edition)
    try:
        files = plan_files(game, catalog.laid, options)
        orders = orders_for(game, catalog.laid, options)
        checks = BuildChecks([Edition(edition, game, options, catalog.laid)], options, shown_from, project.root)
        checks.stopping()
    except DataError as error:
        return {**report, "faults": faults_of(error)}
    return {
        **report,
        "files": [_planned(file) for file in files],
        "pictures": _pictures(files),
        "order": [line for order in orders for line in _lines(order)],
        "left_out": [deck for order in orders for deck in order.left_out],
        "notes": list(map(texts_of, target_notes(game, options))),
        "findings": making_findings(checks.raw()),
    }


def _planned(file: OutputFile) -> PlannedFile:
    return {"path": file.path, "pages": int(file.facts.get("pages", 0))}


def _pictures(files: Sequence[OutputFile]) -> list[PictureSizeData]:
    sizes = Counter(file.picture.size for file in files if isinstance(file, PngFile))
    return [{"count": count, "width": width, "height": height} for (width, height), count in sorted(sizes.items())]


def _lines(order: Order) -> list[OrderLineData]:
    return [
        {
            "product": line.product,
            "decks": dict(line.decks),
            "cards": line.cards,
            "bracket": line.bracket,
            "sheets": line.sheets,
            "sheet": line.sheet,
        }
        for line in order.lines
    ]


def made_file(project: Project, game: str, path: str) -> bytes | None:
    """Return a file that a build has made; None if none has made it, or if it is no longer a file of the folder."""
    folder = OutputFolder(output_of(project) / game)
    try:
        is_listed = path in read_manifest(folder).files
    except ManifestError:
        return None
    # Without a digest it is a link, or gone: nothing outside of the folder is sent.
    return folder.read(path) if is_listed and folder.digest(path) is not None else None


def made_archive(project: Project, game: str, export: str) -> bytes | None:
    """Return an archive of the files of an export that were made; None if there are none."""
    from cardgen.formats.zip_files import to_zip

    folder = output_of(project) / game
    paths = [path.relative_to(folder).as_posix() for path in _made_files(folder).get(export, ())] if export else []
    contents = ((path, made_file(project, game, path)) for path in sorted(paths))
    members = [(path, content) for path, content in contents if content is not None]
    return to_zip(members) if members else None
