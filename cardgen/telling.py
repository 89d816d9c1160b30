"""What commands have found and done, as text and as data. Printing it is the command line's."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardgen.build import Built
from cardgen.errors import MOST_FAULTS, Fault, Finding

if TYPE_CHECKING:  # a build with nothing to do is told without loading what checks
    from cardgen.check import Report


def tell_built(built: Built) -> Iterator[str]:
    """Lines that say what was made, where, and how to print it."""
    written, unchanged, removed = (built.count(state) for state in ("written", "unchanged", "removed"))
    if not written and not removed:
        yield f"Nothing to do: {built.folder} is up to date ({_files(unchanged)})."
        return
    counts = [f"{_files(written)} written"]
    counts += [f"{unchanged} unchanged"] if unchanged else []
    counts += [f"{removed} removed"] if removed else []
    yield f"{built.folder}: {', '.join(counts)}."
    folders = Counter(path.rsplit("/", 1)[0] for path, state in built.states.items() if state != "removed")
    for folder, count in sorted(folders.items()):
        yield f"  {built.folder / folder}/  {_files(count)}"
    yield from _how_to_print(built)


def _files(count: int) -> str:
    return f"{count} file{'' if count == 1 else 's'}"


def _how_to_print(built: Built) -> Iterator[str]:
    """How the sheets are printed and how the booklets are, each told of the one that most people will want."""
    duplex = {path: built.files[path].get("duplex") for path, state in built.states.items() if state != "removed"}
    sheets = [path for path, how in duplex.items() if how and "sheets" in path.split("/")]  # of whatever edition
    booklets = [path for path, how in duplex.items() if how and "rules" in path.split("/")]
    if sheets:
        played = [path for path in sheets if "calibration" not in path] or sheets
        both = [path for path in played if duplex[path] != "simplex"]
        first = min(both or played, key=lambda path: ("cards" not in path, len(path), path))
        sides = f"both sides, flip on the {duplex[first]} edge" if both else "one side"
        yield f"To print: open {built.folder / first}, choose 100 % (actual size), {sides}."
        if both and any("gutterfold" in path for path in sheets) and any("calibration" in path for path in sheets):
            yield "No duplex printer? Take cards-gutterfold. Backs not quite under the fronts? Print calibration first."
    boards = [path for path in sheets if math.prod(built.files[path].get("tiles", ())) > 1]
    if boards:
        first = min(boards, key=lambda path: (len(path), path))
        yield f"A board: {built.folder / first}, one side, its sheets glued together as each of them shows."
    if booklets:
        first = min(booklets, key=lambda path: (len(path), path))
        yield f"A booklet: {built.folder / first}, both sides, flip on the {duplex[first]} edge, fold in the middle."


def tell_report(game: str, report: Report) -> str:
    """One line that says what was checked and how much was found, as it is told: alike on many cards counts once."""
    found = count_findings(report.findings) or "no findings"
    if not report.cards:  # a game of pages alone
        return f"{game}: {report.pages} page{'' if report.pages == 1 else 's'}: {found}."
    return f"{game}: {report.cards} cards, {report.faces} distinct faces and backs: {found}."


def count_findings(findings: Iterable[Finding]) -> str:
    """How many findings are told; nothing when there are none."""
    many = len(each_once(findings))
    return f"{many} finding{'s' if many > 1 else ''}" if many else ""


#: So many cards or characters are named.
_MOST_NAMED = 12


def each_once(findings: Iterable[Finding]) -> list[Finding]:
    """The findings as people read them: one that is alike on many cards once, where it is worst, with their names."""
    alike: dict[tuple[object, ...], list[Finding]] = {}
    for each in findings:
        bare = _bare(each)
        shared = (bare.replace(each.own.words, "…"), "") if each.own.words else (bare, each.hint)
        # What names no card is a mistake of a template, whichever decks use it.
        deck = each.deck if bare != each.message else ""
        alike.setdefault((each.place, each.code, each.severity, deck, *shared), []).append(each)
    return [_as_one(group) if len(group) > 1 else group[0] for group in alike.values()]


def _as_one(group: list[Finding]) -> Finding:
    worst = max(group, key=lambda each: each.own.amount)  # the first where all are alike
    decks = list(dict.fromkeys(each.deck for each in group))
    named = _bare(worst) != worst.message
    cards = list(dict.fromkeys(each.card for each in group if each.card != worst.card)) if named else []
    more = f" and {len(cards)} more" if cards else ""
    message = f"card {worst.card!r}{more}: {_bare(worst)}" if _bare(worst) != worst.message else worst.message
    missing = list(dict.fromkeys(each.own.character for each in group if each.own.character))[1:]
    hints = [
        worst.hint,
        f"{len(missing)} more of them: {_named(missing, ' ')}" if missing else "",
        f"also {_named(cards, ', ')}" if cards else "",
        f"in the decks {_named(decks, ', ')}" if len(decks) > 1 else "",
    ]
    return replace(worst, message=message, hint="; ".join(filter(None, hints)))


def _named(names: list[str], between: str) -> str:
    return between.join([*names[:_MOST_NAMED], *("…" for _ in names[_MOST_NAMED : _MOST_NAMED + 1])])


def _bare(finding: Finding) -> str:
    """A finding's message without its card."""
    return finding.message.removeprefix(f"card {finding.card!r}: ")


