"""Between the server's loop and everything that takes time: work in threads, and events to those who listen."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

Made = TypeVar("Made")

#: A listener that has so many events waiting does not read them any more.
_MOST_WAITING = 1000
#: Seconds of silence after which a sign of life is sent, so that a lost connection is noticed.
_SILENCE = 15.0


async def in_thread(work: Callable[..., Made], *arguments: Any) -> Made:
    """What `work` returns or raises, made in a thread that does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Made] = loop.create_future()

    def settle(made: Made | None, error: BaseException | None) -> None:
        if future.cancelled():
            return
        if error is None:
            future.set_result(made)  # type: ignore[arg-type]
        else:
            future.set_exception(error)

    def run() -> None:
        made, failed = None, None
        try:
            made = work(*arguments)
        except BaseException as error:
            failed = error
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, made, failed)

    threading.Thread(target=run, name="cardgen work", daemon=True).start()
    return await future


def is_busy(patience: float = 0.0) -> bool:
    """Whether any thread of the review is still at work after `patience` seconds."""
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

    def publish(self, name: str, data: Any) -> None:
        """Sends an event to everyone who listens now."""
        if self._loop is not None and not self._closed:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._put, event_text(name, data))

    def close(self) -> None:
        """Says goodbye and ends every stream. To be called on the loop."""
        self._closed = True
        for queue in list(self._waiting):
            _force(queue, None)

    def _put(self, text: str) -> None:
        for queue in list(self._waiting):
            if queue.full():  # whoever comes back is told the state as it is then
                self._waiting.discard(queue)
                _force(queue, None)
            else:
                queue.put_nowait(text)

    async def listen(self, hello: Callable[[], Any]) -> AsyncIterator[str]:
        """The text of a stream: `hello`, asked for once nothing can be missed any more, then every event."""
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


def event_text(name: str, data: Any) -> str:
    """A server-sent event. JSON has no bare line ends, so the data is one line."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n"
