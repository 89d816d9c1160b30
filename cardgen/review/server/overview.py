"""The progress of a review, for continuous integration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import PurePosixPath
from typing import NotRequired, TypedDict, get_args

from cardgen.base.errors import Place
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.language import current_language, localised
from cardgen.base.words.messages import Message, joined, message, plural
from cardgen.cards.layout.cards import LaidCard
from cardgen.data.model import Game
from cardgen.review.server.catalog import make_catalog
from cardgen.review.server.compare import words_since
from cardgen.review.server.events import Event
from cardgen.review.server.older_keys import with_current_keys
from cardgen.review.server.pages import file_of, files_in_review
from cardgen.review.server.payloads import EventKind, Since, Status
from cardgen.review.server.status import CardStatus, Current, by_card, card_status, card_statuses, open_comments
from cardgen.review.server.store import Store


class LastDecision(TypedDict):
    """The last decision about a card that was not undone."""

    kind: EventKind
    by: str
    at: str
    text: str | None


class OpenCard(TypedDict):
    """A card or page whose current version is not approved; `file` and `line` are its place in the data.

    `changes` are lines in the language of the run: what has changed since the decision.
    """

    key: str
    status: Status
    changed_since: Since | None
    changes: list[str]
    file: str
    line: int
    decision: LastDecision | None
    approvals: NotRequired[int]


class OpenComment(TypedDict):
    """A comment that is not resolved; `file` and `line` are the place of its card in the data."""

    key: str
    by: str
    at: str
    text: str
    file: str
    line: int


class RemovedCard(TypedDict):
    """A card that was decided on and is no longer in the game."""

    key: str
    decision: LastDecision


class ReviewStatusData(TypedDict):
    """The status of a review as JSON. `counts` are of cards, `page_counts` of the pages of files in review."""

    game: str
    done: bool
    counts: dict[str, int]
    page_counts: dict[str, int]
    changed_since: dict[str, int]
    left: list[OpenCard]
    comments: list[OpenComment]
    removed: list[RemovedCard]


@dataclass(frozen=True, slots=True)
class ReviewStatus:
    """The status of every card of a game, with the card's place in its file, by key in deck order.

    `changes` are descriptions of what has changed on stale cards; `removed` the last decisions about cards that are no
    longer in the game; `comments` the open ones on each card. `pages` are the same as `cards` for the pages of files
    in review; they are in `changes`, `removed` and `comments`, too. `places` are those of all cards and pages.
    """

    game: str
    cards: Mapping[str, tuple[CardStatus, Place]]
    changes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    removed: Mapping[str, Event] = field(default_factory=dict)
    comments: Mapping[str, Sequence[Event]] = field(default_factory=dict)
    needed: int = 1
    pages: Mapping[str, tuple[CardStatus, Place]] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)

    def only(self, keys: Set[str]) -> ReviewStatus:
        """Return the status of some of the cards alone, without pages and without those that are gone."""
        cards = {key: card for key, card in self.cards.items() if key in keys}
        comments = {key: own for key, own in self.comments.items() if key in keys}
        return replace(self, cards=cards, comments=comments, removed={}, pages={})

    def problem(self, key: str) -> Message:
        """Return why a card or page is left, and what has changed on it."""
        problem = _status_message(key, self.left[key][0], self.needed)
        if key not in self.changes:
            return problem
        return message("{problem} ({changes})", problem=problem, changes=joined(self.changes[key]))

    @property
    def counts(self) -> dict[str, int]:
        """The number of cards with each of the four statuses."""
        return _counts(self.cards)

    @property
    def changed_since(self) -> dict[str, int]:
        """The number of stale cards that have changed since they were approved, and since they were rejected."""
        return _changed_since(self.cards)

    @property
    def left(self) -> dict[str, tuple[CardStatus, Place]]:
        """The cards, and the pages of files in review, whose current version is not approved."""
        both = {**self.cards, **self.pages}
        return {key: (card, place) for key, (card, place) in both.items() if card.status != "approved"}

    @property
    def done(self) -> bool:
        """Whether the current version of every card, and of every page of a file in review, is approved."""
        return not self.left

    def as_data(self) -> ReviewStatusData:
        """Return the counts, and each card that is left with its last decision, as JSON can hold them."""
        return {
            "game": self.game,
            "done": self.done,
            "counts": self.counts,
            "page_counts": _counts(self.pages),
            "changed_since": self.changed_since,
            "left": [
                _open_card(key, card, place, self.changes.get(key, ())) for key, (card, place) in self.left.items()
            ],
            "comments": [
                _open_comment(comment, self.places[key]) for key in self.comments for comment in self.comments[key]
            ],
            "removed": [{"key": key, "decision": _last_decision(event)} for key, event in self.removed.items()],
        }

    def lines(self) -> Iterator[Message]:
        """Yield one line for each card or page that is left, and one or two for the whole review."""
        for key, (_, place) in self.left.items():
            yield message("{place}: {problem}", place=place, problem=self.problem(key))
        for key, comments in self.comments.items():
            for comment in comments:
                text = " ".join((comment.text or "").split())
                subject = _subject(key)
                problem = message(
                    "open comment on {subject} by {name}: {text}", subject=subject, name=comment.by, text=text
                )
                yield message("{place}: {problem}", place=self.places[key], problem=problem)
        for key, event in self.removed.items():
            yield _removed_message(key, event)
        if self.cards:
            yield plural(
                "{game}: {count} card: {statuses}.",
                "{game}: {count} cards: {statuses}.",
                len(self.cards),
                game=self.game,
                statuses=joined(self._count_messages()),
            )
        else:
            yield message("{game}: no cards.", game=self.game)
        if self.pages:
            yield plural(
                "{game}: {count} page: {statuses}.",
                "{game}: {count} pages: {statuses}.",
                len(self.pages),
                game=self.game,
                statuses=joined(_status_counts(self.pages)),
            )

    def _count_messages(self) -> Iterator[Message]:
        """Yield the number of cards with each status that some card has."""
        yield from _status_counts(self.cards)
        count = sum(map(len, self.comments.values()))
        if count:
            yield plural("{count} open comment", "{count} open comments", count)


_Statuses = Mapping[str, tuple[CardStatus, Place]]


def _counts(statuses: _Statuses) -> dict[str, int]:
    counts = Counter(card.status for card, _ in statuses.values())
    return {status: counts[status] for status in get_args(Status)}


def _changed_since(statuses: _Statuses) -> dict[str, int]:
    counts = Counter(card.since for card, _ in statuses.values() if card.status == "stale")
    return {since: counts[since] for since in get_args(Since)}


def _status_counts(statuses: _Statuses) -> Iterator[Message]:
    """Yield how many cards or pages have each status that some have."""
    counts, since = _counts(statuses), _changed_since(statuses)
    if counts["undecided"]:
        yield message("{count} undecided", count=counts["undecided"])
    if counts["approved"]:
        yield message("{count} approved", count=counts["approved"])
    if counts["rejected"]:
        yield message("{count} rejected", count=counts["rejected"])
    if since["approval"]:
        yield message("{count} changed since approval", count=since["approval"])
    if since["rejection"]:
        yield message("{count} changed since rejection", count=since["rejection"])


def _subject(key: str) -> Message:
    """Return what people call a card or page."""
    file = file_of(key)
    if file:
        return message("page {number} of {file}", number=key.rpartition("/")[2], file=file)
    return message("card {key}", key=key)


def _status_message(key: str, card: CardStatus, needed: int) -> Message:
    """Return the reason why a card or page counts as left."""
    subject = _subject(key)
    if card.approvals is not None:
        template = "{subject} is approved by {count} of {needed} people"
        return message(template, subject=subject, count=card.approvals, needed=needed)
    rejection = card.decision if card.decision and card.decision.kind == "reject" else None
    if rejection is None and card.status == "stale":
        return message("{subject} has changed since approval", subject=subject)
    if rejection is None:
        return message("{subject} is undecided", subject=subject)
    reason = " ".join((rejection.text or "").split())
    if card.status == "stale":
        return message(
            "{subject} has changed since rejection by {name}: {reason}",
            subject=subject,
            name=rejection.by,
            reason=reason,
        )
    return message("{subject} was rejected by {name}: {reason}", subject=subject, name=rejection.by, reason=reason)


def _removed_message(key: str, event: Event) -> Message:
    subject = _subject(key)
    if event.kind == "approve":
        return message("{subject} was removed after its approval by {name}", subject=subject, name=event.by)
    return message("{subject} was removed after its rejection by {name}", subject=subject, name=event.by)


def _open_card(key: str, card: CardStatus, place: Place, changes: Sequence[str]) -> OpenCard:
    decision = card.decision
    data: OpenCard = {
        "key": key,
        "status": card.status,
        "changed_since": card.since if card.status == "stale" else None,
        "changes": [str(localised(change)) for change in changes],
        "file": place.file,
        "line": place.line,
        "decision": None if decision is None else _last_decision(decision),
    }
    return data if card.approvals is None else {**data, "approvals": card.approvals}


def _open_comment(comment: Event, place: Place) -> OpenComment:
    return {
        "key": comment.key,
        "by": comment.by,
        "at": comment.at,
        "text": comment.text or "",
        "file": place.file,
        "line": place.line,
    }


def _last_decision(event: Event) -> LastDecision:
    return {"kind": event.kind, "by": event.by, "at": event.at, "text": event.text}


def review_status(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], store: Store) -> ReviewStatus:
    """Return the status of the cards of a laid out game, and of the pages of its files in review.

    A file is in review as soon as somebody has decided on one of its pages. DataError if the log cannot be read.
    """
    catalog = make_catalog(game, laid)
    places = {f"{deck}/{card.card.id}": card.card.place() for deck, cards in laid.items() for card in cards}
    events = list(with_current_keys(store.read(), catalog, store))
    needed = game.file.review.approvals
    statuses = card_statuses(events, catalog.current, needed)
    own = by_card(events)
    files = [
        *files_in_review(events),
        *(event.deck for key in own if file_of(key) for event in open_comments(own[key])),
    ]
    pages = {page.key: page for file in dict.fromkeys(files) for page in catalog.pages_of(file)}
    page_statuses = card_statuses(events, {key: page.current for key, page in pages.items()})
    current = {**catalog.current, **{key: page.current for key, page in pages.items()}}
    changes = {
        key: tuple(_changes(status, current[key], own[key], bool(file_of(key))))
        for key, status in {**statuses, **page_statuses}.items()
        if status.status == "stale"
    }
    gone = {key: card_status(events, None).decision for key, events in own.items() if key not in current}
    removed = {key: event for key, event in gone.items() if event is not None and event.kind != "reopen"}
    comments = {
        key: open_comments(own[key]) for key, status in {**statuses, **page_statuses}.items() if status.comments
    }
    cards = {key: (status, places[key]) for key, status in statuses.items()}
    counted = {*files_in_review(events)}
    places |= {key: _place_of(game, page.file) for key, page in pages.items()}
    in_review = {key: (status, places[key]) for key, status in page_statuses.items() if pages[key].file in counted}
    return ReviewStatus(game.id, cards, changes, removed, comments, needed, in_review, places)


def _place_of(game: Game, file: str) -> Place:
    """Return where a printed file comes from: the text of a rulebook, the targets for anything else."""
    name = PurePosixPath(file).name
    texts = (book.shown for book in game.all_books if name == f"{book.name}.{book.lang}.pdf")
    return next((Place(text) for text in texts), game.marked.key_place("targets"))


_SIDES = {"face": message("face"), "back": message("back")}


def _changes(status: CardStatus, current: Current, events: Sequence[Event], is_page: bool) -> Iterator[str]:
    """Yield what has changed on a stale card since it was approved or rejected: its data, and how its sides look."""
    baseline = status.approval if status.since == "approval" else status.rejection
    if baseline is None:
        return
    if is_page:
        yield message("looks different")
        return
    yield from words_since(baseline, current.fields, events)[current_language()]
    sides = [side for side in _SIDES if baseline.sides.get(side) != current.sides.get(side)]
    if sides:
        yield message("looks different: {sides}", sides=joined(_SIDES[side] for side in sides))
