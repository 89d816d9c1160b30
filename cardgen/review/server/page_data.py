"""Payloads that the page loads: catalog.json, findings.json, review.json, sheets.json, everything about a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from cardgen import __version__
from cardgen.base.errors import DataError, Finding, Place
from cardgen.building.check import Report
from cardgen.data.model import Card
from cardgen.products.copies import copies_to_print
from cardgen.products.files import key_of
from cardgen.products.imposition.printed import page_matrix, printed_size
from cardgen.products.options import Options
from cardgen.products.printers import Printer
from cardgen.products.sheets import Imposed
from cardgen.review.server.answers import texts_of
from cardgen.review.server.catalog import Catalog, lines_on
from cardgen.review.server.compare import compare_card
from cardgen.review.server.details import card_parts, place_data, rounded
from cardgen.review.server.events import Event
from cardgen.review.server.pages import page_detail
from cardgen.review.server.payloads import (
    CardDetail,
    CatalogData,
    CellData,
    FaultData,
    FaultsData,
    FindingData,
    FindingsData,
    Mode,
    ReviewData,
    SideName,
    WaivedData,
)
from cardgen.review.server.printed import printed_data, printer_data
from cardgen.review.server.printed_payloads import SheetData
from cardgen.review.server.status import shown_events, statuses_data
from cardgen.review.server.store import Store
from cardgen.scene.colour import SIGHTS
from cardgen.scene.items import Rect, bounds_of

SIDES: tuple[SideName, ...] = ("face", "back")


def catalog_data(
    catalog: Catalog, mode: Mode, who: str, fault: DataError | None = None, report: Report | None = None
) -> CatalogData:
    """Return catalog.json. Without a `report` nothing has been checked yet; `fault`: newer files cannot be read."""
    codes = codes_by_card(report) if report else {}
    data: CatalogData = {
        "version": catalog.version,
        "tool": f"cardgen {__version__}",
        "mode": mode,
        "who": who,
        "game": catalog.game_data,
        "decks": list(catalog.decks),
        "cards": [{**card, "codes": codes.get(card["key"], [])} for card in catalog.summaries],
        "sights": {name: [*chain(*rows)] for name, rows in SIGHTS.items() if name != "normal"},
        "checked": report is not None,
        "fault": fault_data(fault),
    }
    return {**data, "waiting": list(catalog.waiting)} if catalog.waiting else data


def card_detail(catalog: Catalog, key: str, store: Store | None = None, printer: Printer | None = None) -> CardDetail:
    """Return everything about a card or page. With a `store`, it is compared with its last approval and rejection.

    Its places are those on the sheets for the `printer`, or for any. KeyError if there is no such card or page.
    """
    page = catalog.page(key)
    if page is not None:
        return page_detail(page, compare_card(catalog, store, key) if store else {"compare": None, "rejection": None})
    card = catalog.card(key)
    parts = card_parts(catalog.game, card, lines_on(card), catalog.for_printer(printer).sheets)
    if store is None:
        return {**parts, "compare": None, "rejection": None}
    return {**parts, **compare_card(catalog, store, key)}


def fault_data(fault: DataError | None) -> FaultsData | None:
    """Return why newer files cannot be shown, each fault with its place; None if they can."""
    return None if fault is None else {"faults": faults_of(fault)}


def faults_of(error: DataError) -> list[FaultData]:
    """Return the faults of an error, each with its place."""
    return [
        {"message": texts_of(fault.message), "hint": texts_of(fault.hint), **place_data(fault.place)}
        for fault in error.faults
    ]


def codes_by_card(report: Report) -> dict[str, list[str]]:
    """Return the codes of the findings on each card that has any, by its key."""
    codes: dict[str, set[str]] = {}
    for finding in report.findings:
        if finding.deck and finding.card:
            codes.setdefault(f"{finding.deck}/{finding.card}", set()).add(finding.code)
    return {key: sorted(codes[key]) for key in codes}


def findings_data(report: Report | None, catalog: Catalog) -> FindingsData:
    """Return findings.json. Without a report, nothing has been checked yet."""
    findings = [_finding_data(finding, catalog) for finding in (report.findings if report else ())]
    waived: list[WaivedData] = [
        {**_finding_data(one.finding, catalog), "reason": one.reason, "who": one.who, "until": one.until}
        for one in (report.waived if report else ())
    ]
    return {"checked": report is not None, "findings": findings, "waived": waived}


def _finding_data(finding: Finding, catalog: Catalog) -> FindingData:
    key = f"{finding.deck}/{finding.card}"
    is_current = key in catalog.current
    return {
        "code": finding.code,
        "name": finding.name,
        "message": texts_of(finding.message),
        "hint": texts_of(finding.hint),
        "severity": finding.severity,
        **place_data(finding.place),
        "key": key if is_current else "",
        "side": finding.side,
        "rect": rounded(finding.rect) if finding.rect else None,
        "cell": _cell_at(catalog.card(key).card, finding.place) if is_current else None,
    }


def _cell_at(card: Card, place: Place) -> CellData | None:
    """Return the field of a card whose value is at a place, in the language that it is written in there."""
    for name, value in card.fields.items():
        for language in value if isinstance(value, Mapping) else ():
            if card.marked.places.get((*card.marked.base, name, language)) == place:
                return {"card": card.id, "field": name, "language": language}
        if card.marked.places.get((*card.marked.base, name)) == place:
            return {"card": card.id, "field": name, "language": ""}
    return None


def review_data(events: Sequence[Event], catalog: Catalog, fault: DataError | None = None) -> ReviewData:
    """Return review.json: the status of every card, and every event. `fault`: the log cannot be read to its end."""
    return {
        "statuses": statuses_data(events, catalog.current, catalog.game.file.review.approvals),
        "events": shown_events(events, catalog.current),
        "fault": fault_data(fault),
    }


def sheets_data(catalog: Catalog, drawn: bool = True) -> list[SheetData]:
    """Return sheets.json: the files that are printed, those of cards first. `drawn`: there are pictures of their pages.

    A picture of a page stays the same as long as the file's `key` does. Rulebooks are listed once they are laid out.
    """
    books = catalog.books if catalog.has_books and not catalog.options.since else ()
    return [
        *(_card_sheet_data(catalog, sheet, drawn) for sheet in catalog.sheets),
        *(printed_data(file, drawn) for file in (*catalog.printed, *books)),
    ]


def _slots(sheet: Imposed, side: SideName) -> list[Rect]:
    """Return the places of the cards of a side on the pages that are printed."""
    slots = sheet.pages.slots(side)
    if sheet.printer is None:
        return slots
    is_back = side == "back" and side in sheet.pages.sides  # not of a sheet that is folded
    matrix = page_matrix(sheet.plan.paper, sheet.printer, sheet.plan.flip, back=is_back)
    return [bounds_of(matrix, slot) for slot in slots]


def _card_sheet_data(catalog: Catalog, sheet: Imposed, drawn: bool) -> SheetData:
    decks, printer, options = catalog.game.decks, sheet.printer, catalog.options
    copies_of = copies_to_print(options)
    cards = [(f"{deck}/{card.card.id}", copies_of(card)) for deck in sheet.decks for card in catalog.laid[deck]]
    return {
        "name": sheet.plan.name,
        "section": "sheets",
        "key": f"{catalog.version}-{key_of(options)[:8]}" if options != Options() else catalog.version,
        "title": {
            lang: ("、" if lang.startswith("zh") else ", ").join(
                decks[deck].titles.get(lang, deck) for deck in sheet.decks
            )
            for lang in catalog.game.file.languages
        },
        "paper": list(printed_size(sheet.plan.paper, printer)),
        "pages": len(sheet.pages),
        "flip": None if sheet.duplex == "simplex" else sheet.duplex,
        "backs": sheet.plan.backs,
        "sides": list(sheet.pages.sides),
        "stacked": sheet.plan.order == "stacks",
        "sheet_numbers": sheet.pages.sheet_numbers,
        "slots": {side: [rounded(slot) for slot in _slots(sheet, side)] for side in SIDES},
        "cards": sheet.sets * [(key, copies) for key, copies in cards if copies],
        "pdf": sheet.path,
        "drawn": drawn,
        "printer": printer_data(printer),
    }
