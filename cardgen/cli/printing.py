"""Print messages in the language of the run, and data."""

from __future__ import annotations

import json
import sys
from typing import Any

from cardgen.words.language import localised


def say(value: Any) -> None:
    """Print a line on stdout; a message in the language of the run."""
    print(localised(value), flush=True)


def warn(value: Any) -> None:
    """Print a line on stderr; a message in the language of the run."""
    print(localised(value), file=sys.stderr, flush=True)


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2))
