"""Copies of this process that do tasks, each the next one that is left.

A copy has everything that this process has made so far, so a task may be any function. Its result is sent back. If a
copy fails or is killed, there is no result: this process does the task itself, and reports what is wrong.
"""

from __future__ import annotations

import _thread
import contextlib
import gc
import os
import pickle
import select
import signal
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from cardgen.base.processors import become_copy

Result = TypeVar("Result")

#: The bytes of results that may wait while an earlier one is awaited: more would fill the memory.
_MOST_BYTES = 32 << 20

#: The tasks that each copy has: the one that it does, and the next one.
_TASKS_EACH = 2

#: The bytes of results that a copy can send before they are received.
_PIPE_SIZE = 1 << 20

#: The number of a task. So few bytes are always read from a pipe in one piece, also if several processes read it.
_NUMBER = struct.Struct("=I")

#: What is sent before a result: the number of its task, and its length.
_HEAD = struct.Struct("=IQ")


class Copies(Generic[Result]):
    """`count` copies of this process, which do `tasks` in their order. Results are pickled.

    None is no result. `count` may be 0. The copies end with this process, or when `close` is called.
    """

    def __init__(self, tasks: Sequence[Callable[[], Result]], count: int) -> None:
        self._tasks = tasks
        self._results: dict[int, tuple[int, Result | None]] = {}  # with their lengths
        self._given = 0
        self._received = 0
        self._processes: dict[int, int] = {}  # by the pipe that its results come out of
        self._ending: list[int] = []
        self._own_ends: tuple[int, ...] = ()  # of pipes to the copies, which must not hold these ends themselves
        if not count:
            return
        self._numbers, self._given_numbers = os.pipe()
        self._life, own_life = os.pipe()  # copies can read its end when this process has ended
        self._own_ends = self._given_numbers, own_life
        try:
            for _ in range(count):
                self._start()
            self._give(0)
        except BaseException:
            self.close()
            raise

    def take(self, number: int) -> Result | None:
        """Return the result of a task, once; None if this process has to do it. Waits for it."""
        self._give(number)
        while self._processes and number not in self._results:
            for pipe in select.select(list(self._processes), [], [])[0]:
                try:
                    self._receive(pipe)
                    self._give(number)
                except (EOFError, OSError, pickle.UnpicklingError):  # killed, and nobody knows in which task
                    self.close()
                    break
        _, result = self._results.pop(number, (0, None))
        return result

    def close(self) -> None:
        """End the copies, also in the middle of a task."""
        self._end()
        while self._ending:
            os.waitpid(self._ending.pop(), 0)

    def _end(self) -> None:
        """Let the copies end, which takes a moment."""
        if not self._processes:
            return
        for descriptor in (self._numbers, self._life, *self._own_ends):
            os.close(descriptor)
        self._own_ends = ()
        while self._processes:
            pipe, process = self._processes.popitem()
            os.close(pipe)
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            self._ending.append(process)

    def _give(self, number: int) -> None:
        """Give the copies tasks as long as there is room for their results, and the task `number` in any case."""
        room = sum(length for length, _ in self._results.values()) < _MOST_BYTES
        most = self._received + _TASKS_EACH * len(self._processes) if room else 0
        while self._processes and self._given < min(max(number + 1, most), len(self._tasks)):
            os.write(self._given_numbers, _NUMBER.pack(self._given))
            self._given += 1

    def _receive(self, pipe: int) -> None:
        number, length = _HEAD.unpack(_read(pipe, _HEAD.size))
        self._results[number] = length, pickle.loads(_read(pipe, length))
        self._received += 1
        if self._received == len(self._tasks):
            self._end()  # while this process goes on

    def _start(self) -> None:
        pipe, results = os.pipe()
        process = os.fork()
        if process:
            os.close(results)
            self._processes[pipe] = process
            return
        try:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            for descriptor in (*self._own_ends, *self._processes):
                os.close(descriptor)
            os.close(pipe)
            gc.freeze()  # otherwise the copy would copy all memory when it looks for objects to collect
            become_copy()
            _thread.start_new_thread(self._end_with_parent, ())  # no `threading.Thread`: it does nothing else
            _widen(results)
            self._work(results)
        except BaseException:  # this includes the end of the other process
            os._exit(1)
        os._exit(0)

    def _end_with_parent(self) -> None:
        os.read(self._life, 1)
        os._exit(1)

    def _work(self, results: int) -> None:
        while True:
            (number,) = _NUMBER.unpack(os.read(self._numbers, _NUMBER.size))
            try:
                result = self._tasks[number]()
            except Exception:
                result = None
            content = pickle.dumps(result, pickle.HIGHEST_PROTOCOL)
            with os.fdopen(results, "wb", closefd=False) as stream:
                stream.write(_HEAD.pack(number, len(content)))
                stream.write(content)


def do_in_copies(tasks: Sequence[Callable[[], Result]], count: int) -> Iterator[Result | None]:
    """Yield the result of each task in order, done by at most `count` copies of this process; None if it failed.

    The copies end when the iterator is closed.
    """
    copies = Copies(tasks, min(count, len(tasks)))
    try:
        for number in range(len(tasks)):
            yield copies.take(number)
    finally:
        copies.close()


def _read(pipe: int, length: int) -> bytearray:
    """Return so many bytes from a pipe. EOFError if it ends before."""
    content = bytearray(length)
    view, done = memoryview(content), 0
    with os.fdopen(pipe, "rb", 0, closefd=False) as stream:
        while done < length:
            count = stream.readinto(view[done:])
            if not count:
                raise EOFError
            done += count
    return content


def _widen(pipe: int) -> None:
    with contextlib.suppress(ImportError, AttributeError, OSError):  # systems without wide pipes
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)
