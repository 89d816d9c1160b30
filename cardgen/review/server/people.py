"""The people at the pages of a server: who they are, and which card or cell each is at. Nothing of it is saved."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import cast, get_type_hints

from cardgen.base.records import dataclass
from cardgen.review.server.stream_payloads import HelloMessage, PeopleMessage, PersonData, Whereabouts
from cardgen.review.server.streams import Streams

_KINDS = get_type_hints(Whereabouts)
#: The longest text in what a page says of itself, in characters.
_MOST_CHARACTERS = 2_000


@dataclass(slots=True)
class _OpenPage:
    streams: Streams
    game: str
    colour: int
    place: Whereabouts | None = None


class People:
    """The open pages of all games of a server. Use it on the event loop.

    Pages say where they are only once there are others, so a page that is alone sends and gets nothing.
    """

    def __init__(self) -> None:
        self._pages: dict[str, _OpenPage] = {}

    async def listen(self, streams: Streams, game: str, hello: Callable[[], HelloMessage]) -> AsyncIterator[str]:
        """Yield the text of a stream for a new page, which is here until the stream ends.

        `game` is the address of the page's game on the server, "" if it has only one.
        """
        used = {page.colour for page in self._pages.values()}
        name = secrets.token_urlsafe(9)
        texts = streams.listen(lambda: {**hello(), "page": name})
        try:
            async with aclosing(texts):
                yield await anext(texts)
                self._pages[name] = _OpenPage(streams, game, next(n for n in itertools.count(1) if n not in used))
                if len(self._pages) > 1:
                    self._publish()
                async for text in texts:
                    yield text
        finally:
            if self._pages.pop(name, None) is not None:
                self._publish()

    def move(self, body: object) -> bool:
        """Note where a page is, and tell all pages. Return False if the request is malformed or of an unknown page."""
        request = body if isinstance(body, dict) else {}
        values = {name: request.get(name) for name in _KINDS}
        page = self._pages.get(str(values["page"]))
        if page is None or not all(isinstance(values[name], kind) for name, kind in _KINDS.items()):
            return False
        if max(len(str(value)) for value in values.values()) > _MOST_CHARACTERS:
            return False
        page.place = cast(Whereabouts, values)
        self._publish()
        return True

    def _publish(self) -> None:
        known: list[PersonData] = [
            {**page.place, "game": page.game, "colour": page.colour} for page in self._pages.values() if page.place
        ]
        people: PeopleMessage = {"pages": len(self._pages), "people": known}
        for streams in {page.streams for page in self._pages.values()}:
            streams.publish("people", people)
