"""Oversized projects: each is a whole small game in which one file is a bomb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bomb:
    """An oversized project: its files by path, written below a new folder."""

    name: str
    files: Mapping[str, bytes]
