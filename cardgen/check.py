"""Is the game what it claims to be, and will it print well? Findings with codes, like a linter's."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from cardgen.data.model import Deck, Game
from cardgen.data.titles import title_findings
from cardgen.engines import Bars, CardData, Decks
from cardgen.engines.capabilities import ChecksDecks, ChecksRules, ReportsCoverage
from cardgen.engines.registry import find_capability
from cardgen.errors import PRINT_CODES, Finding, Place
from cardgen.layout.cards import Laid, LaidCard
from cardgen.layout.desk import LaidBox, about
from cardgen.products.sheets import SHEETS
from cardgen.scene.colour import LEAST_CONTRAST, SIGHTS, contrast, difference, to_hex
from cardgen.scene.items import GlyphRun, Group, Item, Rect, Scene, bounds_of, walk
from cardgen.scene.keys import content_key
from cardgen.targets.plan import layout_targets, target_findings, unmade_files
from cardgen.text.paragraphs import ink_of
from cardgen.units import MM_PER_INCH, pixels

if TYPE_CHECKING:
    from PIL.Image import Image

#: Below this (CIEDE2000), two blocks are taken for each other at a table.
LEAST_DIFFERENCE = 15.0

_CONTRAST_DPI = 150
#: Of a side that contrast is looked for on: the largest boards are looked at from farther away.
_MOST_PIXELS = 25_000_000
#: A colour that takes less of a text's background than this is the edge of something beside it.
_LEAST_SHARE = 0.04
#: So many stand for all the colours of a photograph.
_FEW_COLOURS = 8


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found, in order of place, and what it looked at; `faces` are distinct pictures."""

    findings: tuple[Finding, ...]
    cards: int
    faces: int
    pages: int = 0


def check_game(
    game: Game,
    laid: Mapping[str, tuple[LaidCard, ...]],
    progress: Callable[[str], None] = lambda _: None,
    rulesets: Iterable[str] | None = None,
) -> Report:
    """Every rule of the game and of printing that the game breaks. `laid` holds the layout of each of its decks.

    Of its rulesets those named are looked at, all when none are. KeyError for a ruleset that the game has not.
    """
    progress("rules")
    pages = layout_targets(game)
    findings = [*title_findings(game), *check_rules(game), *check_rulesets(game, rulesets), *target_findings(game)]
    findings += [finding for _, finding in unmade_files(game)]
    findings += [*game.translations.findings, *layout_findings(laid), *page_findings(pages)]
    progress("colours")
    findings += _check_colours(game)
    for deck in game.decks.values():
        findings += _check_backs(game, deck, laid[deck.id])
    progress("contrast")
    sides = list(_sides(card for cards in laid.values() for card in cards))
    findings += _check_contrast([*sides, *pages])
    pictures = {content_key(replace(side.scene, name="", title="", description="")) for side in sides}
    cards = sum(deck.count for deck in game.decks.values())
    return Report(tuple(sorted(set(findings))), cards, len(pictures), len(pages))


def merge_reports(reports: Mapping[str, Report]) -> Report:
    """What was found in the editions of a game, by language, as one report."""
    found = merge_findings({lang: report.findings for lang, report in reports.items()})
    cards = next(iter(reports.values())).cards
    faces, pages = (sum(getattr(report, each) for report in reports.values()) for each in ("faces", "pages"))
    return Report(tuple(sorted(set(found))), cards, faces, pages)


def merge_findings(by_language: Mapping[str, Collection[Finding]]) -> list[Finding]:
    """The findings of a game's editions: what is in all of them once, anything else with the languages it is in."""
    languages: dict[Finding, list[str]] = {}
    for lang, findings in by_language.items():
        for finding in dict.fromkeys(findings):
            languages.setdefault(finding, []).append(lang)
    return [
        finding
        if len(found) == len(by_language)
        else replace(finding, message=f"{finding.message} (in {', '.join(found)})")
        for finding, found in languages.items()
    ]


def page_findings(pages: Iterable[Laid]) -> list[Finding]:
    """What did not fit or is not drawable on these pages."""
    return [finding for page in pages for finding in page.findings]


def decks_of(game: Game) -> Decks:
    """The decks as a rules engine takes them."""
    return {
        deck.id: [CardData(card.id, card.copies, card.fields) for card in deck.cards] for deck in game.decks.values()
    }


def check_rules(game: Game) -> list[Finding]:
    """What the game's own rules engine says of its decks; nothing for a game without an engine."""
    engine = find_capability(game.file.engine, ChecksDecks)
    if engine is None:
        return []
    codes = engine.deck_codes()
    return [
        Finding(
            _place_of(game, problem.deck, problem.card, problem.field),
            problem.code,
            codes[problem.code],
            (f"card {problem.card!r}: " if problem.card else "") + problem.message,
            problem.hint,
            deck=problem.deck,
            card=problem.card or "",
        )
        for problem in engine.check_deck(decks_of(game))
    ]


