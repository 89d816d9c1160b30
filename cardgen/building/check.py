"""Run the registered checks over a game, and report what they find."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from cardgen.base.errors import DataError, Fault, Finding, Place, Text
from cardgen.base.plugins import find_plugins, load_plugins
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import joined, message
from cardgen.building.checks.backs import picture_key
from cardgen.building.checks.context import Check, CheckContext
from cardgen.building.checks.plugins import plugin_finding
from cardgen.building.checks.waivers import WAIVER_UNUSED, Waived, apply_waivers
from cardgen.building.plan import layout_targets
from cardgen.cards.layout.cards import Laid, LaidCard
from cardgen.cards.layout.inked import save_decks
from cardgen.data.model import Game
from cardgen.products.options import Options
from cardgen.products.sheet_targets import SHEETS

#: Called with the name of each check before it runs.
Progress = Callable[[str], None]

_OWN = "cardgen"


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a check in order of place, and what was checked; `faces` counts distinct pictures.

    `cards` are those of the game, `extra` those of decks that are only for printing.
    """

    findings: tuple[Finding, ...]
    cards: int
    faces: int
    pages: int = 0
    waived: tuple[Waived, ...] = ()
    """the findings that waivers.yaml accepts; they are not among `findings`"""
    extra: int = 0


def check_game(
    game: Game,
    decks: Mapping[str, tuple[LaidCard, ...]],
    progress: Progress = lambda _: None,
    rulesets: Iterable[str] | None = None,
    pages: Iterable[Laid] | None = None,
    options: Options = Options(),  # noqa: B008  # frozen
) -> Report:
    """Run all checks. `decks` holds the layout of each deck, `pages` that of the pages and boards if there is one yet.

    Of the rulesets, check those named, all if None. KeyError for a ruleset that the game does not have. `options` ask
    for the files of which defects are reported as well, such as those of an export.
    """
    if pages is None:
        pages = layout_targets(game)
    names = tuple(game.rulesets if rulesets is None else rulesets)
    context = CheckContext(game, decks, tuple(pages), names, options)
    reported = {*_run(registered_checks(), context, progress), *_find_wrong_plugins()}
    reported |= {*_check_inks(context, reported)}
    findings, waived = apply_waivers(game.waivers, sorted(reported), report_unused=set(names) == set(game.rulesets))
    cards = sum(deck.count for deck in game.own_decks.values())
    extra = sum(deck.count for deck in game.decks.values()) - cards
    faces = len(set(map(picture_key, context.sides)))
    return Report(tuple(sorted(findings)), cards, faces, len(context.pages), tuple(waived), extra)


def _check_inks(context: CheckContext, full: Collection[Finding]) -> Iterator[Finding]:
    """Yield the findings about cards on sheets whose target saves ink that the cards do not have in `full` ink."""
    game = context.game
    checks = {name: check for name, check in registered_checks().items() if check.about == "cards"}
    by_ink: dict[str, dict[str, tuple[LaidCard, ...]]] = {}
    for target in SHEETS.of(game.file).values() if not game.ink else ():
        if target.ink != "full":
            by_ink.setdefault(target.ink, {}).update(
                {deck: context.decks[deck] for deck in target.decks if deck in context.decks}
            )
    for ink, decks in by_ink.items():
        saving = replace(game, ink=ink)
        own = CheckContext(saving, save_decks(decks, ink), (), (), context.options)
        for finding in set(_run(checks, own)) - set(full):
            text = message("{problem} (on sheets with ink: {ink})", problem=finding.message, ink=ink)
            yield replace(finding, message=text)


def check_before_build(contexts: Mapping[str, CheckContext]) -> tuple[list[Finding], list[Waived]]:
    """Run the checks for whose errors a build refuses a game, over its editions by language.

    Return the findings, and the errors that are waived.
    """
    return _check_editions({name: check for name, check in registered_checks().items() if check.stops_build}, contexts)


def check_beside_build(contexts: Mapping[str, CheckContext]) -> list[Finding]:
    """Run the checks of the game that a build reports and that do not stop it, and return the findings."""
    checks = {
        name: check
        for name, check in registered_checks().items()
        if not check.stops_build and check.about in ("cards", "rules")
    }
    return _check_editions(checks, contexts)[0]


