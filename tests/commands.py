"""`cardgen` as it is called in a shell, but in the process of the tests: starting Python takes longer than most."""

from __future__ import annotations

import contextlib
import contextvars
import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from cardgen.cli.app import main
from tests.games_on_disk import REPOSITORY


@dataclass(frozen=True)
class Done:
    """The exit code of a command, and its output."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, cwd: Path = REPOSITORY, stdin: str = "", **environment: str) -> Done:
    """The command `cardgen` with these arguments, in a folder, with more variables in its environment."""
    out, err = _stream(), _stream()
    code = 0
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.chdir(cwd))
        stack.enter_context(mock.patch.dict(os.environ, environment))
        for name, value in (
            ("argv", ["cardgen", *arguments]),
            ("stdin", _stream(stdin)),
            ("stdout", out),
            ("stderr", err),
        ):
            stack.enter_context(mock.patch.object(sys, name, value))
        try:
            contextvars.copy_context().run(main)  # its choice of a language ends with it
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return Done(code, _text(out), _text(err))


def _stream(text: str = "") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()