def check_rulesets(game: Game, names: Iterable[str] | None = None) -> list[Finding]:
    """What the game's rules engine says of its rulesets, of those named or of all; nothing without an engine."""
    engine = find_capability(game.file.engine, ChecksRules)
    if engine is None:
        return []
    codes, decks = engine.rules_codes(), decks_of(game)
    findings = []
    for name in game.rulesets if names is None else names:
        for problem in engine.check_rules(game.rulesets[name], decks):
            if problem.card is None:
                place, told = game.ruleset_files[name].place(*problem.path), ""
            else:
                place = _place_of(game, problem.deck, problem.card, problem.field)
                told = f"card {problem.card!r}, ruleset {name!r}: "
            findings.append(
                Finding(
                    place,
                    problem.code,
                    codes[problem.code],
                    told + problem.message,
                    problem.hint,
                    deck=problem.deck,
                    card=problem.card or "",
                )
            )
    return findings


def coverage_of(game: Game) -> list[Bars]:
    """How the deck covers what its rules engine says it should; nothing for a game without an engine."""
    engine = find_capability(game.file.engine, ReportsCoverage)
    return engine.deck_coverage(decks_of(game)) if engine else []


def _place_of(game: Game, deck: str, card: str | None, field: str | None) -> Place:
    if deck not in game.decks:
        return game.marked.key_place("decks")
    if card is None:
        return game.marked.key_place("decks", deck)
    # A duplicate is told where it stands the second time.
    found = [each for each in game.decks[deck].cards if each.id == card]
    return found[-1].place(field)


def layout_findings(laid: Mapping[str, tuple[LaidCard, ...]]) -> list[Finding]:
    """What did not fit, is not drawable or would be cut off, over all decks."""
    return [finding for cards in laid.values() for side in _sides(cards) for finding in side.findings]


def _sides(cards: Iterable[LaidCard]) -> Iterable[Laid]:
    """Each side once, though many cards share it."""
    return {id(side): side for card in cards for _, side in card.sides}.values()


# ---------------------------------------------------------------- colours


def _check_colours(game: Game) -> Iterator[Finding]:
    """Blocks whose colours look too alike to somebody."""
    blocks = [
        card
        for deck in game.decks.values()
        if deck.has(cells="cells", colour="colour")
        for card in deck.cards
        if card.fields["cells"] and card.fields["colour"]
    ]
    for first, second in combinations(blocks, 2):
        apart = {sight: difference(first.fields["colour"], second.fields["colour"], sight) for sight in SIGHTS}
        sight = min(apart, key=lambda each: apart[each])
        if apart[sight] < LEAST_DIFFERENCE:
            yield Finding(
                second.place("colour"),
                PRINT_CODES["colours-alike"],
                "colours-alike",
                f"the colours of {first.id} and {second.id} are {apart[sight]:.2f} apart in {sight} sight",
                f"CIEDE2000, at least {LEAST_DIFFERENCE:g}",
                deck=second.deck,
                card=second.id,
            )


def _check_backs(game: Game, deck: Deck, cards: tuple[LaidCard, ...]) -> Iterator[Finding]:
    """Cards that can be told apart, or cannot be printed on both sides, because of their backs."""
    missing = [card.card.id for card in cards if card.back is None]
    place = game.marked.key_place("decks", deck.id)
    if missing:
        sheets = [sheet.backs for sheet in SHEETS.of(game.file).values() if deck.id in sheet.decks]
        if not sheets or set(sheets) != {"fronts"}:  # else they are printed on one side, and meant to be
            text, hint = f"the template of {deck.id} has no back", "add a back, or `backs: fronts` to its sheets"
            yield Finding(place, PRINT_CODES["back-missing"], "back-missing", text, hint, deck=deck.id)
        return
    if game.file.decks[deck.id].two_sided:
        return
    backs: dict[str, LaidCard] = {}
    for card in cards:
        assert card.back is not None
        backs.setdefault(content_key(replace(card.back.scene, name="", title="", description="")), card)
    if len(backs) > 1:
        first, other = list(backs.values())[:2]
        text = f"the backs of {first.card.id} and {other.card.id} differ: a card can be known from behind"
        yield Finding(
            other.card.place(), PRINT_CODES["backs-differ"], "backs-differ", text, deck=deck.id, card=other.card.id
        )


# ---------------------------------------------------------------- contrast


