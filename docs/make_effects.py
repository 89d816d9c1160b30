"""Write the tables of docs/effects.md: `python docs/make_effects.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardgen.engines.effects.functions import FUNCTIONS
from cardgen.engines.effects.verbs.kinds import BLOCKS, VERBS, VerbKind
from cardgen.engines.effects.vocabulary import COMMON_EVENTS, SPANS

PAGE = Path(__file__).parent / "effects.md"

_TABLE = re.compile(r"(<!-- (\w+): docs/make_effects\.py -->\n).*?(<!-- end -->)", re.DOTALL)


def with_tables(page: str) -> str:
    """Return the page with its tables written anew."""
    tables = {"verbs": _verbs(VERBS), "blocks": _verbs(BLOCKS), "functions": _functions(), "events": _events()}
    return _TABLE.sub(lambda match: f"{match[1]}\n{tables[match[2]]}\n\n{match[3]}", page)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = list(head)
    lines = [f"| {' | '.join(row)} |".replace("  |", " |") for row in rows]
    return "\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *lines])


def _verbs(kinds: Mapping[str, VerbKind]) -> str:
    rows = [
        (
            f"`{name}: {kind.argument}`",
            ", ".join(_key(key, kind) for key in kind.keys),
            kind.summary.replace("|", "\\|"),
        )
        for name, kind in kinds.items()
    ]
    return _table(("verb" if kinds is VERBS else "block", "other keys", "does"), rows)


def _key(key: str, kind: VerbKind) -> str:
    needed = " (needed)" if key in kind.needs else ""
    return f"`{key}: {kind.keys[key]}`{needed}"


def _functions() -> str:
    rows = [
        (f"`{name}`", summary if summary.startswith("`") else f"`{name}(n)`: {summary}")
        for name, summary in ((name, function.summary) for name, function in FUNCTIONS.items())
    ]
    return _table(("function", "what"), rows) + f"\n\nSpans are {', '.join(f'`{span}`' for span in SPANS)}."


def _events() -> str:
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, kind in COMMON_EVENTS.items():
        values = ", ".join(f"`{value}`" for value in kind.values)
        alike.setdefault((values, ", ".join(kind.steps), f"`{kind.subject}`"), []).append(f"`{name}`")
    rows = [(", ".join(names), *row) for row, names in alike.items()]
    return _table(("event", "values", "steps", "subject"), rows)


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
