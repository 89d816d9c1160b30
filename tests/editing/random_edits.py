"""Random edits of files, and what the files must read as after them."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from cardgen.editing.operations import Delete, Insert, Move, Operation, Path, Rename, SetValue

#: Texts that YAML, tables or workbooks write in a special way.
TEXTS = (
    *(
        "x",
        "two words",
        "a: b",
        "# no",
        "it's",
        'say "hi"',
        "汉字，冒号：",
        "「引号」",
        "1.5",
        "true",
        "null",
        "~",
        "-",
    ),
    *("- a", "a\nb", "a\n\nb\n", "multi\nline\ntext\n", " lead", "trail ", "a, b", "[x]", "{y}", "", "@at", "é", "a#b"),
    *(
        "a #b",
        "x:",
        "=",
        "=1+1",
        "<",
        "0x1f",
        "a\tb",
        "?q",
        "!t",
        "%p",
        "|",
        "> q",
        "…",
        "\U0001f642",
        "_x000D_",
        "a;b",
    ),
)
NUMBERS = (0, 1, -3, 2.5, 1e-7, 100_000)


def random_value(chance: random.Random, depth: int = 0) -> Any:
    """Return a text, a number, another scalar, or a list or mapping of such."""
    kind = chance.random()
    if kind < 0.6 or depth > 1:
        return chance.choice(TEXTS)
    if kind < 0.75:
        return chance.choice((*NUMBERS, True, False, None))
    if kind < 0.87:
        return [random_value(chance, depth + 1) for _ in range(chance.randint(0, 3))]
    return {f"{chance.choice('abcdefgh')}{i}": random_value(chance, depth + 1) for i in range(chance.randint(0, 3))}


def paths_in(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of a value, then those of all values in it."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from paths_in(part, (*path, key))


def value_at(value: Any, path: Path) -> Any:
    """Return the value at a path."""
    for step in path:
        value = value[step]
    return value


def changed_value(chance: random.Random, value: Any) -> Any:
    """Return another value: any, or of a mapping or list often the same with a few differences."""
    if not isinstance(value, dict | list) or chance.random() < 0.3:
        return random_value(chance)
    changed = copy.deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        part = value_at(changed, chance.choice([path for path in paths_in(changed) if _has_parts(changed, path)]))
        keys = list(part if isinstance(part, dict) else range(len(part)))
        deed = chance.random() if keys else 1.0
        if deed < 0.4:
            del part[keys[-1] if isinstance(part, list) else chance.choice(keys)]
        elif deed < 0.7:
            part[chance.choice(keys)] = random_value(chance)
        else:
            insert_into(part, f"k{chance.randint(0, 99)}", len(part), random_value(chance))
    return changed


def _has_parts(value: Any, path: Path) -> bool:
    return isinstance(value_at(value, path), dict | list)


def insert_into(around: Any, key: Any, at: int, value: Any) -> None:
    """Insert an entry into a mapping or list, before the one with a number."""
    if isinstance(around, list):
        around.insert(at, value)
        return
    entries = [(other, part) for other, part in around.items() if other != key]
    entries.insert(at, (key, value))
    around.clear()
    around.update(entries)


def random_operation(chance: random.Random, file: str, value: Any) -> tuple[Operation, Any]:
    """Return an operation on a YAML file that reads as `value`, and what the file must read as after it."""
    expected = copy.deepcopy(value)
    path = chance.choice(list(paths_in(value))[1:])
    around, key = value_at(expected, path[:-1]), path[-1]
    kind = chance.choice((SetValue, SetValue, SetValue, Insert, Delete, Move, Rename))
    if kind is Rename and isinstance(around, dict):
        name = chance.choice([name for name in ("new key", "n:1", "4", "ok", "{n}") if name not in around])
        insert_into(around, name, list(around).index(key), around.pop(key))
        return Rename(file, path, name), expected
    if kind is Insert:
        at, added = chance.randint(0, len(around)), random_value(chance)
        name = next(name for name in ("more", "even more", "most") if name not in around)
        insert_into(around, name, at, added)
        return Insert(file, (*path[:-1], name if isinstance(around, dict) else at), added, at), expected
    if kind is Delete:
        del around[key]
        return Delete(file, path, value_at(value, path)), expected
    if kind is Move:
        to = chance.randrange(len(around))
        insert_into(around, key, to, around.pop(key))
        return Move(file, path, to), expected
    around[key] = changed_value(chance, around[key])
    return SetValue(file, path, value_at(value, path), around[key]), expected
