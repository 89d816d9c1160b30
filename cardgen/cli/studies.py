"""`cardgen stats` and `cardgen simulate`: what the deck offers, and how the game plays."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.cli.printing import say, warn
from cardgen.cli.progress import Progress
from cardgen.cli.values import whole
from cardgen.data.languages.own_words import worded
from cardgen.data.project import ONLY_GAME, chosen_game
from cardgen.errors import DataError, Fault, Place, Text, did_you_mean
from cardgen.words.messages import Message, message, plural

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.data.wording import Wrong
    from cardgen.engines.studies import Run, Study, Summary
    from cardgen.studies.workers import WorkerPool

GameName = Annotated[str, typer.Argument(metavar="[GAME]", help="A folder under card_data.", show_default=ONLY_GAME)]
RulesNames = Annotated[str, typer.Option("--rules", metavar="RULES,...", help="The rulesets, each a run of its own.")]
Seed = Annotated[int, typer.Option(metavar="N", parser=whole(), help="The same seed gives the same trials.")]
Budget = Annotated[
    int | None,
    typer.Option(
        metavar="POSITIONS",
        parser=whole(),
        help="The positions that the solver searches per play.",
        show_default=False,
    ),
]
Jobs = Annotated[
    int | None, typer.Option(metavar="N", parser=whole(), help="The number of processes.", show_default="one per core")
]
Cluster = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Run the trials on the workers of this Dask scheduler: tcp://HOST:PORT.")
]
CopiesText = Annotated[
    str,
    typer.Option("--copies", metavar="CARD=N,...", help="Study a deck with these numbers of copies, too: 'x=12,T=10'."),
]
PartText = Annotated[
    str, typer.Option("--part", metavar="K/N", help="Run the Kth of N parts only, and write no report.")
]
Merged = Annotated[
    list[Path] | None,
    typer.Option("--merge", metavar="FILE", help="First add the results in this file of another machine. Repeatable."),
]
Out = Annotated[Path, typer.Option(metavar="DIR", help="Where to write, in place of output/.")]
ProjectFolder = Annotated[
    Path | None, typer.Option("--project", metavar="DIR", help="A folder with card_data and templates in it.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the report's JSON.")]

Choices = Callable[["Study", "Game", list[Fault]], list[Any]]
"""The settings of every run; what is wrong is added to the faults."""


@dataclass(frozen=True, slots=True)
class _How:
    """The options that both commands have. `trials` are what a study is made of, in a word."""

    trials: str
    count: int | None
    jobs: int | None
    cluster: str
    part: str
    merge: tuple[Path, ...]
    out: Path
    as_json: bool

    def faults(self) -> Iterator[Fault]:
        if self.count is not None and not 1 <= self.count <= 10**12:
            yield Fault(Place(f"--{self.trials}"), message("{number:,} given, expected at least 1", number=self.count))
        if self.jobs is not None and not 1 <= self.jobs <= 1024:
            yield Fault(Place("--jobs"), message("{number:,} given, expected 1 to 1,024", number=self.jobs))
        if self.cluster and self.jobs is not None:
            text = message("cannot be combined with {option}", option="--cluster")
            yield Fault(Place("--jobs"), text, message("a cluster decides the number of its workers"))
        if self.cluster and not re.fullmatch(r"[a-z]+://\S+:[0-9]+/?", self.cluster):
            text = message("{address!r} is not the address of a Dask scheduler", address=self.cluster)
            yield Fault(Place("--cluster"), text, message("expected {format}", format="tcp://HOST:PORT"))
        if self.part and not self.numbers_of_part():
            text = message("{part!r} is not a part", part=self.part)
            yield Fault(Place("--part"), text, message("2/4 is the second of four parts"))
        if self.part and self.as_json:
            text = message("cannot be combined with {option}", option="--part")
            yield Fault(Place("--json"), text, message("a part writes no report"))
        for path in self.merge:
            if not path.is_file():
                yield Fault(Place("--merge"), message("there is no file {file}", file=path))

    def numbers_of_part(self) -> tuple[int, int] | None:
        """Which part of how many; None for what is none."""
        told = re.fullmatch(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", self.part or "1/1")
        number, of = (int(told[1]), int(told[2])) if told else (1, 0)
        return (number, of) if number <= of else None


def simulate(
    game: GameName = "",
    games: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole(), help="The number of games per run.", show_default="1000"),
    ] = None,
    players: Annotated[str, typer.Option(metavar="N,...", help="The numbers of players, each a run of its own.")] = "4",
    policy: Annotated[
        str, typer.Option(metavar="POLICY,...", help="The policies that play; each sits in every seat equally often.")
    ] = "greedy,patient,random",
    copies: CopiesText = "",
    rules: RulesNames = "standard",
    seed: Seed = 1,
    budget: Budget = None,
    jobs: Jobs = None,
    cluster: Cluster = "",
    part: PartText = "",
    merge: Merged = None,
    out: Out = Path("output"),
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Simulate whole games, and report who wins, how long games last and what happens in them.

    Every combination of the listed values is a run of its own. Ctrl-C stops; the same command continues.
    """

    def choices(study: Study, loaded: Game, faults: list[Fault]) -> list[Any]:
        numbers = _numbers("--players", players, faults)
        common: dict[str, Any] = {"seed": seed, **({} if budget is None else {"budget": budget})}
        if names := _words("--policy", policy, faults):
            common["policies"] = tuple(names)
        return [
            made
            for ruleset, number, deck in product(
                _rulesets(loaded, rules, faults), numbers or [4], _decks(study, loaded, copies, faults)
            )
            for made in _settings(study, {"rules": ruleset, "players": number, **common, **deck}, faults)
        ]

    how = _How("games", games, jobs, cluster, part, tuple(merge or ()), out, as_json)
    _run("simulate", game, project, choices, how)


