"""Dataclasses that cost little to declare: `dataclass`, `field` and `replace` in place of the standard library's.

The standard library compiles six methods of a class when its module is imported. A build imports some 200 such classes
and uses half of them, so this took a tenth of the time of a small build. Here a method is compiled when it is first
called.

Supported are `eq`, `order`, `frozen`, `slots`, `weakref_slot` and `kw_only` of a class, and `default`,
`default_factory`, `repr` and `compare` of a field. The functions of `dataclasses` accept these classes, and its
dataclasses can derive from them. A class that derives from a frozen one is frozen, too.
"""

from __future__ import annotations

import sys
from functools import cache
from types import CodeType, FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, ClassVar, get_origin

if TYPE_CHECKING:  # type checkers know the standard library's
    from collections.abc import Callable
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace

_MISSING: Any = object()

#: The attributes of a class with its fields: those that it declares itself, and all by name.
_OWN, _ALL = "__own_fields__", "__all_fields__"


class _Field:
    """A field of a class."""

    __slots__ = ("annotation", "compare", "default", "factory", "keyword", "name", "repr")

    def __init__(self, default: Any, factory: Any, in_repr: bool, compare: bool) -> None:
        self.default, self.factory, self.repr, self.compare = default, factory, in_repr, compare
        self.name, self.annotation, self.keyword = "", None, False


def _field(
    *,
    default: Any = _MISSING,
    default_factory: Any = _MISSING,
    repr: bool = True,  # noqa: A002
    compare: bool = True,
) -> Any:
    """Return the declaration of a field, as `dataclasses.field` does."""
    return _Field(default, default_factory, repr, compare)


def _dataclass(
    cls: Any = None,
    /,
    *,
    eq: bool = True,
    order: bool = False,
    frozen: bool = False,
    slots: bool = False,
    weakref_slot: bool = False,
    kw_only: bool = False,
) -> Any:
    """Add methods to a class by its annotated attributes, as `dataclasses.dataclass` does."""

    def decorate(declared: Any) -> Any:
        own = _own_fields(declared, kw_only)
        made = _in_slots(declared, own, weakref_slot) if slots else declared
        # A field that a derived class declares again keeps its place.
        fields = {part.name: part for base in made.__mro__[:0:-1] for part in base.__dict__.get(_OWN, ())}
        fields |= {part.name: part for part in own}
        setattr(made, _OWN, own)
        setattr(made, _ALL, fields)
        _add_methods(made, tuple(fields.values()), eq, order, frozen, slots)
        options = {"eq": eq, "order": order, "frozen": frozen}
        for name in ("__dataclass_fields__", "__dataclass_params__", "__signature__"):
            setattr(made, name, _Standard(made, name, options))
        return made

    return decorate if cls is None else decorate(cls)


def _replace(instance: Any, /, **changes: Any) -> Any:
    """Return an instance with changes in some of its fields, as `dataclasses.replace` does."""
    cls = type(instance)
    names = getattr(cls, _ALL, None)
    if names is None:
        import dataclasses

        return dataclasses.replace(instance, **changes)
    for name in names:
        if name not in changes:
            changes[name] = getattr(instance, name)
    return cls(**changes)


if not TYPE_CHECKING:
    #: Make a dataclass, as `dataclasses.dataclass` does. The class costs less to declare, and its objects less to make.
    dataclass = _dataclass
    #: Declare a field of a dataclass, as `dataclasses.field` does.
    field = _field
    #: Return a copy with other values of fields, as `dataclasses.replace` does.
    replace = _replace


# ---------------------------------------------------------------- declarations


def _annotations(cls: type) -> dict[str, Any]:
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations

        return get_annotations(cls, format=Format.FORWARDREF)
    annotations: dict[str, Any] = cls.__dict__.get("__annotations__", {})  # noqa: RUF063  inspect is slow to import
    return annotations


def _own_fields(cls: type, keyword: bool) -> list[_Field]:
    """Return the fields that a class declares, and leave their defaults as its attributes."""
    fields = []
    for name, annotation in _annotations(cls).items():
        if get_origin(annotation) is ClassVar or str(annotation).startswith(("ClassVar", "typing.ClassVar")):
            continue
        default = cls.__dict__.get(name, _MISSING)
        part = default if isinstance(default, _Field) else _Field(default, _MISSING, True, True)
        part.name, part.annotation, part.keyword = name, annotation, keyword
        fields.append(part)
        if part is default:
            delattr(cls, name)
            if part.default is not _MISSING:
                setattr(cls, name, part.default)
    return fields


def _in_slots(declared: Any, own: list[_Field], weakref: bool) -> Any:
    """Return the class again, with slots for its fields: they cannot be added to a class."""
    inherited = {name for base in declared.__mro__[1:-1] for name in base.__dict__.get("__slots__", ())}
    names = [part.name for part in own]
    content = {name: value for name, value in declared.__dict__.items() if name not in ("__dict__", "__weakref__")}
    for name in names:
        content.pop(name, None)
    more = ["__weakref__"] if weakref else []
    content["__slots__"] = tuple(name for name in (*names, *more) if name not in inherited)
    made = type(declared)(declared.__name__, declared.__bases__, content)
    made.__qualname__ = declared.__qualname__
    return made


