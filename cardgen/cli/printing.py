"""Print messages in the language of the run."""

from __future__ import annotations

import sys
from typing import Any

from cardgen.words.language import localised


def say(value: Any) -> None:
    """Print a line on stdout; a message in the language of the run."""
    print(localised(value), flush=True)


def warn(value: Any) -> None:
    """Print a line on stderr; a message in the language of the run."""
    print(localised(value), file=sys.stderr, flush=True)