def stats(
    game: GameName = "",
    hands: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(),
            help="The number of hands per run.",
            show_default="1000, or all if there are few",
        ),
    ] = None,
    hand: Annotated[
        str,
        typer.Option(
            metavar="HAND,...",
            help="The hands: opening (as dealt), typical (as held in games), or 3/4 (cards of each kind).",
        ),
    ] = "opening",
    copies: CopiesText = "",
    values: Annotated[
        bool,
        typer.Option("--values/--no-values", help="Find the value of each card, too; that takes most of the time."),
    ] = True,
    rules: RulesNames = "standard",
    seed: Seed = 1,
    budget: Budget = None,
    jobs: Jobs = None,
    cluster: Cluster = "",
    part: PartText = "",
    merge: Merged = None,
    out: Out = Path("output"),
    project: ProjectFolder = None,
    as_json: AsJson = False,
) -> None:
    """Study what the deck offers, and report what each card is worth.

    Every combination of the listed values is a run of its own. Ctrl-C stops; the same command continues.
    """

    def choices(study: Study, loaded: Game, faults: list[Fault]) -> list[Any]:
        common = {"seed": seed, "values": values, **({} if budget is None else {"budget": budget})}
        return [
            made
            for ruleset, kind, deck in product(
                _rulesets(loaded, rules, faults), _words("--hand", hand, faults), _decks(study, loaded, copies, faults)
            )
            for made in _settings(study, {"rules": ruleset, "hand": kind, **common, **deck}, faults)
        ]

    how = _How("hands", hands, jobs, cluster, part, tuple(merge or ()), out, as_json)
    _run("stats", game, project, choices, how)


# ---------------------------------------------------------------- what is asked for

#: The option that gives a field of the settings, where it is not called the same.
_OPTIONS = {"policies": "--policy"}


def _words(option: str, text: str, faults: list[Fault]) -> list[str]:
    """The words of a comma list."""
    words = list(filter(None, (part.strip() for part in text.split(","))))
    if not words:
        faults.append(Fault(Place(option), message("the list is empty")))
    return words


def _numbers(option: str, text: str, faults: list[Fault]) -> list[int]:
    words = _words(option, text, faults)
    wrong = [word for word in words if not re.fullmatch(r"[0-9]{1,9}", word)]
    faults += [Fault(Place(option), message("{word!r} is not a whole number", word=word)) for word in wrong]
    return [int(word) for word in words if word not in wrong]