#: Lines of faults, and of findings, that a command prints: whoever has mended these sees the next.
MOST_PRINTED = 100
#: As many in JSON and in annotations. GitHub shows ten annotations of a step.
MOST_LISTED = 1_000


def format_lines(problems: Sequence[Finding | Fault]) -> Iterator[str]:
    """Return a line for each of the first MOST_PRINTED findings or faults, then one that counts the rest."""
    yield from map(str, problems[:MOST_PRINTED])
    more = len(problems) - MOST_PRINTED
    if more > 0:
        yield f"and {count_more(problems, more)}"


def format_annotations(problems: Sequence[Finding | Fault]) -> Iterator[str]:
    """Return a workflow command for each of the first MOST_LISTED findings or faults, then one that counts the rest."""
    yield from map(as_annotation, problems[:MOST_LISTED])
    more = len(problems) - MOST_LISTED
    if more > 0:
        severity = "warning" if all(isinstance(each, Finding) for each in problems) else "error"
        yield f"::{severity} title=more::and {count_more(problems, more)}"


def count_more(problems: Sequence[Finding | Fault], more: int) -> str:
    """Say how many more there are. Reading stops at MOST_FAULTS faults, so there may be others."""
    if isinstance(problems[0], Finding):
        return f"{more:,} more finding{'' if more == 1 else 's'}"
    if len(problems) >= MOST_FAULTS:
        return f"at least {more:,} more faults: reading stops at {MOST_FAULTS:,}"
    return f"{more:,} more fault{'' if more == 1 else 's'}"


def list_as_data(findings: Sequence[Finding], faults: Sequence[Fault]) -> dict[str, Any]:
    """Return the first MOST_LISTED findings and faults for JSON, and under `more` how many are left out, if any."""
    data: dict[str, Any] = {
        "findings": list(map(as_data, findings[:MOST_LISTED])),
        "faults": list(map(as_data, faults[:MOST_LISTED])),
    }
    more = {name: len(all_) - len(data[name]) for name, all_ in (("findings", findings), ("faults", faults))}
    return {**data, "more": more} if any(more.values()) else data


def as_data(told: Finding | Fault) -> dict[str, Any]:
    """A finding or a fault as what JSON can hold; lengths in mm."""
    place = {"message": told.message, "hint": told.hint, "file": told.place.file}
    position = {"line": told.place.line, "column": told.place.column}
    if isinstance(told, Fault):
        return {**place, **position}
    code = {"code": told.code, "name": told.name, "severity": told.severity}
    card = {"deck": told.deck, "card": told.card, "side": told.side}
    return {**code, **place, **position, **card, "rect_mm": list(told.rect) if told.rect else None}


def as_annotation(told: Finding | Fault) -> str:
    """A workflow command, which GitHub shows beside the line."""

    def escape(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    severity: str = "error"
    title = "unreadable"
    if isinstance(told, Finding):
        severity, title = told.severity, f"{told.code} {told.name}"
    file = escape(told.place.file).replace(":", "%3A").replace(",", "%2C")  # these two part the properties
    where = f"file={file},line={told.place.line or 1},col={told.place.column or 1},title={title}"
    return f"::{severity} {where}::{escape(told.message + (f' ({told.hint})' if told.hint else ''))}"
