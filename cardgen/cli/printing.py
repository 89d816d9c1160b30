"""Print messages in the language of the run, and data."""

from __future__ import annotations

import json
import sys
from contextvars import ContextVar
from typing import Any

from cardgen.base.words.language import localised

_QUIET: ContextVar[bool] = ContextVar("quiet", default=False)


def be_quiet(quiet: bool) -> bool:
    """Keep `say` from printing for the rest of the run, if `quiet`. Return `quiet`."""
    _QUIET.set(quiet)
    return quiet


def is_quiet() -> bool:
    """Return True if only errors are printed."""
    return _QUIET.get()


def say(value: Any) -> None:
    """Print a line on stdout, unless the run is quiet; a message in the language of the run."""
    if not is_quiet():
        print(localised(value), flush=True)


def warn(value: Any) -> None:
    """Print a line on stderr; a message in the language of the run."""
    print(localised(value), file=sys.stderr, flush=True)


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2))
