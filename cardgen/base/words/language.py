"""The language in which cardgen writes to people: decided here, once for each run of a command.

`--messages LANG` comes first, then the locale: LC_ALL, LC_MESSAGES, LANG. A library call writes English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Any

from cardgen.base.words.catalogues import catalogue_name
from cardgen.base.words.messages import render

#: The option that names the language, anywhere on the command line.
OPTION = "--messages"

#: The variables of a POSIX locale that decide about messages, the strongest first.
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")

_CURRENT: ContextVar[str] = ContextVar("language", default="en")


class UnknownLanguageError(ValueError):
    """There is no catalogue for the language that `--messages` names; `language` is what was given."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.language = language


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language for a command line, as a BCP 47 tag. UnknownLanguageError for an unknown `--messages`.

    A locale without a catalogue means English.
    """
    asked = _option(arguments)
    if asked is not None:
        language = _tag(asked)
        if language is None:
            raise UnknownLanguageError(asked)
        return language
    locale = next(filter(None, (environment.get(name) for name in _LOCALE)), "")
    return _tag(locale) or "en"


def without_language(arguments: Sequence[str]) -> list[str]:
    """Return the arguments without `--messages` and its value."""
    kept: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "--":
            return [*kept, argument, *rest]
        if argument == OPTION:
            del rest[:1]
        elif not argument.startswith(f"{OPTION}="):
            kept.append(argument)
    return kept


def _option(arguments: Sequence[str]) -> str | None:
    """Return the value of `--messages`, read before the command line is parsed; None if it is not given.

    If it is given several times, the last one counts.
    """
    value = None
    for position, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == OPTION:
            value = next(iter(arguments[position + 1 : position + 2]), "")
        elif argument.startswith(f"{OPTION}="):
            value = argument.removeprefix(f"{OPTION}=")
    return value


def _tag(written: str) -> str | None:
    """Return the language that a tag or a locale leads to: `zh_TW.UTF-8` is zh-Hant; None if there is none."""
    name = catalogue_name(written)
    if name is not None:
        return name.replace("_", "-")
    return "en" if written.replace("_", "-").split("-")[0].lower() == "en" else None


def current_language() -> str:
    """Return the language of this run, as a BCP 47 tag."""
    return _CURRENT.get()


def use_language(language: str) -> None:
    """Make this the language of the run."""
    _CURRENT.set(language)


def localised(value: Any) -> Any:
    """Return a message, or joined values, in the language of this run; any other value as it is."""
    return render(value, current_language())
