"""Work in threads beside the event loop, and server-sent events for open pages."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import anyio
from anyio.streams.memory import MemoryObjectSendStream

from cardgen.review.server.answers import as_json
from cardgen.review.server.stream_payloads import HelloMessage

Result = TypeVar("Result")

#: The most events that wait for a page. If there are more, it has stopped reading.
_MOST_WAITING = 1000
#: Seconds without an event after which a comment is sent, so that a lost connection is noticed.
_SILENCE = 15.0


async def in_thread(work: Callable[..., Result], *arguments: Any) -> Result:
    """Return what `work` returns, or raise what it raises. It runs in a thread that does not keep the program alive.

    The thread has the context of the caller: the language of messages.
    """
    context, future = contextvars.copy_context(), Future[Result]()

    def run() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(context.run(work, *arguments))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, name="cardgen work", daemon=True).start()
    return await asyncio.wrap_future(future)


def is_busy(patience: float = 0.0) -> bool:
    """Return True if a thread of the review is still working after `patience` seconds."""
    until = time.monotonic() + patience
    threads = [thread for thread in threading.enumerate() if thread.name.startswith("cardgen ")]
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    return any(thread.is_alive() for thread in threads)


class Streams:
    """The open event streams. `publish` and `close` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open: set[MemoryObjectSendStream[str]] = set()
        self._closed = False

    def publish(self, name: str, data: object) -> None:
        """Send an event to every open stream."""
        if not self._closed:
            self._on_loop(self._send, event_text(name, data))

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        self._on_loop(self._end)

    def _on_loop(self, call: Callable[..., None], *arguments: Any) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(call, *arguments)

    def _end(self) -> None:
        for stream in self._open:
            stream.close()

    def _send(self, text: str) -> None:
        for stream in list(self._open):
            try:
                stream.send_nowait(text)
            except anyio.WouldBlock:  # the page connects again and gets the state as it is then
                self._open.discard(stream)
                stream.close()

    async def listen(self, hello: Callable[[], HelloMessage]) -> AsyncGenerator[str, None]:
        """Yield the text of a stream: `hello`, called when no later event can be missed, then every event."""
        self._loop = asyncio.get_running_loop()
        stream, events = anyio.create_memory_object_stream[str](_MOST_WAITING)
        with stream, events:
            self._open.add(stream)
            try:
                yield "retry: 500\n" + event_text("hello", hello())
                while not self._closed:
                    text = ": still here\n\n"
                    with anyio.move_on_after(_SILENCE):
                        text = await events.receive()
                    yield text
            except anyio.EndOfStream:
                pass
            finally:
                self._open.discard(stream)


def event_text(name: str, data: object) -> str:
    """Return a server-sent event. JSON has no bare line ends, so the data is one line."""
    return f"event: {name}\ndata: {as_json(data)}\n\n"