def _rulesets(game: Game, names: str, faults: list[Fault]) -> list[Any]:
    """The rulesets of these names; when there is none of them, another one, to find what else is wrong."""
    found = []
    for name in _words("--rules", names, faults):
        if name in game.rulesets:
            found.append(game.rulesets[name])
        else:
            text = message("there is no ruleset {name!r}", name=name)
            faults.append(Fault(Place("--rules"), text, did_you_mean(name, list(game.rulesets))))
    return found or list(game.rulesets.values())[:1]


def _decks(study: Study, game: Game, text: str, faults: list[Fault]) -> list[Mapping[str, Any]]:
    """The settings for the decks as the game's files have them, and, when copies are given, with those."""
    from cardgen.checks.rules import decks_of
    from cardgen.engines.studies import DeckStudy

    try:
        settings = study.deck_settings(decks_of(game)) if isinstance(study, DeckStudy) else {}
    except ValueError as error:
        hint = message("{command} lists all faults", command=f"cardgen check {game.id}")
        faults += [Fault(Place(game.id), line, hint) for line in str(error).splitlines()]
        return [{}]
    if not text:
        return [settings]
    if "copies" not in settings:
        faults.append(Fault(Place("--copies"), message("this study does not depend on numbers of copies")))
        return [settings]
    printed = dict(settings["copies"])
    changed: dict[str, int] = {}
    for word in _words("--copies", text, faults):
        card, _, number = (part.strip() for part in word.partition("="))
        if not re.fullmatch(r"[0-9]{1,4}", number):
            problem = message("{word!r} is not a card with a number of copies", word=word)
            faults.append(Fault(Place("--copies"), problem, message("expected {format}", format="CARD=N")))
        elif card not in printed:
            faults.append(
                Fault(
                    Place("--copies"),
                    message("there is no card {card!r}", card=card),
                    did_you_mean(card, list(printed)),
                )
            )
        elif card in changed:
            faults.append(Fault(Place("--copies"), message("{card!r} is given twice", card=card)))
        else:
            changed[card] = int(number)
    return [settings, {**settings, "copies": tuple(sorted({**printed, **changed}.items()))}]


def _settings(study: Study, values: Mapping[str, Any], faults: list[Fault]) -> Iterator[Any]:
    """The values as settings of the study, or nothing when they cannot be."""
    from pydantic import ValidationError

    from cardgen.data.wording import explain

    fields, left = study.Settings.model_fields, dict(values)
    while True:
        try:
            made = study.Settings.model_validate(left)
        except ValidationError as error:
            told = explain(study.Settings, error.errors(include_url=False))
            wrong = [(_field_of(each, fields), each) for each in told]
        else:
            if left == values:
                yield made
            return
        for field, each in wrong:
            option = _OPTIONS.get(field, f"--{field}") if field in fields else "cardgen"
            named = ".".join(map(str, each.path)) or field
            faults.append(Fault(Place(option), _without_name(each.message, named), each.hint))
        # What holds of all fields together is looked at only when each alone is right: look again without these.
        bad = {field for field, _ in wrong}
        if not bad <= left.keys() or any(fields[field].is_required() for field in bad):
            return
        left = {field: value for field, value in left.items() if field not in bad}


def _without_name(text: Text, name: str) -> Text:
    """Return the problem in `{name}: {problem}`."""
    if isinstance(text, Message) and text.template == "{name}: {problem}":
        problem: Text = text.values["problem"]
        return problem
    return text.removeprefix(f"{name}: ")


def _field_of(wrong: Wrong, fields: Container[str]) -> str:
    """The field of the settings that something is wrong with, which a fault of them all begins with; else nothing."""
    if wrong.path:
        return str(wrong.path[0])
    field = wrong.message.partition(":")[0]
    return field if field in fields else ""


# ---------------------------------------------------------------- doing it


