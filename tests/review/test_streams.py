"""The event streams of open pages: order, slow pages, shutdown."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import cast

import pytest
from anyio.streams.memory import MemoryObjectSendStream

from cardgen.review.server import streams as streams_module
from cardgen.review.server.stream_payloads import HelloMessage
from cardgen.review.server.streams import Streams, event_text
from tests.review.waiting import PATIENCE


def hello() -> HelloMessage:
    none = {"version": "1", "last": "", "events": 0, "checked": False, "fault": None, "reading": False}
    return cast(HelloMessage, {**none, "done": 0, "undone": 0})


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await scenario()

    with ThreadPoolExecutor(1) as without_loop:  # browser tests leave a loop running in this thread
        without_loop.submit(lambda: asyncio.run(main())).result()


async def opened(streams: Streams) -> AsyncIterator[str]:
    """Open a stream, and return it after its first event."""
    stream = streams.listen(hello)
    assert (await anext(stream)).endswith(event_text("hello", hello()))
    return stream


async def rest_of(stream: AsyncIterator[str]) -> list[str]:
    return [text async for text in stream]


def test_every_page_gets_the_events_in_order() -> None:
    async def scenario() -> None:
        streams = Streams()
        pages = [await opened(streams), await opened(streams)]
        for number in range(3):
            streams.publish("review", number)
        for page in pages:
            assert [await anext(page) for _ in range(3)] == [event_text("review", number) for number in range(3)]

    run(scenario)


def test_all_streams_end_at_once() -> None:
    async def scenario() -> None:
        streams = Streams()
        waiting, busy = await opened(streams), await opened(streams)
        rest = asyncio.ensure_future(rest_of(waiting))
        await asyncio.sleep(0)
        streams.close()
        streams.publish("review", 2)
        assert await asyncio.wait_for(rest, PATIENCE) == []
        assert await rest_of(busy) == []

    run(scenario)


def test_another_thread_ends_them_on_their_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    ended_in: list[int] = []

    async def scenario() -> None:
        streams = Streams()
        waiting = asyncio.ensure_future(rest_of(await opened(streams)))
        await asyncio.sleep(0)
        with ThreadPoolExecutor(1) as elsewhere:
            elsewhere.submit(streams.close).result()
        assert await asyncio.wait_for(waiting, PATIENCE) == []
        assert set(ended_in) == {threading.get_ident()}

    def close(stream: MemoryObjectSendStream[str]) -> None:
        ended_in.append(threading.get_ident())
        close_stream(stream)

    close_stream = MemoryObjectSendStream.close
    monkeypatch.setattr(MemoryObjectSendStream, "close", close)
    run(scenario)


def test_a_page_that_stopped_reading_is_disconnected_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams_module, "_MOST_WAITING", 2)

    async def scenario() -> None:
        streams = Streams()
        slow, other = await opened(streams), await opened(streams)
        for number in range(4):
            streams.publish("review", number)
            assert await anext(other) == event_text("review", number)
        assert [text async for text in slow] == [event_text("review", 0), event_text("review", 1)]

    run(scenario)


def test_a_silent_stream_has_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams_module, "_SILENCE", 0.01)

    async def scenario() -> None:
        streams = Streams()
        page = await opened(streams)
        assert (await anext(page)).startswith(":")
        streams.publish("review", 1)
        texts = [await anext(page)]
        while texts[-1].startswith(":"):
            texts.append(await anext(page))
        assert texts[-1] == event_text("review", 1)

    run(scenario)
