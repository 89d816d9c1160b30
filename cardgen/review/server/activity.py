"""The games of a server: their names and addresses, what was done last, and how far a game is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from cardgen.base.errors import DataError, Finding
from cardgen.editing.journal import Gesture, Journal
from cardgen.review.server.answers import texts_of
from cardgen.review.server.events import Event
from cardgen.review.server.home_payloads import MistakeData, ProgressData, RecentData
from cardgen.review.server.payloads import GameName, Status
from cardgen.review.server.session import ReviewSession
from cardgen.review.server.status import undone_parts

#: The most deeds and mistakes that Home shows, and the most characters of a comment.
_MOST_RECENT, _MOST_MISTAKES, _MOST_TEXT = 6, 4, 120
#: Events that say that something else was undone.
_UNDOING = ("undo", "unresolve")
_STATUSES: tuple[Status, ...] = ("approved", "stale", "rejected", "undecided")


def names_of(sessions: Sequence[ReviewSession]) -> list[GameName]:
    """Return the names of games in their editions."""
    editions = Counter(session.name for session in sessions)
    return [
        {
            "id": session.name,
            "titles": session.titles,
            "address": address_of(session),
            "language": session.language if editions[session.name] > 1 else "",
        }
        for session in sessions
    ]


def address_of(session: ReviewSession) -> str:
    """Return the part of addresses that is of a game, or of its edition."""
    return f"{session.name}~{session.edition}" if session.edition else session.name


def recent(journal: Journal, sessions: Sequence[ReviewSession]) -> list[RecentData]:
    """Return what was done last in a project, the latest first: edits and decisions that were not undone."""
    try:
        gestures = journal.gestures()[0]
    except DataError:
        gestures = ()
    edits = [_edit_data(gesture) for gesture in gestures[-_MOST_RECENT:]]
    decisions = chain.from_iterable(map(_decisions, sessions))
    latest = [*edits, *decisions][::-1]  # those of the same second stay in this order
    return sorted(latest, key=lambda deed: deed["at"], reverse=True)[:_MOST_RECENT]


def _edit_data(gesture: Gesture) -> RecentData:
    files = [splice.file for splice in gesture.splices]
    games = {parts[1] for file in files if (parts := file.split("/"))[0] == "card_data" and len(parts) > 2}
    return {
        "at": gesture.at,
        "by": gesture.by,
        "game": games.pop() if len(games) == 1 else "",
        "kind": "edit",
        "label": gesture.label,
        "files": [file.rsplit("/", 1)[-1] for file in files],
        "cards": 0,
        "key": "",
        "names": {},
        "text": "",
    }


def _decisions(session: ReviewSession) -> Iterator[RecentData]:
    """Yield the last decisions about the cards of a game, each once for all of its cards."""
    events = session.live.events()[0]
    undone = undone_parts(events)
    standing = [event for event in events if event.part not in undone and event.kind not in _UNDOING]
    deeds = [[*parts] for _, parts in groupby(standing, key=lambda event: event.id)]
    catalog = session.state.catalog
    names = {card["key"]: card["names"] for card in catalog.summaries} if catalog else {}
    for parts in deeds[-_MOST_RECENT:]:
        first: Event = parts[0]
        text = first.text or ""
        yield {
            "at": first.at,
            "by": first.by,
            "game": address_of(session),
            "kind": first.kind,
            "label": "",
            "files": [],
            "cards": len(parts),
            "key": first.key,
            "names": names.get(first.key, {}),
            "text": text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…",
        }


def progress(session: ReviewSession) -> ProgressData:
    """Return how far a game is. It is read for this if it was not so far."""
    session.start()
    state = session.state
    catalog, report = state.catalog, state.report
    statuses = session.live.review()["statuses"]
    cards = [card["key"] for card in catalog.summaries] if catalog else []
    counts = Counter(statuses[key]["status"] if key in statuses else "undecided" for key in cards)
    findings = report.findings if report else ()
    severities = Counter(finding.severity for finding in findings)
    return {
        "counts": {status: counts[status] for status in _STATUSES},
        "checked": report is not None or state.any_fault is not None,
        "errors": severities["error"],
        "warnings": severities["warning"],
        "mistakes": [*_mistakes(findings)][:_MOST_MISTAKES],
    }


def _mistakes(findings: Sequence[Finding]) -> Iterator[MistakeData]:
    counts = Counter((finding.severity, finding.code) for finding in findings)
    firsts = {(finding.severity, finding.code): finding for finding in reversed(findings)}
    for kind in sorted(counts):  # errors first
        yield {"severity": kind[0], "message": texts_of(firsts[kind].message), "count": counts[kind]}
