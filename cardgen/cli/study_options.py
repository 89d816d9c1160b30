"""The options that an engine brings to `cardgen stats` and `cardgen simulate`.

The game on the command line decides which options there are, so it is found before the options are parsed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from cardgen.base.errors import DataError
from cardgen.base.words.language import localised
from cardgen.base.words.messages import message
from cardgen.cli.values import whole
from cardgen.data.project import bundled_project, chosen_game, engine_of, find_project
from cardgen.engines.studies import StudyOption, StudyOptions

Param = Any
"""A parameter as typer makes it. Its type is not in typer's public interface."""

#: The keys of a typer context's `meta`.
_PARAMETERS, _OPTIONS, _VALUES = "cardgen.parameters", "cardgen.options", "cardgen.values"

#: The options of a study whose engine brings none.
PLAIN_OPTIONS = StudyOptions(
    StudyOption("--trials", message("The number of trials per run."), metavar="N", kind="number", default_text="1000")
)


class StudyCommand(TyperCommand):
    """A command whose name is that of a study. It has the options that the game's engine brings for this study."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Find the game among the arguments, then parse them with the options of its engine."""
        study = self.name or ""
        folder, game = find_game(self.params, study, args)
        options, hidden = _options_of(folder, game, study)
        ctx.meta[_OPTIONS] = options
        ctx.meta[_PARAMETERS] = make_parameters(options, hidden)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: typer.Context) -> list[Param]:  # type: ignore[override]
        """Return the parameters: the game, the options of the engine, the common options."""
        common = super().get_params(ctx)
        return [*common[:1], *ctx.meta.get(_PARAMETERS, ()), *common[1:]]

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Call the function of the command, which reads the values of the engine's options by `option_values`."""
        ctx.meta[_VALUES] = {parameter.name: ctx.params.pop(parameter.name) for parameter in ctx.meta[_PARAMETERS]}
        return super().invoke(ctx)


def option_values(context: typer.Context) -> tuple[StudyOptions, Mapping[StudyOption, Any]]:
    """Return the options that the engine brings, and the value of each on the command line."""
    options: StudyOptions = context.meta[_OPTIONS]
    values = context.meta[_VALUES]
    return options, {option: values[_identifier(option)] for option in (options.trials, *options.others)}


def make_parameters(options: StudyOptions, hidden: bool = False) -> list[Param]:
    """Return the options as typer makes them; `hidden` keeps them out of the help."""

    def command() -> None:
        pass

    made = [_parameter(option, hidden) for option in (options.trials, *options.others)]
    command.__signature__ = Signature(made)  # type: ignore[attr-defined]
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command()(command)
    return list(get_command(app).params)


def _parameter(option: StudyOption, hidden: bool) -> Parameter:
    """Return an option as the parameter of a function that typer reads. Lists are read by the command."""
    number = option.kind == "number" and not option.several
    types: dict[str, Any] = {"flag": bool, "number": int | None, "text": str | None, "policy": str | None}
    option_info = typer.Option(
        option.name,
        metavar=option.metavar or None,
        help=localised(option.help),
        parser=whole() if number else None,
        show_default=localised(option.default_text) or option.default is not None,
        hidden=hidden,
    )
    kind = "text" if option.several else option.kind
    return Parameter(
        _identifier(option),
        Parameter.KEYWORD_ONLY,
        default=option.default,
        annotation=Annotated[types[kind], option_info],
    )


def _identifier(option: StudyOption) -> str:
    """Return the name of an option as Python writes it: `no_values` for `--no-values`."""
    return option.name.partition("/")[0].strip("-").replace("-", "_")


# ---------------------------------------------------------------- whose options


def find_game(common: Sequence[Param], study: str, arguments: Sequence[str]) -> tuple[Path | None, str]:
    """Return the values of `--project` and of the argument GAME; "" without a game.

    The value of an option may look like a game. So the options of all engines are known here.
    """
    with_value = {name for parameter in common if not getattr(parameter, "is_flag", True) for name in parameter.opts}
    with_value |= {
        option.name
        for options in installed_options(study)
        for option in (options.trials, *options.others)
        if option.kind != "flag"
    }
    folder, game = None, ""
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        name, has_value, value = argument.partition("=")
        if argument == "--":
            game = game or next(iter(rest), "")
            break
        if not argument.startswith("-"):
            game = game or argument
        elif name in with_value:
            value = value if has_value else rest.pop(0) if rest else ""
            folder = Path(value) if name == "--project" else folder
    return folder, game


def _options_of(folder: Path | None, game: str, study: str) -> tuple[StudyOptions, bool]:
    """Return the options of a study, and whether to hide them because the game has no such study.

    Then they are those of the default game, so that the command can report what the game lacks.
    """
    try:
        game = chosen_game(folder, game)
    except DataError:  # the command reports it
        game = bundled_project().default
    options = _engine_options(folder, game, study)
    if options is not None or has_study(folder, game, study):
        return options or PLAIN_OPTIONS, False
    return _engine_options(folder, bundled_project().default, study) or PLAIN_OPTIONS, True


def has_study(folder: Path | None, game: str, study: str) -> bool:
    """Return True if the engine of the game that is meant has a study of this name, or if there is no such game."""
    from cardgen.base.plugins import PluginError
    from cardgen.engines.capabilities import HasStudies
    from cardgen.engines.registry import capability, load_engine

    try:
        name = chosen_game(folder, game)
        engine = engine_of(find_project(folder, name), name)
        offered = None if engine is None else capability(load_engine(engine), HasStudies)
    except (DataError, KeyError, PluginError):  # the command reports it
        return True
    return offered is not None and study in offered.study_names()


def _engine_options(folder: Path | None, game: str, study: str) -> StudyOptions | None:
    """Return the options that the engine of a game brings; None without such a game, engine, or study."""
    from cardgen.base.plugins import PluginError
    from cardgen.engines.capabilities import HasStudyOptions
    from cardgen.engines.registry import capability, load_engine

    try:
        engine = engine_of(find_project(folder, game), game)
        offered = None if engine is None else capability(load_engine(engine), HasStudyOptions)
    except (DataError, KeyError, PluginError):  # the command reports it
        return None
    return None if offered is None else offered.study_options().get(study)


def installed_options(study: str) -> list[StudyOptions]:
    """Return the options of a study that each installed engine brings."""
    from cardgen.engines.capabilities import HasStudyOptions
    from cardgen.engines.registry import capability, load_engines

    brought = [offered for _, engine in load_engines() if (offered := capability(engine, HasStudyOptions))]
    return [options for offered in brought if (options := offered.study_options().get(study))]