@dataclass(frozen=True, slots=True)
class _Ground:
    """A side without its text, as pixels: `across` and `down` of them to the mm."""

    image: Image
    across: float
    down: float

    def colours(self, rect: Rect) -> list[str]:
        """The colours that take a fair share of a rectangle (mm)."""
        # Whole pixels inside the rectangle: one on its edge shows what lies beside the text as well.
        left, top = math.ceil(rect[0] * self.across), math.ceil(rect[1] * self.down)
        right, bottom = int((rect[0] + rect[2]) * self.across), int((rect[1] + rect[3]) * self.down)
        left, top = min(max(left, 0), self.image.width - 1), min(max(top, 0), self.image.height - 1)
        # What hangs over the edge stands on nothing there.
        right, bottom = min(max(right, left + 1), self.image.width), min(max(bottom, top + 1), self.image.height)
        part = self.image.crop((left, top, right, bottom))
        found = _fair_shares(part)
        # A photograph has no colour twice: its many are brought down to a few.
        return (
            [colour for _, colour in found]
            if sum(share for share, _ in found) > 0.5
            else [colour for _, colour in _fair_shares(part.quantize(_FEW_COLOURS).convert("RGB"))]
        )


def _fair_shares(image: Image) -> list[tuple[float, str]]:
    total = image.width * image.height
    counted: list[tuple[int, tuple[int, int, int]]] = image.getcolors(total) or []  # type: ignore[assignment]
    shares = [(count / total, to_hex(*colour)) for count, colour in counted]
    return [(share, colour) for share, colour in shares if share >= _LEAST_SHARE]


def _check_contrast(sides: Iterable[Laid]) -> Iterator[Finding]:
    """Text that is hard to tell from what lies under it, measured on the picture without its text."""
    by_ground: dict[str, tuple[Scene, list[Laid]]] = {}
    for side in sides:
        bare = replace(side.scene, items=_without_text(side.scene.items), name="", title="", description="")
        by_ground.setdefault(content_key(bare), (bare, []))[1].append(side)
    grounds = _render([bare for bare, _ in by_ground.values()])
    for (_, same), ground in zip(by_ground.values(), grounds, strict=True):
        for side in same:
            owner = side.owner
            for place, message, rect in _low_contrast(side, ground):
                yield Finding(
                    place,
                    PRINT_CODES["low-contrast"],
                    "low-contrast",
                    about(owner.card if owner.deck else "") + message,
                    f"at least {LEAST_CONTRAST}:1",
                    deck=owner.deck,
                    card=owner.card,
                    side=owner.side,
                    rect=rect,
                )


def _low_contrast(side: Laid, ground: _Ground) -> Iterator[tuple[Place, str, Rect]]:
    """The first text of each box of a side that does not stand out from its ground: where, what to say, and its ink."""
    told: set[str] = set()
    for matrix, item in walk(side.scene.items):
        if not isinstance(item, GlyphRun) or item.unseen or not item.text.strip():
            continue
        rect = bounds_of(matrix, ink_of(item))
        worst = min(ground.colours(rect), key=lambda colour: contrast(item.colour, colour))
        ratio = contrast(item.colour, worst)
        place, box = _box_at(side, rect)
        # As it is shown: what is 4.50:1 in the message is no less than 4.5:1.
        if round(ratio, 2) < LEAST_CONTRAST and box not in told:
            told.add(box)
            yield place, f"{box}: text in {item.colour} on {worst} has a contrast of {ratio:.2f}:1", rect


def _without_text(items: tuple[Item, ...]) -> tuple[Item, ...]:
    kept = [item for item in items if not isinstance(item, GlyphRun)]
    return tuple(replace(item, items=_without_text(item.items)) if isinstance(item, Group) else item for item in kept)


def _box_at(side: Laid, rect: Rect) -> tuple[Place, str]:
    """The smallest box of text that holds the middle of `rect`, or else the nearest: its place and name."""
    x, y = rect[0] + rect[2] / 2, rect[1] + rect[3] / 2

    def how_far(box: LaidBox) -> tuple[float, float]:
        left, top, width, height = box.rect
        outside = math.hypot(max(left - x, 0, x - left - width), max(top - y, 0, y - top - height))
        return outside, width * height

    box = min((box for box in side.boxes if box.kind in ("text", "table", "grid")), key=how_far)
    return box.place, box.name


def _render(scenes: list[Scene]) -> Iterator[_Ground]:
    """Each scene as pixels, one at a time."""
    if not scenes:  # a game may be a rulebook alone
        return
    from cardgen.formats.pdf import Page, pdf_bytes
    from cardgen.formats.png import render_page

    document = pdf_bytes(Page(scene, bleed=False) for scene in scenes)
    for number, scene in enumerate(scenes):
        across = math.sqrt(scene.width * scene.height) / MM_PER_INCH
        dpi = min(_CONTRAST_DPI, math.sqrt(_MOST_PIXELS) / across)
        width, height = (pixels(side, dpi) for side in (scene.width, scene.height))
        image = render_page(document, number, width, height).convert("RGB")
        yield _Ground(image, width / scene.width, height / scene.height)
