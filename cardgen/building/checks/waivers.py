"""Waivers of a game: which findings they accept, which of them have expired, and which match nothing."""

from __future__ import annotations

import datetime
import fnmatch
import os
from collections.abc import Collection, Iterator

from cardgen.base.errors import Code, Finding
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message, render
from cardgen.building.checks.context import Check, CheckContext
from cardgen.data.waivers import Waiver

WAIVER_UNUSED = Code("CG402", "waiver-unused", message("a waiver that matches no finding"), "warning")
WAIVER_EXPIRED = Code(
    "CG403", "waiver-expired", message("a waiver whose last day is over: it does not count"), "warning"
)

#: The findings about waivers themselves, which cannot be waived.
_OWN = (WAIVER_UNUSED.code, WAIVER_EXPIRED.code)


@dataclass(frozen=True, slots=True, order=True)
class Waived:
    """A finding that is accepted, with the reason, who accepted it, and until when (`2027-01-31`, or "")."""

    finding: Finding
    reason: str
    who: str
    until: str = ""


def today() -> datetime.date:
    """Return the day of SOURCE_DATE_EPOCH (UTC) if that is given, else today."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given.isdecimal():
        return datetime.datetime.fromtimestamp(int(given), datetime.UTC).date()
    return datetime.datetime.now().astimezone().date()


def is_expired(waiver: Waiver, day: datetime.date) -> bool:
    """Return True if the waiver's last day was before `day`."""
    return waiver.entry.until is not None and waiver.entry.until < day


def matches(waiver: Waiver, finding: Finding) -> bool:
    """Return True if a waiver is about a finding."""
    entry, place = waiver.entry, finding.place
    if finding.code in _OWN:
        return False
    if entry.code and not any(fnmatch.fnmatchcase(name, entry.code) for name in (finding.code, finding.name)):
        return False
    if entry.place:
        spots = (place.file, f"{place.file}:{place.line}", f"{place.file}:{place.line}:{place.column}")
        if not any(fnmatch.fnmatchcase(spot, f"{start}{entry.place}") for spot in spots for start in ("", "*/")):
            return False
    return not entry.pattern or fnmatch.fnmatchcase(str(render(finding.message, "en")), entry.pattern)


def apply_waivers(
    waivers: Collection[Waiver], findings: Collection[Finding], *, report_unused: bool = True
) -> tuple[list[Finding], list[Waived]]:
    """Return the findings that nobody has waived, and the waived ones.

    A waiver that matches nothing is a finding itself, unless not everything is checked (`report_unused` is False).
    """
    day = today()
    valid = [waiver for waiver in waivers if not is_expired(waiver, day)]
    left: list[Finding] = []
    waived: list[Waived] = []
    used: set[int] = set()
    for finding in findings:
        indexes = [index for index, waiver in enumerate(valid) if matches(waiver, finding)]
        used.update(indexes)
        if indexes:
            entry = valid[indexes[0]].entry
            waived.append(Waived(finding, entry.reason, entry.who, entry.until.isoformat() if entry.until else ""))
        else:
            left.append(finding)
    if report_unused:
        left += [_unused(waiver) for index, waiver in enumerate(valid) if index not in used]
    return left, waived


def _unused(waiver: Waiver) -> Finding:
    text = message("the waiver matches no finding: {reason}", reason=waiver.entry.reason)
    return WAIVER_UNUSED.finding(waiver.where, text, message("remove it"))


def _run(context: CheckContext) -> Iterator[Finding]:
    """Yield a finding for each waiver that has expired."""
    day = today()
    for waiver in context.game.waivers:
        if is_expired(waiver, day):
            until = waiver.entry.until
            text = message("the waiver of {who} was valid until {until}", who=waiver.entry.who, until=str(until))
            yield WAIVER_EXPIRED.finding(waiver.where, text, message("correct what it is about, or decide again"))


CHECK = Check((WAIVER_UNUSED, WAIVER_EXPIRED), _run)
