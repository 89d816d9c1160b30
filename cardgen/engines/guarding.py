"""Engines of any package, guarded: a method that raises or returns what its protocol does not say is an error.

The error names the engine. Without it, a mistake in a plug-in would end in a traceback far from its cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from cardgen.base.errors import DataError, Fault, Place, Text, did_you_mean
from cardgen.base.words.messages import message
from cardgen.engines import Bars, Diagram, Engine, PositionProblem, Problem, RulesProblem
from cardgen.engines.studies import StudyOptions


class EngineError(DataError):
    """An engine that does not do what its protocol says."""

    def __init__(self, engine: str, problem: Text, hint: Text = "") -> None:
        super().__init__(
            Fault(Place(), message("rules engine {engine!r}: {problem}", engine=engine, problem=problem), hint)
        )


def guard_engine(name: str, engine: Engine) -> Engine:
    """Return an engine with the methods of the protocols that this one has, each guarded. Its type is called `name`."""
    methods = {method: getattr(engine, method) for method in _RESULTS if hasattr(engine, method)}
    guarded = {method: staticmethod(_guarded(name, method, call)) for method, call in methods.items()}
    made: Engine = type(name, (), guarded)()
    return made


def engine_name(engine: Engine) -> str:
    """Return the name of a guarded engine."""
    return type(engine).__name__


def check_letters(engine: Engine, diagrams: Iterable[Diagram], known: Iterable[str]) -> None:
    """Raise EngineError if diagrams have a character that is neither `.`, `#` nor one of the `known` ids of cards."""
    ids = {".", "#", "", *known}
    for diagram in diagrams:
        for letter in (*"".join(diagram.rows), *diagram.points.values(), diagram.letter):
            if letter not in ids:
                text = message("a diagram has {letter!r}, which is no card with a colour", letter=letter)
                raise EngineError(engine_name(engine), text, did_you_mean(letter, sorted(ids - {"."})))


# ---------------------------------------------------------------- results


def _is_list_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list | tuple) and all(isinstance(item, kind) for item in value)


def _is_mapping_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, Mapping) and all(isinstance(item, kind) for item in value.values())


#: What a study has.
_STUDY = ("NAME", "TITLE", "VERSION", "Settings", "trial", "trial_count", "describe", "summarise")

#: Method -> what it returns, in words, and whether a value is that.
_RESULTS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "ruleset_model": ("a pydantic model", lambda value: hasattr(value, "model_validate")),
    "deck_codes": ("a mapping of texts", _is_mapping_of(str)),
    "check_deck": ("a list of Problem", _is_list_of(Problem)),
    "rules_codes": ("a mapping of texts", _is_mapping_of(str)),
    "check_rules": ("a list of RulesProblem", _is_list_of(RulesProblem)),
    "verify_position": ("a PositionProblem or None", lambda value: value is None or isinstance(value, PositionProblem)),
    "deck_coverage": ("a list of Bars", _is_list_of(Bars)),
    "draw_play": ("a list of Diagram, one at least", lambda value: bool(value) and _is_list_of(Diagram)(value)),
    "draw_example": ("a Diagram", lambda value: isinstance(value, Diagram)),
    "chapter_segments": ("a whole number", lambda value: isinstance(value, int)),
    "effect_text": ("a text", lambda value: isinstance(value, str)),
    "answer": ("a text", lambda value: isinstance(value, str)),
    "request_schema": ("a mapping", lambda value: isinstance(value, Mapping)),
    "study_names": ("a list of texts", _is_list_of(str)),
    "load_study": (
        "a study with " + ", ".join(_STUDY),
        lambda value: all(hasattr(value, name) for name in _STUDY),
    ),
    "study_options": ("a mapping of StudyOptions", _is_mapping_of(StudyOptions)),
    "table_folder": (
        "the path of a folder or None",
        lambda value: value is None or (isinstance(value, Path) and value.is_dir()),
    ),
    "commands": (
        "a mapping of functions",
        lambda value: isinstance(value, Mapping) and all(map(callable, value.values())),
    ),
    "turn_game": ("a TurnGame", lambda value: hasattr(value, "legal_turns")),
    "solver": ("a text", lambda value: isinstance(value, str)),
}

#: Method -> the errors that its protocol allows.
_ALLOWED: Mapping[str, type[Exception]] = {"draw_play": ValueError, "draw_example": ValueError, "load_study": KeyError}


def _guarded(name: str, method: str, call: Callable[..., Any]) -> Callable[..., Any]:
    expected, is_right = _RESULTS[method]

    def guarded(*arguments: Any) -> Any:
        try:
            value = call(*arguments)
        except (DataError, _ALLOWED.get(method, DataError)):
            raise
        except Exception as error:  # whatever somebody else's code raises
            last = extract_tb(error.__traceback__)[-1]
            text = message(
                "{method} fails with {error}", method=f"`{method}`", error=f"{type(error).__name__}: {error}"
            )
            hint = message("at {place}", place=f"{Path(last.filename).name}:{last.lineno}")
            raise EngineError(name, text, hint) from error
        if not is_right(value):
            kind = value.__name__ if isinstance(value, type | ModuleType) else type(value).__name__
            text = message(
                "{method} returns {value}, expected {expected}", method=f"`{method}`", value=kind, expected=expected
            )
            raise EngineError(name, text)
        return value

    return guarded
