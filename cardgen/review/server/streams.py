"""Work in threads beside the event loop, and server-sent events for open pages."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from cardgen.review.server.payloads import HelloMessage, as_json

Result = TypeVar("Result")

#: A client with so many unread events has stopped reading.
_MOST_WAITING = 1000
#: Seconds without an event after which a comment is sent, so that a lost connection is noticed.
_SILENCE = 15.0


async def in_thread(work: Callable[..., Result], *arguments: Any) -> Result:
    """Return what `work` returns, or raise what it raises. It runs in a thread that does not keep the program alive."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if future.cancelled():
            return
        if error is None:
            future.set_result(result)  # type: ignore[arg-type]
        else:
            future.set_exception(error)

    def run() -> None:
        result, failure = None, None
        try:
            result = work(*arguments)
        except BaseException as error:
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, result, failure)

    threading.Thread(target=run, name="cardgen work", daemon=True).start()
    return await future


def is_busy(patience: float = 0.0) -> bool:
    """Return True if a thread of the review is still working after `patience` seconds."""
    until = time.monotonic() + patience
    threads = [thread for thread in threading.enumerate() if thread.name.startswith("cardgen ")]
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    return any(thread.is_alive() for thread in threads)


class Streams:
    """The open event streams. `publish` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: set[asyncio.Queue[str | None]] = set()
        self._closed = False

    def publish(self, name: str, data: object) -> None:
        """Send an event to every open stream."""
        if self._loop is not None and not self._closed:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._put, event_text(name, data))

    def close(self) -> None:
        """Send `bye` and end every stream. Call it on the event loop."""
        self._closed = True
        for queue in list(self._waiting):
            _force(queue, None)

    def _put(self, text: str) -> None:
        for queue in list(self._waiting):
            if queue.full():  # a page that connects again gets the state as it is then
                self._waiting.discard(queue)
                _force(queue, None)
            else:
                queue.put_nowait(text)

    async def listen(self, hello: Callable[[], HelloMessage]) -> AsyncIterator[str]:
        """Yield the text of a stream: `hello`, made when no later event can be missed, then every event."""
        self._loop = asyncio.get_running_loop()
        queue: asyncio.Queue[str | None] = asyncio.Queue(_MOST_WAITING)
        self._waiting.add(queue)
        try:
            yield "retry: 500\n" + event_text("hello", hello())
            while not self._closed:
                try:
                    text = await asyncio.wait_for(queue.get(), _SILENCE)
                except TimeoutError:
                    text = ": still here\n\n"
                if text is None:
                    break
                yield text
            if self._closed:
                yield event_text("bye", {})
        finally:
            self._waiting.discard(queue)


def _force(queue: asyncio.Queue[str | None], text: str | None) -> None:
    while queue.full():
        queue.get_nowait()
    queue.put_nowait(text)


def event_text(name: str, data: object) -> str:
    """Return a server-sent event. JSON has no bare line ends, so the data is one line."""
    return f"event: {name}\ndata: {as_json(data)}\n\n"
