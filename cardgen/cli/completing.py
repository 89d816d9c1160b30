"""Completion of values in a shell: games, exports, papers, decks, printers.

What it needs is imported when it is asked for. A value that cannot be looked up has no completions.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardgen.base.errors import DataError
from cardgen.data.project import chosen_game, declared, find_project, games_to_name


def complete_games(ctx: Any, incomplete: str) -> list[str]:
    """Return the games of the project, and those that come with cardgen if no project is named."""
    with contextlib.suppress(DataError, OSError):
        return _matching(games_to_name(_folder(ctx)), incomplete)
    return []


def complete_starters(incomplete: str) -> list[str]:
    """Return what a new project can start from."""
    from cardgen.starters.starting import known_starters

    return _matching(known_starters(), incomplete)


def complete_exports(ctx: Any, incomplete: str) -> list[str]:
    """Return the exports, and the print services in files of the game."""
    from cardgen.products.exports.registry import export_names

    targets = _declared(ctx, "targets")
    own = targets.get("exports") if isinstance(targets, dict) else None
    return _matching({*export_names(), *(own if isinstance(own, dict) else ())}, incomplete)


def complete_papers(incomplete: str) -> list[str]:
    """Return the papers that have names, for the last word of a list."""
    from cardgen.base.units import PAPERS

    return _matching_last(PAPERS, incomplete)


def complete_printers(incomplete: str) -> list[str]:
    """Return the names of the user's printers."""
    from cardgen.products.printers import NONE, read_printers

    with contextlib.suppress(DataError, OSError):
        return _matching((*read_printers().by_name, NONE), incomplete)
    return []


def complete_decks(ctx: Any, incomplete: str) -> list[str]:
    """Return the decks of the game, for the last word of a list."""
    decks = _declared(ctx, "decks")
    return _matching_last(decks if isinstance(decks, dict) else (), incomplete)


def complete_editions(ctx: Any, incomplete: str) -> list[str]:
    """Return the editions and the languages of the game, for the last word of a list."""
    languages = [_declared(ctx, key) for key in ("editions", "languages")]
    return _matching_last({name for names in languages if isinstance(names, list) for name in names}, incomplete)


def _folder(ctx: Any) -> Path | None:
    folder = ctx.params.get("project")
    return Path(folder) if folder else None


def _declared(ctx: Any, key: str) -> Any:
    """Return what game.yaml of the game that is meant has under a key; None if it cannot be read."""
    folder = _folder(ctx)
    with contextlib.suppress(DataError, OSError):
        # An option without its value ends the parsing of what was typed, and leaves the rest as it is.
        typed = [name for name in ctx.args if name in games_to_name(folder)]
        name = chosen_game(folder, ctx.params.get("game") or next(iter(typed), ""))
        return declared(find_project(folder, name), name, key)
    return None


def _matching(names: Iterable[str], incomplete: str) -> list[str]:
    return sorted(name for name in names if name.startswith(incomplete))


def _matching_last(names: Iterable[str], incomplete: str) -> list[str]:
    """Return lists whose last word is completed."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _matching(map(str, names), last) if name not in before.split(",")]
