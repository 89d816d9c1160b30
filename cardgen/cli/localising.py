"""The command line in other languages: help texts, and the sentences of typer itself.

Help texts are written in English in the commands. `help_texts` collects them for the catalogues, `localise` replaces
them by their translations before the command line is parsed. Typer 0.29 looks up the headings of its help in gettext;
its usage line and its error messages are fixed English, which is recognised here by templates.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from functools import cache
from io import StringIO
from typing import Annotated, Any

import typer
import typer.core

from cardgen.base.errors import Fault, Place, did_you_mean
from cardgen.base.words.catalogues import languages, translate
from cardgen.base.words.language import (
    OPTION,
    UnknownLanguageError,
    choose_language,
    current_language,
    localised,
    use_language,
    without_language,
)
from cardgen.base.words.messages import message
from cardgen.cli.printing import warn

MessagesOption = Annotated[
    str,
    typer.Option(
        OPTION,
        metavar="|".join(languages()),
        help="The language of help texts and messages.",
        show_default="the system's language",
    ),
]
"""Declared only for the help: `run_app` takes it off the arguments before they are parsed."""

#: The options that print the help of a command.
HELP_NAMES = ("-h", "--help")

#: What typer looks up in gettext.
TYPER_HEADINGS = (
    message("Arguments"),
    message("Options"),
    message("Commands"),
    message("default: {default}"),
    message("required"),
    message("Missing command."),
    message("No such command {name!r}."),
    message("Aborted!"),
)

#: The lines that typer prints in English only. A placeholder is a text that may be such a line itself.
TYPER_LINES = (
    message("Usage: {usage}"),
    message("Try '{command}' for help."),
    message("Error: {problem}"),
    message("Invalid value for {parameter}: {problem}"),
    message("Invalid value: {problem}"),
    message("Missing argument {parameter}."),
    message("Missing option {parameter}."),
    message("{problem}. Did you mean {suggestions}?"),
    message("{problem} (Possible options: {options})"),
    message("No such option: {option}"),
    message("Option {option} requires an argument."),
    message("Option {option} does not take a value."),
    message("Got unexpected extra argument(s) ({arguments})"),
)


def help_texts(command: Any) -> Iterator[str]:
    """Yield the help texts of a command and of all commands in it, for the catalogues."""
    for owner, name in _texts_of(command):
        yield getattr(owner, name)


def _texts_of(command: Any) -> Iterator[tuple[Any, str]]:
    """Yield the objects and the attributes that hold the help texts of a command tree."""
    yield from _own_texts(command)
    for inner in getattr(command, "commands", {}).values():
        yield from _texts_of(inner)


def _own_texts(command: Any) -> Iterator[tuple[Any, str]]:
    """Yield the objects and the attributes that hold the help texts of a command, without those in it."""
    context = command.context_class(command, help_option_names=list(HELP_NAMES))
    options = [*command.params, command.get_help_option(context)]
    for owner, names in [(command, ("help",)), *((option, ("help", "show_default")) for option in options if option)]:
        for name in names:
            if _is_prose(getattr(owner, name, None)):
                yield owner, name


def _is_prose(value: Any) -> bool:
    """Return True for a text of several words: `300` is no help text."""
    return isinstance(value, str) and " " in value


def run_app(app: typer.Typer, arguments: Sequence[str] | None) -> None:
    """Run the command line in the language that its arguments or the system choose. SystemExit with its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        language = choose_language(given, os.environ)
    except UnknownLanguageError as error:
        use_language(choose_language((), os.environ))
        hint = did_you_mean(error.language, languages())
        warn(Fault(Place(), message("unknown language {language!r}", language=error.language), hint))
        sys.exit(2)
    use_language(language)
    rest = without_language(given)
    _run_in_language(app, arguments if rest == given else rest, language)


