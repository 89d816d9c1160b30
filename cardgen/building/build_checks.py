"""The checks of a build. An export is refused for any error; other builds report findings that do not stop them.

These are looked for by a copy of this process, while the others make the files.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from cardgen.base.errors import Finding
from cardgen.base.records import replace
from cardgen.building.check import check_before_build, check_before_export, check_beside_build
from cardgen.building.checks.context import CheckContext
from cardgen.building.checks.waivers import Waived
from cardgen.building.editions import Edition
from cardgen.building.manifest import Entry
from cardgen.building.outcome import MOST_NAMED, Outcome
from cardgen.building.plan import layout_targets
from cardgen.building.similar import merge_similar
from cardgen.cards.layout.inked import save_side
from cardgen.products.files import BytesFile, OutputFile, in_folder, key_of
from cardgen.products.options import EXPORTS_FOLDER, Options
from cardgen.products.orders import Order
from cardgen.scene.items import Scene

#: The most faces and backs of which a build looks for findings that do not stop it: they take some milliseconds each.
MOST_SIDES = 600

#: The list of the findings that an export was made despite of.
LIST = "findings.txt"


class BuildChecks:
    """The checks of a build of some editions."""

    def __init__(self, editions: Sequence[Edition], options: Options, shown_from: Path | None, root: Path) -> None:
        """Messages show paths from `shown_from`; the project is in the folder `root`."""
        self._options, self._shown_from, self._root = options, shown_from, root
        self._contexts = {edition.lang: _context(edition, options) for edition in editions}
        self._other: list[Finding] = []
        sides = sum(len(context.sides) for context in self._contexts.values())
        self.unchecked = sides if sides > MOST_SIDES and not options.export else 0

    @property
    def task(self) -> Callable[[], list[Finding]] | None:
        """What looks for the findings that do not stop the build; None if there is nothing left to check."""
        if self._options.export or self.unchecked:
            return None
        return partial(check_beside_build, self._contexts)

    def add_result(self, findings: list[Finding]) -> None:
        self._other += findings

    def stopping(self) -> tuple[list[Finding], list[Waived]]:
        """Return the errors for which the game is refused, and those that are waived."""
        if self._options.export:
            decks, is_printed = _exported(self._contexts, self._options)
            findings, waived = check_before_export(self._contexts, decks, is_printed)
        else:
            findings, waived = check_before_build(self._contexts)
        errors = [finding for finding in findings if finding.severity == "error"]
        # Those that stop a build are listed by its refusal, or as those of a draft.
        self._other = findings if self._options.export else [finding for finding in findings if finding not in errors]
        return errors, waived

    def outcome(self, findings: Sequence[Finding], orders: tuple[Order, ...]) -> Outcome:
        """Return what the manifest keeps of the findings, those of `others`, and the orders of an export."""
        errors = sum(finding.severity == "error" for finding in findings)
        first = named_findings(findings, self._shown_from, self._root)
        return Outcome(errors, len(findings) - errors, first, self.unchecked, orders, self._coverage())

    def _coverage(self) -> tuple[float, ...]:
        """Return the mean coverage of the sides of all cards that save ink, in full and as they are."""
        if not self._options.ink:
            return ()
        from cardgen.formats.coverage import measure_coverage
        from cardgen.scene.low_ink import full_ink

        copies: Counter[Scene] = Counter()
        for context in self._contexts.values():
            for card in (card for cards in context.decks.values() for card in cards):
                copies.update({side.scene: card.card.copies for _, side in card.sides})
        total = copies.total() or 1
        shares = (measure_coverage(list(map(made, copies))) for made in (full_ink, lambda scene: scene))
        return tuple(
            round(sum(share * count for share, count in zip(means, copies.values(), strict=True)) / total, 4)
            for means in shares
        )

    def raw(self) -> list[Finding]:
        """Return the findings of an export one by one, errors first."""
        return sorted(self._other, key=lambda finding: (finding.severity != "error", finding))

    def others(self) -> list[Finding]:
        """Return the findings that do not stop the build, as people read them, the worst first; all of an export."""
        return worst_first(self._other)


def _context(edition: Edition, options: Options) -> CheckContext:
    # Boards are on a table as well.
    is_table = options.export and not _exported({"": edition}, options)[1]
    pages = layout_targets(edition.game, replace(edition.options, export="") if is_table else edition.options)
    pages = [save_side(page, edition.options.ink) for page in pages]
    return CheckContext(edition.game, edition.laid, tuple(pages), tuple(edition.game.rulesets), edition.options)


def _exported(editions: Mapping[str, Edition] | Mapping[str, CheckContext], options: Options) -> tuple[set[str], bool]:
    from cardgen.products.exports.product import exported_decks

    decks: set[str] = set()
    is_printed = False
    for edition in editions.values():
        names, printed = exported_decks(edition.game, options)
        decks |= names
        is_printed |= printed
    return decks, is_printed


# ---------------------------------------------------------------- reports


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings that people read: errors first, and what many cards share before the rest."""
    findings = list(findings)
    cards = Counter((finding.place, finding.code) for finding in findings)
    merged = merge_similar(findings)
    return sorted(
        merged, key=lambda finding: (finding.severity != "error", -cards[finding.place, finding.code], finding)
    )


def named_findings(findings: Sequence[Finding], shown_from: Path | None, root: Path) -> tuple[str, ...]:
    """Return lines that name the first findings in every language, with their files in the project."""
    first = (located(finding, shown_from, root) for finding in findings[:MOST_NAMED])
    return tuple(f"{finding.place} {finding.code} {finding.name}" for finding in first)


def located(finding: Finding, shown_from: Path | None, root: Path) -> Finding:
    """Return a finding with the path of its file in the project instead of that from the current folder."""
    if not finding.place.file:
        return finding
    path = os.path.relpath((shown_from or root) / finding.place.file, root)
    return replace(finding, place=replace(finding.place, file=Path(path).as_posix()))


def findings_files(editions: Sequence[Edition], options: Options, findings: Sequence[Finding]) -> list[OutputFile]:
    """Return the lists of the findings that an export is made despite of, one beside the files of each edition."""
    files = []
    for edition in editions:
        language = edition.lang or edition.game.file.languages[0]
        text = "".join(f"{finding.in_language(language)}\n" for finding in findings)
        file = BytesFile(
            path=f"{EXPORTS_FOLDER}/{options.export}/{LIST}",
            key=key_of("findings", text),
            inputs=(),
            facts={"findings": len(findings)},
            make=partial(str.encode, text),
        )
        files.append(in_folder(file, edition.lang))
    return files


def too_large(files: Iterable[OutputFile], entries: Mapping[str, Entry]) -> Iterator[Finding]:
    """Yield a finding for each file that is larger than its destination takes."""
    for file in files:
        size = int(entries[file.path].get("bytes", 0))
        if file.limit is not None and size > file.limit.most:
            yield file.limit.finding(size)
