"""Block-Killer: its rules as code. Plain functions over frozen data; knows nothing of scenes, files or the web."""

from cardgen.games.block_killer.rules import Rules

__all__ = ["Rules"]
