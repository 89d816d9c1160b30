"""Command lines that need no typer: the help of cardgen, and builds that were asked for before.

To import typer and to read the options takes longer than the help or a build with nothing to do. What typer makes of
some arguments is the same every time, so it is kept in the cache together with the stamp of the code: the text of the
help, and the options of a build.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from io import StringIO
from typing import TYPE_CHECKING, Any

from cardgen.cache.code import code_stamp
from cardgen.cache.sealed import read_cache, write_cache

if TYPE_CHECKING:
    from pathlib import Path

    from cardgen.products.options import Options

#: The arguments of this process, while its command runs.
_ARGUMENTS: ContextVar[Sequence[str] | None] = ContextVar("arguments", default=None)

#: Variables of the environment that decide the language and the width of the help.
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS", "TERMINAL_WIDTH")

#: Typer reads variables that begin like this, for the completion of commands in a shell and for tests of it.
_COMPLETION = ("_CARDGEN_", "_TYPER_")


def is_done(arguments: Sequence[str]) -> bool:
    """Do what the arguments ask for, if it is known. Return False if typer has to read them. Errors as for a build."""
    if not _can_be_kept(arguments):
        return False
    if _is_help(arguments):
        text = _read(_name("help", arguments, *_screen()))
        if isinstance(text, str):
            print(text, end="", flush=True)
        return isinstance(text, str)
    return "build" in arguments and _is_built(arguments)


@contextlib.contextmanager
def remembered(arguments: Sequence[str] | None) -> Iterator[None]:
    """Keep what typer makes of the arguments of this process: it reads them in this context. None keeps nothing."""
    if arguments is None or not _can_be_kept(arguments):
        yield
    elif _is_help(arguments):
        with _remember_help(_name("help", arguments, *_screen())):
            yield
    else:
        token = _ARGUMENTS.set(arguments)
        try:
            yield
        finally:
            _ARGUMENTS.reset(token)


def _can_be_kept(arguments: Sequence[str]) -> bool:
    # On Windows, patterns in arguments are replaced by the names of files.
    changing = os.name == "nt" and set("".join(arguments)) & set("*?[~$%")
    return not changing and not any(name.startswith(_COMPLETION) for name in os.environ)


def _name(kind: str, arguments: Sequence[str], *facts: str) -> str:
    """Return the name in the cache of what is kept for arguments."""
    digest = hashlib.sha256("\0".join([*facts, *arguments]).encode(errors="surrogateescape"))
    return f"{kind}-{digest.hexdigest()[:32]}.json"


def _read(name: str) -> Any:
    """Return what is kept under a name; None if there is nothing, or if it was kept by other code."""
    with contextlib.suppress(ValueError, TypeError):
        stamp, value = json.loads(read_cache(name) or "")
        return value if stamp == code_stamp() else None
    return None


def _keep(name: str, value: Any) -> None:
    stamp = code_stamp()
    if stamp is not None:
        write_cache(name, json.dumps([stamp, value]).encode())


# ---------------------------------------------------------------- help


def _is_help(arguments: Sequence[str]) -> bool:
    """Return True for `cardgen --help`, also in a language that is given before it."""
    *before, last = arguments or [""]
    return last in ("-h", "--help") and (not before or (len(before) == 2 and before[0] == "--messages"))


def _screen() -> list[str]:
    """Return what decides the help beside the arguments: the language, the width of the terminal, the program."""
    width = 0
    with contextlib.suppress(AttributeError, ValueError, OSError):
        width = os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else 0
    package = getattr(sys.modules["__main__"], "__package__", None)
    return [str(width), sys.argv[0], str(package), *(os.environ.get(name, "") for name in _VARIABLES)]


@contextlib.contextmanager
def _remember_help(name: str) -> Iterator[None]:
    text, stdout = StringIO(), sys.stdout
    try:
        with contextlib.redirect_stdout(text):
            yield
    except SystemExit as end:
        if not end.code:
            _keep(name, text.getvalue())
        raise
    finally:
        print(text.getvalue(), end="", file=stdout, flush=True)


# ---------------------------------------------------------------- builds


def remember_build(
    project: Path | None,
    game: str,
    out: Path | None,
    options: Options,
    quiet: bool,
    as_json: bool,
    printer: tuple[str, Mapping[str, Any]],
) -> None:
    """Keep what the arguments of this process ask `cardgen build` for."""
    arguments = _ARGUMENTS.get()
    if arguments is not None:
        from dataclasses import asdict

        folders = [None if folder is None else str(folder) for folder in (project, out)]
        _keep(_name("build", arguments), [*folders, game, asdict(options), quiet, as_json, *printer])


def _is_built(arguments: Sequence[str]) -> bool:
    """Build what the arguments ask for. Return False if that is not known. Errors as for `build_game`."""
    request = _read(_name("build", arguments))
    if request is None:
        return False
    from pathlib import Path

    from cardgen.base.words.language import choose_language, use_language
    from cardgen.cli.builds import build_and_print
    from cardgen.products.options import Options

    use_language(choose_language(arguments, os.environ))
    *folders, game, fields, quiet, as_json, printer, changes = request
    project, out = (None if folder is None else Path(folder) for folder in folders)
    values: dict[str, Any] = {
        name: tuple(field) if isinstance(field, list) else field for name, field in fields.items()
    }
    changes = {key: tuple(numbers) for key, numbers in changes.items()}
    build_and_print(project, game, out, Options(**values), quiet, as_json, (printer, changes))
    return True
