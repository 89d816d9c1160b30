"""Public modules: each name is imported from the module that defines it when it is first used."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # the module `typing` would be loaded with every name
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def lazy_names(
    module: dict[str, object], public: Mapping[str, Sequence[str]]
) -> tuple[list[str], Callable[[str], object]]:
    """Return `__all__` and `__getattr__` of a module whose `globals()` are `module`.

    `public` has its names by the modules that define them.
    """
    places = {name: place for place, names in public.items() for name in names}

    def get(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")
        value = module[name] = getattr(import_module(places[name]), name)
        return value

    return sorted(places), get
