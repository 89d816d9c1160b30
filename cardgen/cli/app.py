"""The command line: reads arguments, calls the library, prints, exits. Nothing else in cardgen prints.

Exit codes: 0 all is well, 1 a check has findings, 2 the input or the request cannot be used.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from types import ModuleType
from typing import Any

from cardgen.cache.sealed import cache_folder, cache_problem

# Everything else is imported when it is needed: typer takes longer to import than `cardgen --help` should take.


#: New objects after which unused ones are looked for: nearly all that a command makes lives as long as the command.
_MOST_NEW = 500_000


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command, and turn what the library raises into messages and exit codes."""
    thresholds = gc.get_threshold()
    gc.set_threshold(_MOST_NEW)
    try:
        _run(arguments)
    finally:
        gc.set_threshold(*thresholds)


def run_program() -> None:
    """Run the command of this process's arguments, and end the process."""
    gc.set_threshold(_MOST_NEW)  # it stays: the next object would have all others visited
    try:
        _run(None)
    except SystemExit as end:
        if isinstance(end.code, int | None):
            _end_process(end.code or 0)
        raise
    _end_process(0)


def _end_process(code: int) -> None:
    """End this process without freeing its objects one by one, which takes a tenth of the time of a small build.

    Returns if Python has to end it: other threads are running, or what was printed cannot be written.
    """
    threads = sys.modules.get("threading")
    if threads is not None and threads.active_count() > 1:
        return
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):  # ValueError: closed
        return
    os._exit(code)


def _run(arguments: Sequence[str] | None) -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # Chinese names on a terminal that was not set up for them
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        _run_command(arguments)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        _print_system_error(error)
        sys.exit(2)
    except Exception as error:
        from cardgen.base.errors import DataError, Fault, Place, WrongValueError
        from cardgen.building.build import FindingsError
        from cardgen.cli.findings import print_refusal

        if isinstance(error, WrongValueError):  # a glyph that cannot be drawn, in a text that no file has
            error = DataError(Fault(Place(), error.text, error.hint))
        if not isinstance(error, DataError | FindingsError):
            raise
        print_refusal(error)
        sys.exit(2)


def _run_command(arguments: Sequence[str] | None) -> None:
    from cardgen.cli.shortcuts import is_done, remembered

    own = sys.argv[1:] if arguments is None else None
    if own is not None:
        _disable_pydantic_plugins()
        if is_done(own):
            return
    from cardgen.cli.localising import run_app
    from cardgen.cli.tree import app

    if cache_problem():
        _print_cache_problem()
    with remembered(own):
        run_app(app, arguments)


def _print_cache_problem() -> None:
    from cardgen.base.words.messages import message

    text = {
        "owner": message("cardgen: the cache {path} is not used: it belongs to another user", path=cache_folder()),
        "open": message("cardgen: the cache {path} is not used: anybody may write into it", path=cache_folder()),
    }[cache_problem() or "owner"]
    print(text, file=sys.stderr)


def _disable_pydantic_plugins() -> None:
    """Keep pydantic from looking for its plug-ins in every package.

    Even if they are disabled, it imports the module that finds them, which takes longer than to build a model.
    """
    if os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__") == "__all__":
        sys.modules.setdefault(_LOADER, _NoPlugins(_LOADER))


_LOADER = "pydantic.plugin._loader"


class _NoPlugins(ModuleType):
    """Stands in for pydantic's module. Anything else that pydantic may ask of it comes from the module itself."""

    @staticmethod
    def get_plugins() -> tuple[()]:
        """Return no plug-ins."""
        return ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        sys.modules.pop(_LOADER, None)
        return getattr(import_module(_LOADER), name)


def _print_system_error(error: OSError) -> None:
    from cardgen.base.words.language import localised
    from cardgen.base.words.messages import message
    from cardgen.cli.printing import warn

    file: Any = error.filename or message("a file")
    reason: Any = error.strerror or error
    warn(f"cardgen: {localised(file)}: {localised(reason)}")
