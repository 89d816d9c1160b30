"""`cardgen stats` and `cardgen simulate`: run the studies that the engine of a game offers, and report on them.

The engine brings the options that only its own studies have: `cardgen.cli.study_options`.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardgen.base.errors import DataError, Fault, Faults, Place
from cardgen.base.records import dataclass
from cardgen.base.words.language import localised
from cardgen.base.words.messages import Message, message, plural
from cardgen.cli.card_stats import StatsCommand
from cardgen.cli.options import GameName, OutputFolder, ProjectFolder, Quiet, load_chosen
from cardgen.cli.printing import is_quiet, say, warn
from cardgen.cli.study_options import StudyCommand, option_values
from cardgen.cli.study_settings import SettingChoices, settings_of_runs
from cardgen.cli.values import whole
from cardgen.data.languages.own_words import choose_languages, with_traditional
from cardgen.data.project import chosen_game, output_folder

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.engines.studies import Run, Study, Summary, Texts
    from cardgen.studies.running import StudyPart
    from cardgen.studies.workers import WorkerPool


#: The name of each study that is a command -> its help.
_HELP = {
    "stats": """Study what the deck offers, and report what each card is worth.

    For a game without such a study, and with --cards, count the cards: `cardgen stats --cards --help`.

    Every combination of the listed values is a run of its own. Ctrl-C stops; the same command continues.
    """,
    "simulate": """Simulate whole games, and report who wins, how long games last and what happens in them.

    Every combination of the listed values is a run of its own. Ctrl-C stops; the same command continues.
    """,
}


@dataclass(frozen=True, slots=True)
class _Request:
    """The common options of a study that do not decide its settings. `count_option` is the option for `count`."""

    count_option: str
    count: int | None
    jobs: int | None
    cluster: str
    part: str
    merge: tuple[Path, ...]
    as_json: bool

    def faults(self) -> Iterator[Fault]:
        """Yield what is wrong with the options."""
        if self.count is not None and not 1 <= self.count <= 10**12:
            text = message("{number:,} given, expected at least 1", number=self.count)
            yield Fault(Place(self.count_option), text)
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
        """Return the number of the part and the number of parts; None if the option is wrong."""
        match = re.fullmatch(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", self.part or "1/1")
        number, of = (int(match[1]), int(match[2])) if match else (1, 0)
        return (number, of) if number <= of else None


def run_study(
    context: typer.Context,
    game: GameName = "",
    copies: Annotated[
        str, typer.Option(metavar="CARD=N,...", help="Study a deck with these numbers of copies, too: 'x=12,T=10'.")
    ] = "",
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="RULES,...", help="The rulesets, each a run of its own.", show_default="standard, or the first"
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", parser=whole(), help="The same seed gives the same trials.")] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole(), help="The number of processes.", show_default="one per core"),
    ] = None,
    cluster: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Run the trials on the workers of this Dask scheduler: tcp://HOST:PORT."),
    ] = "",
    part: Annotated[str, typer.Option(metavar="K/N", help="Run the Kth of N parts only, and write no report.")] = "",
    merge: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="First add the results in this file of another machine. Repeatable."),
    ] = None,
    out: OutputFolder = None,
    project: ProjectFolder = None,
    _quiet: Quiet = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report's JSON.")] = False,
) -> None:
    """Run the study that the command is named after, and print its summary and where its report is."""
    game = chosen_game(project, game)
    loaded, engine, study = _open_study(project, game, str(context.info_name))
    options, values = option_values(context)
    others = {option: values[option] for option in options.others}
    request = _Request(options.trials.name, values[options.trials], jobs, cluster, part, tuple(merge or ()), as_json)
    faults = Faults(request.faults())
    settings = settings_of_runs(study, loaded, SettingChoices(rules, copies, seed, others), faults)
    faults.raise_all()
    folder = (out or output_folder(project)) / game / "balance"
    written = _run_trials(folder, loaded, engine, study, settings, request)
    if written is None:
        return
    summary, files = written
    if as_json:
        sys.stdout.write((folder / f"{study.NAME}.json").read_text(encoding="utf-8"))
        return
    for lang in choose_languages(loaded.file.languages, summary.sentences[0] if summary.sentences else {}):
        say("\n".join(sentence[lang] for sentence in summary.sentences))
    say(message("Report: {file}", file=files[0]))


studies = typer.Typer(rich_markup_mode=None)
for _name, _text in _HELP.items():
    studies.command(_name, cls=StatsCommand if _name == "stats" else StudyCommand, help=_text)(run_study)


def _run_trials(
    folder: Path, game: Game, engine: str, study: Study, settings: Sequence[object], request: _Request
) -> tuple[Summary, list[Path]] | None:
    """Run the missing trials, and write the report. Return its summary and files; None for a part of the trials."""
    from cardgen.data.playing import card_titles
    from cardgen.studies.running import StudyPart, run_missing, stored_runs
    from cardgen.studies.store import open_store

    part, progress = StudyPart(*request.numbers_of_part() or ()), Progress()
    with open_store(folder / f"{study.NAME}.sqlite") as store:
        try:
            for path in request.merge:
                added = store.merge(path)
                warn(plural("{file}: added {count:,} trial.", "{file}: added {count:,} trials.", added, file=path))
            with _open_pool(request.jobs, request.cluster) as pool, progress:
                run_missing(engine, study, settings, request.count, store, pool, progress.report, part)
            if part.of == 1:
                runs = stored_runs(engine, study, settings, request.count, store, card_titles(game))
                return _report(folder, game, engine, study, runs)
        except KeyboardInterrupt:
            warn(progress.stopped(store.path))
            raise typer.Exit(130) from None
        _print_part(part, progress.done, store.path)
    return None


def _print_part(part: StudyPart, done: int, file: Path) -> None:
    say(
        plural(
            "Part {number} of {parts} is finished: {count:,} trial is stored in {file}.",
            "Part {number} of {parts} is finished: {count:,} trials are stored in {file}.",
            done,
            number=part.number,
            parts=part.of,
            file=file,
        )
    )


def _report(folder: Path, game: Game, engine: str, study: Study, runs: Sequence[Run]) -> tuple[Summary, list[Path]]:
    """Write the report. Return the summary of the runs and the files."""
    from cardgen import __version__
    from cardgen.studies.report import ReportHeading, RunHeading, change_texts, write_report
    from cardgen.studies.running import run_id

    def localised(texts: Texts) -> Texts:
        return with_traditional(texts, game.file.languages)

    summary = change_texts(_summary(study, runs, folder / f"{study.NAME}.sqlite"), localised)
    headings = [
        RunHeading(
            description=localised(study.describe(run.settings)),
            settings=run.settings.model_dump(mode="json"),
            trials=run.count,
            of=study.trial_count(run.settings),
            key=run_id(engine, study, run.settings).key,
            name=name,
        )
        for run, name in zip(runs, summary.names or [{}] * len(runs), strict=True)
    ]
    heading = ReportHeading(study.NAME, localised(study.TITLE), game.file.titles, __version__, headings, summary.common)
    return summary, write_report(folder, heading, summary)


def _summary(study: Study, runs: Sequence[Run], file: Path) -> Summary:
    """Return the summary of the runs. DataError if `file`, which stores them, holds results that no trial returns."""
    try:
        return study.summarise(runs)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        last = extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"
        text = message("the results in this file cannot be evaluated: {error}", error=reason)
        hint = message("if the file was changed, move it away to start again")
        raise DataError(Fault(Place(str(file)), text, hint)) from error


def _open_study(folder: Path | None, name: str, study: str) -> tuple[Game, str, Study]:
    """Return the game, the name of its engine, and the study. DataError if there is no such study."""
    from cardgen.engines.capabilities import HasStudies
    from cardgen.engines.registry import find_capability

    _, loaded = load_chosen(folder, name)
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


# ---------------------------------------------------------------- progress


class Progress:
    """Prints the progress of a study while the `with` block runs. `clock` returns a time in seconds."""

    #: Seconds between two lines.
    PAUSE = 10.0

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.done = self.total = 0
        self._clock = clock
        self._stored: int | None = None
        self._began = self._last_line = clock()
        self._bar: Any = None
        self._task: Any = None

    def report(self, done: int, total: int) -> None:
        """Report that so many trials are done, including those stored by earlier runs."""
        now = self._clock()
        self.done, self.total = done, total
        if self._stored is None:
            self._stored, self._began = done, now
            if done and not is_quiet():
                warn(message("{done:,} of {total:,} trials are already stored.", done=done, total=total))
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=total, description=localised(self.line(now)))
        elif now - self._last_line >= self.PAUSE and done > self._stored and not is_quiet():
            self._last_line = now
            warn(self.line(now))

    def line(self, now: float) -> Message:
        """Return the numbers of trials, their rate, and the time that is left."""
        completed = self.done - (self._stored or 0)
        if not completed or now <= self._began:
            return message("{done:,}/{total:,} trials", done=self.done, total=self.total)
        rate = completed / (now - self._began)
        return message(
            "{done:,}/{total:,} trials, {rate} per second, {time} left",
            done=self.done,
            total=self.total,
            rate=f"{rate:,.{1 if rate < 100 else 0}f}",
            time=format_duration((self.total - self.done) / rate),
        )

    def stopped(self, file: Path) -> Message:
        """Return the message of an interrupted study, whose results are in `file`."""
        if not self.total:  # interrupted before they were counted
            return message("Stopped: the finished trials are stored in {file}. The same command continues.", file=file)
        return message(
            "Stopped: {done:,} of {total:,} trials are stored in {file}. The same command continues.",
            done=self.done,
            total=self.total,
            file=file,
        )

    def __enter__(self) -> Progress:
        if sys.stderr.isatty() and not is_quiet():
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn
            from rich.progress import Progress as Bar

            self._bar = Bar(BarColumn(), TextColumn("{task.description}"), transient=True, console=Console(stderr=True))
            self._bar.start()
            self._task = self._bar.add_task("", total=None)
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def format_duration(seconds: float) -> Message:
    """Return a time in its largest units: 40 s, 12 min, 3 h 05 min, 12 d 3 h."""
    minutes = round(seconds / 60)
    if minutes < 2:
        return message("{seconds:.0f} s", seconds=seconds)
    if minutes < 60:
        return message("{minutes} min", minutes=minutes)
    if minutes < 2 * 24 * 60:
        return message("{hours} h {minutes:02} min", hours=minutes // 60, minutes=minutes % 60)
    return message("{days} d {hours} h", days=minutes // 1440, hours=minutes % 1440 // 60)