class _Standard:
    """An attribute that only the standard library asks for: its own view of the class, made when it is needed."""

    def __init__(self, cls: Any, name: str, options: Any) -> None:
        self.cls, self.name, self.options = cls, name, options

    def __get__(self, instance: object, owner: type) -> Any:
        value = self._signature() if self.name == "__signature__" else getattr(self._standard(), self.name)
        setattr(self.cls, self.name, value)
        return value

    def _standard(self) -> Any:
        import dataclasses

        def standard(part: _Field) -> Any:
            given = {"default": part.default, "default_factory": part.factory}
            given = {key: value for key, value in given.items() if value is not _MISSING}
            return dataclasses.field(**given, repr=part.repr, compare=part.compare, kw_only=part.keyword)

        fields = [(part.name, part.annotation, standard(part)) for part in getattr(self.cls, _ALL).values()]
        return dataclasses.make_dataclass(self.cls.__name__, fields, **self.options)

    def _signature(self) -> Any:
        import inspect

        return inspect.signature(self._standard())


# ---------------------------------------------------------------- methods


def _add_methods(cls: Any, fields: tuple[_Field, ...], eq: bool, order: bool, frozen: bool, slots: bool) -> None:
    own = cls.__dict__
    cls.__match_args__ = tuple(part.name for part in fields if not part.keyword)  # type: ignore[misc]
    _add_lazily(cls, "__init__", lambda: _init(cls, fields))
    compared = [part.name for part in fields if part.compare]
    if "__repr__" not in own:
        cls.__repr__ = _repr
    if eq and "__eq__" not in own:
        _add_lazily(cls, "__eq__", lambda: _comparison("eq", "==", compared))
    if order:
        for name, sign in (("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")):
            _add_lazily(cls, f"__{name}__", lambda name=name, sign=sign: _comparison(name, sign, compared))  # type: ignore[misc]
    if eq and (own.get("__hash__") is None):
        if frozen:
            _add_lazily(cls, "__hash__", lambda: _hash(compared))
        else:
            cls.__hash__ = None
    if frozen:
        cls.__setattr__, cls.__delattr__ = _refuse_to_set, _refuse_to_delete
        if slots and "__getstate__" not in own:
            cls.__getstate__, cls.__setstate__ = _state, _set_state


def _add_lazily(cls: Any, name: str, make: Callable[[], Any]) -> None:
    """Add a method that is compiled when it is first called."""

    def method(self: object, *args: Any, **kwargs: Any) -> Any:
        made = make()
        made.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, made)
        return made(self, *args, **kwargs)

    method.__name__ = name
    setattr(cls, name, method)


def _compiled(name: str, lines: list[str], values: dict[str, Any]) -> Any:
    """Return the function `name` of source lines, which may use `values`."""
    exec("\n".join(lines), values)
    return values[name]


def _init(cls: Any, fields: tuple[_Field, ...]) -> Any:
    ordered = sorted(fields, key=lambda part: part.keyword)
    keywords = sum(part.keyword for part in ordered)
    factories = tuple(number for number, part in enumerate(ordered) if part.factory is not _MISSING)
    code = _init_code(len(ordered), keywords, factories, hasattr(cls, "__post_init__"))
    values: dict[str, Any] = {"_missing": _MISSING}
    for number, part in enumerate(ordered):
        slot = getattr(cls, part.name, None)
        setter = slot.__set__ if isinstance(slot, MemberDescriptorType) else _setter(part.name)
        values[f"_set_{number}"] = setter
        values[f"_factory_{number}"] = part.factory
    named = code.replace(co_varnames=("self", *[part.name for part in ordered]))
    # The default of a field with a factory is _MISSING.
    given = [part for part in ordered if part.default is not _MISSING or part.factory is not _MISSING]
    before = tuple([part.default for part in given if not part.keyword])
    if given[: len(before)] != ordered[len(ordered) - keywords - len(before) : len(ordered) - keywords]:
        raise TypeError(f"a field of {cls.__qualname__} without a default follows one with a default")
    init = FunctionType(named, values, "__init__", before)
    init.__kwdefaults__ = {part.name: part.default for part in given if part.keyword}
    return init


@cache
def _init_code(count: int, keywords: int, factories: tuple[int, ...], calls_post_init: bool) -> CodeType:
    """Return the code of `__init__` for `count` fields: most classes have one of few forms, with names of their own."""
    names = [f"field_{number}" for number in range(count)]
    parameters = ["self", *names[: count - keywords], *["*"][:keywords], *names[count - keywords :]]
    lines = [f"def __init__({', '.join(parameters)}):"]
    for number, name in enumerate(names):
        value = f"_factory_{number}() if {name} is _missing else {name}" if number in factories else name
        lines.append(f"    _set_{number}(self, {value})")
    lines += ["    self.__post_init__()"] * calls_post_init or ["    pass"]
    code: CodeType = _compiled("__init__", lines, {}).__code__
    return code


def _setter(name: str) -> Callable[[object, object], None]:
    return lambda instance, value: object.__setattr__(instance, name, value)


def _comparison(name: str, sign: str, names: list[str]) -> Any:
    ours, theirs = ("(" + "".join(f"{of}.{part}, " for part in names) + ")" for of in ("self", "other"))
    lines = [
        f"def __{name}__(self, other):",
        "    if other.__class__ is self.__class__:",
        f"        return {ours} {sign} {theirs}",
        "    return NotImplemented",
    ]
    return _compiled(f"__{name}__", lines, {})


def _hash(names: list[str]) -> Any:
    values = "".join(f"self.{name}, " for name in names)
    return _compiled("__hash__", ["def __hash__(self):", f"    return hash(({values}))"], {})


def _repr(self: Any) -> str:
    shown = (f"{part.name}={getattr(self, part.name)!r}" for part in getattr(self, _ALL).values() if part.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse_to_set(self: object, name: str, value: object) -> None:  # noqa: ARG001
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:  # noqa: ARG001
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in getattr(self, _ALL)]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(getattr(self, _ALL), state, strict=True):
        object.__setattr__(self, name, value)
