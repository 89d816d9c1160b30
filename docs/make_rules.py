"""Write the table of functions in docs/rules.md: `python docs/make_rules.py`."""

from __future__ import annotations

import re
from pathlib import Path

from cardgen.data.rules.functions import FUNCTIONS

PAGE = Path(__file__).parent / "rules.md"

_TABLE = re.compile(r"(<!-- functions: docs/make_rules\.py -->\n).*?(<!-- end -->)", re.DOTALL)


def with_table(page: str) -> str:
    """Return the page with the table of functions written anew."""
    rows = [f"| `{name}` | {function.summary} |" for name, function in FUNCTIONS.items()]
    table = "\n".join(["| function | what |", "|---|---|", *rows])
    return _TABLE.sub(lambda match: f"{match[1]}\n{table}\n\n{match[2]}", page)


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
