"""Summaries of builds and checks, as text and as data. The command line prints them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from cardgen.base.errors import MOST_FAULTS, Fault, Finding, Text, with_hint
from cardgen.base.words.language import current_language
from cardgen.base.words.messages import Message, joined, message, plural, render
from cardgen.building.build import Built
from cardgen.building.similar import merge_similar

if TYPE_CHECKING:  # a build with nothing to do is reported without loading the checks
    from cardgen.building.check import Report
    from cardgen.building.checks.waivers import Waived
    from cardgen.building.outcome import Outcome
    from cardgen.products.orders import Order

Problem: TypeAlias = Finding | Fault

# ---------------------------------------------------------------- builds


def format_build(built: Built, printer: str = "") -> Iterator[Text]:
    """Yield lines that say what was made, where it is, how to print it, and for which `printer` it is."""
    written, unchanged, removed = (built.count(state) for state in ("written", "unchanged", "removed"))
    if not written and not removed:
        yield message("Nothing to do: {folder} is up to date ({files}).", folder=built.folder, files=_files(unchanged))
        yield from _printer_line(built, printer, is_new=False)
        return
    counts = [message("{files} written", files=_files(written))]
    counts += [message("{count} unchanged", count=unchanged)] if unchanged else []
    counts += [message("{count} removed", count=removed)] if removed else []
    yield message("{folder}: {counts}.", folder=built.folder, counts=joined(counts))
    folders = Counter(path.rsplit("/", 1)[0] for path, state in built.states.items() if state != "removed")
    for folder, count in sorted(folders.items()):
        yield message("  {folder}/  {files}", folder=built.folder / folder, files=_files(count))
    yield from _reduced_lines(built)
    yield from _printing_instructions(built)
    yield from _printer_line(built, printer, is_new=True)


def _printer_line(built: Built, printer: str, is_new: bool) -> Iterator[Message]:
    """Yield for which printer the sheets are, or what any printer must be able to print."""
    made = [path for path, state in built.states.items() if state != "removed"]
    sheets = [path for path in made if {"sheets", "since"}.intersection(path.split("/")[:-1])]
    blank = [float(built.files[path]["blank"]) for path in sheets if "blank" in built.files[path]]
    if sheets and printer:
        yield message("The sheets are made for the printer: {printer}.", printer=printer)
    elif blank and is_new:
        yield message(
            "Cards are {blank:g} mm from the edge of the paper. If your printer leaves more than that blank: "
            "cardgen printer add NAME --margins TOP,RIGHT,BOTTOM,LEFT",
            blank=math.floor(min(blank) * 10 + 1e-6) / 10,
        )


def _reduced_lines(built: Built) -> Iterator[Message]:
    """Yield how each file was made as small as its target says."""
    for path in sorted(path for path, state in built.states.items() if state != "removed"):
        if reduced := built.files[path].get("reduced"):
            yield message(
                "{file} has {size:.2f} MB: its pictures have at most {dpi} dpi and are JPEGs of quality {quality}.",
                file=path,
                size=int(built.files[path]["bytes"]) / 1e6,
                dpi=reduced[0],
                quality=reduced[1],
            )


def _files(count: int) -> Message:
    return plural("{count} file", "{count} files", count)


def _printing_instructions(built: Built) -> Iterator[Message]:
    """Yield how to print the sheets, the boards and the booklets, each by the file that most people will want."""
    duplex = {path: built.files[path].get("duplex") for path, state in built.states.items() if state != "removed"}
    sheets = [path for path, how in duplex.items() if how and "sheets" in path.split("/")]  # of any edition
    booklets = [path for path, how in duplex.items() if how and "rules" in path.split("/")]
    if sheets:
        cards = [path for path in sheets if "calibration" not in path] or sheets
        two_sided = [path for path in cards if duplex[path] != "simplex"]
        first = min(two_sided or cards, key=lambda path: ("cards" not in path, len(path), path))
        yield message(
            "To print: open {file}, choose 100 % (actual size), {sides}.",
            file=built.folder / first,
            sides=_both_sides(duplex[first]) if two_sided else message("one side"),
        )
        if two_sided and any("gutterfold" in path for path in sheets) and any("calibration" in path for path in sheets):
            yield message(
                "No duplex printer? Print cards-gutterfold. Backs not aligned with the fronts? Print calibration first."
            )
    boards = [path for path in sheets if math.prod(built.files[path].get("tiles", ())) > 1]
    if boards:
        first = min(boards, key=lambda path: (len(path), path))
        yield message(
            "A board: {file}, one side; glue its sheets together as shown on each of them.", file=built.folder / first
        )
    if booklets:
        first = min(booklets, key=lambda path: (len(path), path))
        yield message(
            "A booklet: {file}, {sides}, fold in the middle.",
            file=built.folder / first,
            sides=_both_sides(duplex[first]),
        )


def _both_sides(edge: str | None) -> Message:
    if edge == "short":
        return message("both sides, flip on the short edge")
    return message("both sides, flip on the long edge")


#: At most this many findings are printed after a build.
_MOST_AFTER_BUILD = 3


def worst_findings(built: Built) -> Sequence[Finding]:
    """Return the findings of the checks that are printed after a build: the worst, or all of an export."""
    return built.others if built.outcome.orders else built.others[:_MOST_AFTER_BUILD]


def format_outcome(built: Built) -> Iterator[Text]:
    """Yield lines that count the findings of the checks, and name the worst if nothing was to be done."""
    outcome = built.outcome
    if outcome.coverage:
        full, made = (100 * share for share in outcome.coverage)
        yield message(
            "Ink covers {made:.1f} % of the cards, {full:.1f} % of those in full: {less:.0f} % less.",
            made=made,
            full=full,
            less=100 * (1 - made / full) if full else 0,
        )
    if not built.others:
        yield from outcome.first
    if outcome.count:
        yield _count_after(outcome)
    if outcome.unchecked:
        text = message("{count:,} faces and backs are too many for a build to check", count=outcome.unchecked)
        yield message("{problem} ({hint})", problem=text, hint=message("`cardgen check` checks them"))


def _count_after(outcome: Outcome) -> Message:
    errors = plural("{count} error", "{count} errors", outcome.errors)
    warnings = plural("{count} warning", "{count} warnings", outcome.warnings)
    count = joined([text for text, number in ((errors, outcome.errors), (warnings, outcome.warnings)) if number])
    findings = plural("{count} finding", "{count} findings", outcome.count)
    return message("{findings}: {count}. `cardgen check` lists all of them.", findings=findings, count=count)


def format_order(order: Order) -> Iterator[Text]:
    """Yield what an export makes: for each product its decks and cards, and what is priced; then what is left out."""
    name: Text = order.export
    if order.edition:
        name = message("{export}, {edition}", export=order.export, edition=order.edition)
    for line in order.lines:
        decks = joined([message("{deck} {number}", deck=deck, number=number) for deck, number in line.decks.items()])
        text = message("{decks}: {cards}", decks=decks, cards=plural("{count} card", "{count} cards", line.cards))
        if line.bracket:
            text = message("{order}, priced as {count}", order=text, count=line.bracket)
        if line.sheets:
            sheets = plural("{count} sheet of {cards}", "{count} sheets of {cards}", line.sheets, cards=line.sheet)
            text = message("{order}, {sheets}", order=text, sheets=sheets)
        about = message("{export}, {product}", export=name, product=line.product) if line.product else name
        yield message("{export}: {order}.", export=about, order=text)
    if order.left_out:
        yield message("{export}: left out, see `use`: {decks}.", export=name, decks=joined(order.left_out))


# ---------------------------------------------------------------- checks


def format_report(game: str, report: Report) -> Message:
    """Return one line that says what was checked and how many findings there are, as they are printed."""
    findings = count_findings(report.findings) or message("no findings")
    if report.waived:
        count = len(merge_similar(one.finding for one in report.waived))
        findings = message("{findings}, {count} waived", findings=findings, count=count)
    if not report.cards:  # a game of pages alone
        pages = plural("{count} page", "{count} pages", report.pages)
        return message("{game}: {pages}: {findings}.", game=game, pages=pages, findings=findings)
    cards = plural("{count} card", "{count} cards", report.cards)
    if report.extra:
        cards = message("{cards} ({count} more only to print)", cards=cards, count=report.extra)
    return message(
        "{game}: {cards}, {faces}: {findings}.",
        game=game,
        cards=cards,
        faces=plural("{count} distinct face or back", "{count} distinct faces and backs", report.faces),
        findings=findings,
    )


def count_findings(findings: Iterable[Finding]) -> Text:
    """Return how many findings are printed, in words; "" if there are none."""
    count = len(merge_similar(findings))
    return plural("{count} finding", "{count} findings", count) if count else ""


# ---------------------------------------------------------------- lists of problems

#: At most this many findings, and as many faults, are printed as lines; a run after they are corrected shows the rest.
MOST_PRINTED = 100
#: At most this many of each are in JSON and in annotations. GitHub shows ten annotations of a step.
MOST_LISTED = 1_000


def format_lines(
    problems: Sequence[Problem], language: str = "", shown: Callable[[Problem], str] | None = None
) -> Iterator[str]:
    """Yield a line for each of the first MOST_PRINTED findings or faults, then one that counts the rest.

    `shown` formats a problem in another way.
    """
    language = language or current_language()
    for problem in problems[:MOST_PRINTED]:
        yield shown(problem) if shown else problem.in_language(language)
    more = len(problems) - MOST_PRINTED
    if more > 0:
        yield message("and {rest}", rest=count_more(problems, more)).in_language(language)


def format_waived(waived: Iterable[Waived]) -> Iterator[str]:
    """Yield a line for each waived finding, with the reason; findings that are alike are one."""
    language = current_language()
    reasons = {one.finding: one for one in waived}
    by_reason: dict[tuple[str, str, str], list[Finding]] = {}
    for finding, one in reasons.items():
        by_reason.setdefault((one.reason, one.who, one.until), []).append(finding)
    for (reason, who, until), findings in by_reason.items():
        for finding in merge_similar(findings):
            accepted = (
                message("waived by {who} until {until}: {reason}", who=who, until=until, reason=reason)
                if until
                else message("waived by {who}: {reason}", who=who, reason=reason)
            )
            yield f"{finding.in_language(language)} [{accepted.in_language(language)}]"


def format_annotations(problems: Sequence[Problem], *, title: str = "unreadable") -> Iterator[str]:
    """Yield a workflow command for each of the first MOST_LISTED findings or faults, then one that counts the rest.

    `title` is that of faults.
    """
    language = current_language()
    for problem in problems[:MOST_LISTED]:
        yield format_annotation(problem, language, title=title)
    more = len(problems) - MOST_LISTED
    if more > 0:
        severity = "warning" if all(isinstance(problem, Finding) for problem in problems) else "error"
        rest = message("and {rest}", rest=count_more(problems, more)).in_language(language)
        yield f"::{severity} title=more::{rest}"


def count_more(problems: Sequence[Problem], more: int) -> Message:
    """Return how many more there are, in words. Reading stops at MOST_FAULTS faults, so there may be others."""
    number = f"{more:,}"
    if isinstance(problems[0], Finding):
        return plural("{number} more finding", "{number} more findings", more, number=number)
    if len(problems) >= MOST_FAULTS:
        return message("at least {number} more faults: reading stops at {most:,}", number=number, most=MOST_FAULTS)
    return plural("{number} more fault", "{number} more faults", more, number=number)


def problems_to_data(findings: Sequence[Finding], faults: Sequence[Fault]) -> dict[str, Any]:
    """Return the first MOST_LISTED findings and faults for JSON, and under `more` how many are left out, if any."""
    data: dict[str, Any] = {
        "findings": [problem_to_data(finding) for finding in findings[:MOST_LISTED]],
        "faults": [problem_to_data(fault) for fault in faults[:MOST_LISTED]],
    }
    more = {name: len(all_) - len(data[name]) for name, all_ in (("findings", findings), ("faults", faults))}
    return {**data, "more": more} if any(more.values()) else data


def problem_to_data(problem: Problem, language: str = "") -> dict[str, Any]:
    """Return a finding or a fault as a value for JSON, in a language or in that of this run; lengths in mm."""
    language = language or current_language()
    text = {"message": str(render(problem.message, language)), "hint": str(render(problem.hint, language))}
    place = {"file": problem.place.file, "line": problem.place.line, "column": problem.place.column}
    if isinstance(problem, Fault):
        return {**text, **place}
    code = {"code": problem.code, "name": problem.name, "severity": problem.severity}
    card = {"deck": problem.deck, "card": problem.card, "side": problem.side}
    return {**code, **text, **place, **card, "rect_mm": list(problem.rect) if problem.rect else None}


def waived_to_data(waived: Waived) -> dict[str, Any]:
    """Return a waived finding as a value for JSON, as `problem_to_data` does, with the reason."""
    own = {"reason": waived.reason, "who": waived.who, "until": waived.until or None}
    return {**problem_to_data(waived.finding), "waiver": own}


def format_annotation(problem: Problem, language: str = "", *, title: str = "unreadable") -> str:
    """Return a workflow command, which GitHub shows beside the line, in a language or in that of this run."""
    language = language or current_language()
    severity: str = "error"
    if isinstance(problem, Finding):
        severity, title = problem.severity, f"{problem.code} {problem.name}"
    file = _escape(problem.place.file).replace(":", "%3A").replace(",", "%2C")  # these two separate the properties
    where = f"file={file},line={problem.place.line or 1},col={problem.place.column or 1},title={title}"
    return f"::{severity} {where}::{_escape(with_hint(problem.message, problem.hint, language))}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