def _run(name: str, game: str, project: Path | None, choices: Choices, how: _How) -> None:
    """Runs a study, tells what it says and where its report is."""
    from cardgen.studies.running import Part, run_missing, stored_runs
    from cardgen.studies.store import open_store

    game = chosen_game(project, game)
    loaded, engine, study = _study(project, game, name)
    faults = list(how.faults())
    settings = list(dict.fromkeys(choices(study, loaded, faults)))
    if faults:
        raise DataError(faults)
    folder = how.out / game / "balance"
    part = Part(*how.numbers_of_part() or ())
    progress = Progress()
    with open_store(folder / f"{name}.sqlite") as store:
        try:
            for path in how.merge:
                added = store.merge(path)
                warn(plural("{file}: added {count:,} trial.", "{file}: added {count:,} trials.", added, file=path))
            with _open_pool(how.jobs, how.cluster) as pool, progress:
                run_missing(engine, study, settings, how.count, store, pool, progress.report, part)
            if part.of > 1:
                say(
                    plural(
                        "Part {number} of {parts} is finished: {count:,} trial is stored in {file}.",
                        "Part {number} of {parts} is finished: {count:,} trials are stored in {file}.",
                        progress.done,
                        number=part.number,
                        parts=part.of,
                        file=store.path,
                    )
                )
                return
            summary, files = _report(
                folder, loaded, engine, study, stored_runs(engine, study, settings, how.count, store)
            )
        except KeyboardInterrupt:
            warn(progress.stopped(store.path))
            raise typer.Exit(130) from None
    if how.as_json:
        sys.stdout.write((folder / f"{name}.json").read_text(encoding="utf-8"))
        return
    for lang in worded(loaded.file.languages, summary.sentences[0] if summary.sentences else {}):
        print("\n".join(sentence[lang] for sentence in summary.sentences))
    say(message("Report: {file}", file=files[0]))


def _report(folder: Path, game: Game, engine: str, study: Study, runs: Sequence[Run]) -> tuple[Summary, list[Path]]:
    """What the runs say, and the files of the report on it."""
    from cardgen import __version__
    from cardgen.studies.report import ReportHeading, RunHeading, write_report
    from cardgen.studies.running import run_id

    summary = _summary(study, runs, folder / f"{study.NAME}.sqlite")
    headings = [
        RunHeading(
            description=study.describe(run.settings),
            settings=run.settings.model_dump(mode="json"),
            trials=run.count,
            of=study.trial_count(run.settings),
            key=run_id(engine, study, run.settings).key,
            name=name,
        )
        for run, name in zip(runs, summary.names or [{}] * len(runs), strict=True)
    ]
    heading = ReportHeading(study.NAME, study.TITLE, game.file.titles, __version__, headings, summary.common)
    return summary, write_report(folder, heading, summary)


def _summary(study: Study, runs: Sequence[Run], kept: Path) -> Summary:
    """What the runs say. DataError when the file that they are kept in holds what no trial has found."""
    try:
        return study.summarise(runs)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        last = extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"
        text = message("the results in this file cannot be evaluated: {error}", error=reason)
        hint = message("if the file was changed, move it away to start again")
        raise DataError(Fault(Place(str(kept)), text, hint)) from error


def _study(folder: Path | None, name: str, study: str) -> tuple[Game, str, Study]:
    """The game, the name of its engine, and the engine's study."""
    from cardgen.data.load import load_game
    from cardgen.data.project import find_project
    from cardgen.engines.capabilities import HasStudies
    from cardgen.engines.registry import find_capability

    project = find_project(folder, name)
    loaded = load_game(project.game_folder(name), project.templates, Path.cwd())
    engine = loaded.file.engine
    if engine is None:
        raise DataError(Fault(Place(name), message("this game has no rules engine, so it has no studies")))
    offered = find_capability(engine, HasStudies)
    if offered is None or study not in offered.study_names():
        text = message("the rules engine of this game, {engine!r}, has no study {study!r}", engine=engine, study=study)
        raise DataError(Fault(Place(name), text))
    return loaded, engine, offered.load_study(study)


def _open_pool(jobs: int | None, cluster: str) -> WorkerPool:
    if cluster:
        from cardgen.studies.cluster import cluster_pool

        return cluster_pool(cluster)
    from cardgen.studies.workers import local_pool

    return local_pool(jobs)