def check_before_export(
    contexts: Mapping[str, CheckContext], decks: Collection[str], is_printed: bool
) -> tuple[list[Finding], list[Waived]]:
    """Run the checks of what an export makes of some decks, over the editions of the game by language.

    Return the findings and the errors that are waived. What only matters on paper is left out unless it `is_printed`.
    """
    checks = {name: check for name, check in registered_checks().items() if check.about == "cards"}
    on_screen = {code.code for check in checks.values() for code in check.codes if not code.only_on_paper}
    on_paper = {code.code for check in checks.values() for code in check.codes} - on_screen

    def is_about(finding: Finding) -> bool:
        return (not finding.deck or finding.deck in decks) and (is_printed or finding.code not in on_paper)

    return _check_editions(checks, contexts, is_about)


def _check_editions(
    checks: Mapping[str, Check],
    contexts: Mapping[str, CheckContext],
    is_about: Callable[[Finding], bool] = lambda _: True,
) -> tuple[list[Finding], list[Waived]]:
    """Return the findings of checks over editions by language, and the errors that are waived."""
    waived: set[Waived] = set()
    findings: dict[str, list[Finding]] = {}
    for lang, context in contexts.items():
        every = [finding for finding in _run(checks, context) if is_about(finding)]
        findings[lang], accepted = apply_waivers(context.game.waivers, every, report_unused=False)
        waived.update(waiver for waiver in accepted if waiver.finding.severity == "error")
    return sorted(merge_findings(findings)), sorted(waived)


def registered_checks() -> dict[str, Check]:
    """Return the checks that installed packages register, by name, in alphabetical order."""
    return {name: check for name, check in load_plugins("checks").items() if isinstance(check, Check)}


def _run(checks: Mapping[str, Check], context: CheckContext, progress: Progress = lambda _: None) -> Iterator[Finding]:
    for name, check in checks.items():
        progress(name)
        package = find_plugins("checks")[name].package
        yield from check.run(context) if package == _OWN else _run_plugin(name, package, check, context)


def _run_plugin(name: str, package: str, check: Check, context: CheckContext) -> list[Finding]:
    """Run a check of another package. If it fails, that is a finding, and the other checks go on."""
    try:
        findings = list(check.run(context))
        if not all(isinstance(finding, Finding) for finding in findings):
            raise TypeError("expected findings only")
    except DataError:
        raise
    except Exception as error:  # whatever somebody else's code raises
        text = message(
            "check plug-in {name!r} of the package {package!r} failed: {error}",
            name=name,
            package=package,
            error=f"{type(error).__name__}: {error}",
        )
        return [_plugin_finding(package, text)]
    return findings


def _find_wrong_plugins() -> Iterator[Finding]:
    """Yield a finding for each plug-in that is registered as a check and is none."""
    for name, plugin in load_plugins("checks").items():
        if not isinstance(plugin, Check):
            package = find_plugins("checks")[name].package
            text = message(
                "check plug-in {name!r} of the package {package!r} is not a Check", name=name, package=package
            )
            yield _plugin_finding(package, text)


def _plugin_finding(package: str, text: Text) -> Finding:
    return plugin_finding(Fault(Place(), text, message("update or uninstall {package}", package=package)))


def merge_reports(reports: Mapping[str, Report]) -> Report:
    """Return the reports of a game's editions, by language, as one."""
    every = {lang: report.findings for lang, report in reports.items()}
    # A waiver may be about one edition only.
    unused = set.intersection(*({f for f in found if f.code == WAIVER_UNUSED.code} for found in every.values()))
    findings = merge_findings(
        {lang: [f for f in found if f.code != WAIVER_UNUSED.code or f in unused] for lang, found in every.items()}
    )
    waived = sorted({one for report in reports.values() for one in report.waived})
    first, *_ = reports.values()
    faces = sum(report.faces for report in reports.values())
    pages = sum(report.pages for report in reports.values())
    return Report(tuple(sorted(set(findings))), first.cards, faces, pages, tuple(waived), first.extra)


def merge_findings(by_language: Mapping[str, Collection[Finding]]) -> list[Finding]:
    """Return the findings of a game's editions, each once; one that is not in all editions names its languages."""
    languages: dict[Finding, list[str]] = {}
    for lang, findings in by_language.items():
        for finding in dict.fromkeys(findings):
            languages.setdefault(finding, []).append(lang)
    return [
        finding if len(named) == len(by_language) else _in_editions(finding, named)
        for finding, named in languages.items()
    ]


def _in_editions(finding: Finding, languages: list[str]) -> Finding:
    text = message("{problem} (in {languages})", problem=finding.message, languages=joined(languages))
    return replace(finding, message=text)
