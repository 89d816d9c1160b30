"""Summaries of builds and checks, as text and as data. The command line prints them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from cardgen.build import Built
from cardgen.errors import MOST_FAULTS, ONE_CARD, Fault, Finding, Text, about_card, join_hints, with_hint
from cardgen.records import replace
from cardgen.words.language import current_language
from cardgen.words.messages import Message, joined, message, plural, render

if TYPE_CHECKING:  # a build with nothing to do is reported without loading the checks
    from cardgen.check import Report
    from cardgen.checks.waivers import Waived

Problem: TypeAlias = Finding | Fault

# ---------------------------------------------------------------- builds


def format_build(built: Built) -> Iterator[Text]:
    """Yield lines that say what was made, where it is, and how to print it."""
    written, unchanged, removed = (built.count(state) for state in ("written", "unchanged", "removed"))
    if not written and not removed:
        yield message("Nothing to do: {folder} is up to date ({files}).", folder=built.folder, files=_files(unchanged))
        return
    counts = [message("{files} written", files=_files(written))]
    counts += [message("{count} unchanged", count=unchanged)] if unchanged else []
    counts += [message("{count} removed", count=removed)] if removed else []
    yield message("{folder}: {counts}.", folder=built.folder, counts=joined(counts))
    folders = Counter(path.rsplit("/", 1)[0] for path, state in built.states.items() if state != "removed")
    for folder, count in sorted(folders.items()):
        yield message("  {folder}/  {files}", folder=built.folder / folder, files=_files(count))
    yield from _printing_instructions(built)


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


# ---------------------------------------------------------------- findings that are alike

#: At most this many cards or characters are named.
_MOST_NAMED = 12


def merge_similar(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings as people read them: one that many cards share once, where it is worst, with their names.

    Findings are alike if they differ only in their card and in what they call the card's own (`Own`).
    """
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(_shared_part(finding), []).append(finding)
    return [_merge(group) if len(group) > 1 else group[0] for group in groups.values()]


def _shared_part(finding: Finding) -> object:
    """Return what findings that are alike have in common."""
    own = finding.own.values
    hint = "" if own else finding.hint  # it may be about the card's own values
    # A message that names no card is about a template, whichever deck uses it.
    deck = finding.deck if _names_card(finding.message) else ""
    return finding.place, finding.code, finding.severity, deck, _without(finding.message, own), hint


def _without(text: Any, own: Sequence[str]) -> object:
    """Return a message, as something to compare, without its card and without the values named in `own`."""
    if not isinstance(text, Message):
        return str(text)
    left_out = {*own, "card"} if text.template == ONE_CARD else own
    values = [(name, "" if name in left_out else _without(value, own)) for name, value in text.values.items()]
    return text.template, text.plural_template, tuple(values)


def _names_card(text: Text) -> bool:
    """Return True if the message, or the problem that it is about, names one card."""
    if not isinstance(text, Message):
        return False
    return text.template == ONE_CARD or _names_card(text.values.get("problem", ""))


def _with_more_cards(text: Text, more: int) -> Text:
    """Return a message that names a card as one about that card and so many more."""
    if not isinstance(text, Message):
        return text
    if text.template == ONE_CARD:
        return about_card(text.values["card"], text.values["problem"], more)
    values = {**text.values, "problem": _with_more_cards(text.values["problem"], more)}
    return Message(text.template, values, text.plural_template)


def _merge(group: list[Finding]) -> Finding:
    """Return findings that are alike as one: the worst of them, or the first if none is worse."""
    worst = max(group, key=lambda finding: finding.own.amount)
    text, cards = worst.message, _others([finding.card for finding in group], worst.card)
    if _names_card(text):
        text = _with_more_cards(text, len(cards))
    else:
        cards = []
    characters = list(dict.fromkeys(filter(None, (finding.own.character for finding in group))))[1:]
    decks = list(dict.fromkeys(finding.deck for finding in group))
    hint = join_hints(
        worst.hint,
        message("{count} more of them: {characters}", count=len(characters), characters=" ".join(_first(characters)))
        if characters
        else "",
        message("also {cards}", cards=joined(_first(cards))) if cards else "",
        message("in the decks {decks}", decks=joined(_first(decks))) if len(decks) > 1 else "",
    )
    return replace(worst, message=text, hint=hint)


def _others(names: Iterable[str], left_out: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name != left_out]


def _first(names: list[str]) -> list[str]:
    """Return the first names, and an ellipsis if there are more."""
    return [*names[:_MOST_NAMED], "…"] if len(names) > _MOST_NAMED else names


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


def format_waived(waived: Iterable[Waived], language: str = "") -> Iterator[str]:
    """Yield a line for each waived finding, with the reason; findings that are alike are one."""
    language = language or current_language()
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


def format_annotations(problems: Sequence[Problem], language: str = "", *, title: str = "unreadable") -> Iterator[str]:
    """Yield a workflow command for each of the first MOST_LISTED findings or faults, then one that counts the rest.

    `title` is that of faults.
    """
    language = language or current_language()
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


def problems_to_data(findings: Sequence[Finding], faults: Sequence[Fault], language: str = "") -> dict[str, Any]:
    """Return the first MOST_LISTED findings and faults for JSON, and under `more` how many are left out, if any."""
    language = language or current_language()
    data: dict[str, Any] = {
        "findings": [problem_to_data(finding, language) for finding in findings[:MOST_LISTED]],
        "faults": [problem_to_data(fault, language) for fault in faults[:MOST_LISTED]],
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


def waived_to_data(waived: Waived, language: str = "") -> dict[str, Any]:
    """Return a waived finding as a value for JSON, as `problem_to_data` does, with the reason."""
    own = {"reason": waived.reason, "who": waived.who, "until": waived.until or None}
    return {**problem_to_data(waived.finding, language), "waiver": own}


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
