"""Pages drawn by several processes, for documents of many pages.

Each process has a copy of the document as it was after the first pages, and draws every page for which that is enough.
The others, which need a picture, a stored scene or a glyph for the first time, are left to the document itself, which
draws them in their order. So the file has the same bytes whatever the number of processes.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import BinaryIO, TypeVar

from cardgen.processors import usable_processors

Task = TypeVar("Task")
Result = TypeVar("Result")

#: The pages that a process draws in one go.
CHUNK = 24


def processors() -> int:
    """Return the number of processors that this process may use; 1 if it cannot be copied safely."""
    if not hasattr(os, "fork") or sys.platform == "darwin" or threading.active_count() > 1:
        return 1
    return usable_processors()


def map_chunks(draw: Callable[[Sequence[Task]], Result], chunks: Sequence[Sequence[Task]]) -> Iterator[Result | None]:
    """Yield the result of `draw` for each chunk, in order, computed by copies of this process; None if it failed.

    Results are pickled. The processes end when the iterator is closed.
    """
    count = min(processors(), len(chunks))
    workers: list[tuple[int, BinaryIO]] = []
    try:
        workers += (_start(draw, chunks[number::count]) for number in range(count))
        for number in range(len(chunks)):
            yield _receive(workers[number % count][1])
    finally:
        for process, pipe in workers:
            pipe.close()
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)
            os.waitpid(process, 0)


def _start(draw: Callable[[Sequence[Task]], Result], chunks: Sequence[Sequence[Task]]) -> tuple[int, BinaryIO]:
    """Start a process that draws chunks; return its number, and the end of the pipe that its results come out of."""
    read_end, write_end = os.pipe()
    process = os.fork()
    if process:
        os.close(write_end)
        return process, os.fdopen(read_end, "rb")
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.close(read_end)
        with os.fdopen(write_end, "wb") as pipe:
            for chunk in chunks:
                pickle.dump(draw(chunk), pipe, pickle.HIGHEST_PROTOCOL)
                pipe.flush()
    except BaseException:  # the document draws what is missing, and reports what is wrong
        os._exit(1)
    os._exit(0)


def _receive(pipe: BinaryIO) -> Result | None:
    try:
        return pickle.load(pipe)  # type: ignore[no-any-return]
    except (EOFError, pickle.UnpicklingError):
        return None