def _run_in_language(app: typer.Typer, arguments: Sequence[str] | None, language: str) -> None:
    command: Any = typer.main.get_command(app)
    localise(command, language)
    try:
        code = command.main(args=arguments, prog_name="cardgen", standalone_mode=False)
    except Exception as error:
        if isinstance(error, typer.Abort):
            warn(message("Aborted!"))
            sys.exit(1)
        if not hasattr(error, "format_message"):  # typer does not export the class of its own errors
            raise
        _print_error(error, language)
        sys.exit(getattr(error, "exit_code", 2))
    sys.exit(code if isinstance(code, int) else 0)


class LazyCommands(MutableMapping[str, Any]):
    """The commands of a group by name. A command is loaded when it is first asked for."""

    def __init__(self, names: Iterable[str], load: Callable[[str], Any]) -> None:
        self._commands: dict[str, Any] = dict.fromkeys(names)
        self._load = load
        self.language = "en"
        """The language of the help of the commands that are still to be loaded."""

    def __getitem__(self, name: str) -> Any:
        if self._commands[name] is None:
            self._commands[name] = self._load(name)
            localise(self._commands[name], self.language)
        return self._commands[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._commands[name] = command

    def __delitem__(self, name: str) -> None:
        del self._commands[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)


def localise(command: Any, language: str) -> None:
    """Translate the help texts of a command tree, and the headings and the usage line of their help.

    Also write them for people: whole sentences in lists of commands, and no types of Python.
    """
    for owner, name in list(_own_texts(command)):
        text = translate(language, getattr(owner, name)) if language != "en" else None
        if text is not None:
            setattr(owner, name, text)
    command.short_help = _first_sentence(command.help or "")
    vars(typer.core)["_"] = _heading  # the name under which typer has gettext
    command.context_class = _context_class(type(command).context_class, language)
    commands = getattr(command, "commands", {})
    if isinstance(commands, LazyCommands):
        commands.language = language
    else:
        for inner in commands.values():
            localise(inner, language)


def _heading(message: str) -> str:
    return translate(current_language(), message) or message


def _first_sentence(text: str) -> str:
    """Return the first sentence of a help text."""
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    end = re.search(r"\.(?= |$)|。", paragraph)
    return paragraph[: end.end()] if end else paragraph


def _plain_usage(arguments: str) -> str:
    """Return arguments as people write them: typer has `[[GAME]]` and `{CARD}`, by the version."""
    optional = re.sub(r"\[(\[[^][]*\](?:\.\.\.)?)\](?:\.\.\.)?", r"\1", arguments)
    return re.sub(r"\{([^{}]*?)( ?\.\.\.)?\}(\.\.\.)?", lambda match: match[1] + (match[2] or match[3] or ""), optional)


@cache
def _context_class(base: Any, language: str) -> Any:
    """Return a context class whose usage lines are in a language."""
    usage = localise_line("Usage: ", language)

    class Formatter(base.formatter_class):  # type: ignore[misc]
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, _plain_usage(args), usage if prefix is None else prefix)

        def write_dl(self, rows: Sequence[tuple[str, str]], **layout: Any) -> None:
            super().write_dl([(re.sub(r" <[^<>]*>$", "", name), text) for name, text in rows], **layout)

        def write_heading(self, heading: str) -> None:
            line = message("{heading}:", heading=heading).in_language(language)
            self.write(f"{'':>{self.current_indent}}{line}\n")

    class Context(base):  # type: ignore[misc]
        formatter_class = Formatter

    return Context


def _print_error(error: Any, language: str) -> None:
    error.message = localised(error.message)
    shown = StringIO()
    error.show(file=shown)
    for line in shown.getvalue().splitlines():
        print(localise_line(line, language), file=sys.stderr)


def localise_line(line: str, language: str) -> str:
    """Return a line that typer prints in a language; as it is if it is none of TYPER_LINES."""
    for template in TYPER_LINES:
        match = re.fullmatch(_pattern(template), line)
        if match:
            values = {name: localise_line(value, language) for name, value in match.groupdict().items()}
            return (translate(language, template) or template).format_map(values)
    return line


def _pattern(template: str) -> str:
    return re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*?)", re.escape(template))
