"""Everything that is printed on a home printer's paper: cards, cut-outs, mats, boxes, the calibration sheet."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cardgen.data.model import CutoutTarget, Game, PageTarget, SheetTarget, TuckboxTarget
from cardgen.data.target_references import sheet_names
from cardgen.errors import DataError, Fault, Finding, all_of
from cardgen.layout.cards import LaidCard, layout_page
from cardgen.scene.items import Placed, Scene, translate
from cardgen.scene.keys import content_key
from cardgen.targets.options import Options
from cardgen.targets.product import Product, deck_inputs, key_of, placed, told
from cardgen.units import PAPERS

if TYPE_CHECKING:
    from cardgen.formats.pdf import Duplex
    from cardgen.sheets.impose import SheetCard, SheetPlan, Sheets

_Laid = Mapping[str, tuple[LaidCard, ...]]
_Target = TypeVar("_Target", CutoutTarget, PageTarget, TuckboxTarget)


@dataclass(frozen=True, slots=True, eq=False)
class Imposed:
    """A file of cards on sheets, not yet drawn.

    `cards` are all copies in their order, `starts` is the index of the first copy of each card by deck and id.
    """

    path: str
    paper: str
    decks: tuple[str, ...]
    plan: SheetPlan
    cards: Sequence[SheetCard]
    starts: Mapping[tuple[str, str], int]
    pages: Sheets

    @property
    def duplex(self) -> Duplex:
        return self.plan.flip if self.plan.backs == "interleaved" and len(self.pages) > 1 else "simplex"


def imposed_sheets(game: Game, laid: _Laid, options: Options) -> Iterator[Imposed]:
    """Every file of cards on sheets that `options` ask for."""
    return all_of(
        _imposed(game, laid, options, name, path, paper)
        for name, target in game.file.targets.sheets.items()
        for path, paper in options.for_papers(name, target.papers)
    )


def _imposed(game: Game, laid: _Laid, options: Options, name: str, path: str, paper: str) -> Iterator[Imposed]:
    from cardgen.sheets.impose import SheetCard, impose_sheets

    target = game.file.targets.sheets[name]
    cards: list[SheetCard] = []
    starts: dict[tuple[str, str], int] = {}
    for deck in target.decks:
        for each in laid[deck]:
            starts.setdefault((deck, each.card.id), len(cards))
            back = each.back.scene if each.back else None
            cards += [SheetCard(each.face.scene, back, each.card.id)] * each.card.copies
    with placed(game, "sheets", name):
        plan = sheet_plan(game, target, paper, Path(path).stem, options)
        pages = impose_sheets(cards, plan)
    yield Imposed(path, paper, target.decks, plan, cards, starts, pages)


def sheet_products(game: Game, laid: _Laid, options: Options) -> Iterator[Product]:
    """The sheets of cards."""
    for sheet in imposed_sheets(game, laid, options):
        yield sheet_product(game, sheet)


def sheet_product(game: Game, sheet: Imposed) -> Product:
    """A file of cards on sheets."""
    runs = [(content_key(card.face), content_key(card.back) if card.back else "", card.label) for card in sheet.cards]
    marks = [told(game, game.decks[deck].titles) for deck in sheet.decks]
    return Product(
        sheet.path,
        key_of("sheets", sheet.plan, game.fonts.name_of("regular"), marks, *runs),
        tuple(sorted({each for deck in sheet.decks for each in deck_inputs(game, game.decks[deck])})),
        {"pages": len(sheet.pages), "cards": len(sheet.cards), "paper": sheet.paper, "duplex": sheet.duplex},
        make=partial(_sheet_pdf, game, sheet),
    )


def sheet_plan(game: Game, target: SheetTarget, paper: str, name: str, options: Options) -> SheetPlan:
    """How the cards of a target lie on a paper."""
    from cardgen.sheets.impose import fit_plan

    size = game.decks[target.decks[0]].size
    bleed = size.bleed if target.layout == "bleed" else 0.0
    backs = "gutterfold" if target.layout == "gutterfold" else target.backs
    plan = fit_plan(PAPERS[paper], (size.width, size.height), bleed, backs=backs, flip=options.sheet_flip, name=name)  # type: ignore[arg-type]
    return replace(
        plan,
        bleed=min(plan.bleed, size.bleed),
        cut=target.cut,
        corner=size.corner,
        back_offset=options.back_offset,
        title=game.file.titles,
        licence=f"{game.file.author} · {game.file.licence.name}",
        languages=game.file.languages,
        fonts=game.fonts,
    )


def _sheet_pdf(game: Game, sheet: Imposed) -> bytes:
    from cardgen.formats.pdf import Bookmark, Page, shown_twice, to_pdf

    shared = shown_twice(scene for card in sheet.cards for scene in (card.face, card.back) if scene is not None)
    bookmarks: list[Bookmark] = []
    for (deck, card), index in sheet.starts.items():
        page = sheet.pages.first_page(index)
        if card == game.decks[deck].cards[0].id:
            bookmarks.append(Bookmark(told(game, game.decks[deck].titles), page, 0))
        bookmarks.append(Bookmark(card, page, 1))
    stream = io.BytesIO()
    to_pdf(
        (Page(page) for page in sheet.pages),
        stream,
        title=f"{told(game, game.file.titles)} · {sheet.plan.name}",
        author=game.file.author,
        subject=game.file.licence.name,
        lang=game.file.languages[0],
        bookmarks=bookmarks,
        duplex=sheet.duplex,
        shared=shared,
    )
    return stream.getvalue()


# ---------------------------------------------------------------- single pages


def of_scenes(
    game: Game,
    path: str,
    scenes: Sequence[Scene],
    inputs: tuple[Path, ...],
    paper: str,
    duplex: str = "simplex",
    facts: Mapping[str, object] | None = None,
    titles: Mapping[str, str] | None = None,
) -> Product:
    """A PDF of scenes that are laid out already; `titles` is what it is called."""
    name = Path(path).stem
    head = (told(game, game.file.titles), game.file.author, game.file.licence.name, game.file.languages[0])
    return Product(
        path,
        key_of("pages", name, duplex, head, *map(content_key, scenes)),
        inputs,
        {"pages": len(scenes), "paper": paper, "duplex": duplex, **(facts or {})},
        make=partial(_pdf, game, scenes, name, duplex),
        scenes=scenes,
        titles=titles or {},
    )


def _pdf(game: Game, scenes: Sequence[Scene], name: str, duplex: Any) -> bytes:
    from cardgen.formats.pdf import to_pdf

    stream = io.BytesIO()
    to_pdf(
        scenes,
        stream,
        title=f"{told(game, game.file.titles)} · {name}",
        author=game.file.author,
        subject=game.file.licence.name,
        lang=game.file.languages[0],
        duplex=duplex,
    )
    return stream.getvalue()


def cutout_products(game: Game, options: Options) -> Iterator[Product]:
    """Paper pieces."""
    return _on_papers(game, game.file.targets.cutouts, options, _cutouts)


def _on_papers(
    game: Game,
    targets: Mapping[str, _Target],
    options: Options,
    products_of: Callable[[Game, str, _Target, str, str], Iterator[Product]],
) -> Iterator[Product]:
    """The file of each target on each paper. DataError with what is wrong in all of them."""
    return all_of(
        products_of(game, name, target, path, paper)
        for name, target in targets.items()
        for path, paper in options.for_papers(name, target.papers)
    )


def _cutouts(game: Game, name: str, target: CutoutTarget, path: str, paper: str) -> Iterator[Product]:
    from cardgen.sheets.cutouts import layout_cutouts

    deck = game.decks[target.deck]
    with placed(game, "cutouts", name):
        scenes = layout_cutouts(deck, target, PAPERS[paper], Path(path).stem, game.file.languages, game.fonts)
    yield of_scenes(game, path, scenes, deck_inputs(game, deck), paper, titles=target.titles)


def page_products(game: Game, options: Options) -> Iterator[Product]:
    """Pages with a template of their own, in the middle of the paper."""
    return _on_papers(game, game.file.targets.pages, options, _page)


def _page(game: Game, name: str, target: PageTarget, path: str, paper: str) -> Iterator[Product]:
    template = game.pages[target.template]
    laid = layout_page(game, template, target.size, Path(path).stem)
    inner = laid.scene
    width, height = PAPERS[paper]
    if inner.width > width or inner.height > height:
        sizes = f"{inner.width:g} × {inner.height:g} mm do not fit {width:g} × {height:g} mm"
        what = f"{Path(path).stem}: {sizes} paper"
        raise DataError(Fault(game.marked.place("targets", "pages", name, "size"), what, "boards take several sheets"))
    shift = translate((width - inner.width) / 2, (height - inner.height) / 2)
    page = replace(inner, width=width, height=height, items=(Placed(inner, shift),))
    inputs = (game.folder.resolve() / "game.yaml", *template.files, *game.fonts.files)
    yield of_scenes(game, path, [page], inputs, paper, titles=laid.told)


def tuckbox_products(game: Game, options: Options) -> Iterator[Product]:
    """Boxes, each as large as its deck needs. One that does not fit its paper is left out."""
    of_box = partial(_tuckbox, thickness=options.thickness)
    return _on_papers(game, game.file.targets.tuckboxes, options, of_box)


def _tuckbox(
    game: Game, name: str, target: TuckboxTarget, path: str, paper: str, thickness: float | None
) -> Iterator[Product]:
    from cardgen.sheets.plan import FitError
    from cardgen.sheets.tuckboxes import layout_tuckbox

    with contextlib.suppress(FitError):  # a finding of its own: see unmade_files
        net = layout_tuckbox(game, name, path, paper, thickness)
        inputs = (game.folder.resolve() / "game.yaml", game.decks[target.deck].file, *game.fonts.files)
        yield of_scenes(game, path, [net], inputs, paper, titles=target.titles)


def unmade_files(game: Game, options: Options) -> Iterator[tuple[str, Finding]]:
    """The path of each wanted tuck box that cannot be made, and its finding."""
    from cardgen.sheets.tuckboxes import tuckbox_finding

    for name, target in game.file.targets.tuckboxes.items():
        for path, paper in options.for_papers(name, target.papers):
            finding = tuckbox_finding(game, name, path, paper, options.thickness)
            if finding:
                yield path, finding


def calibration_products(game: Game, options: Options) -> Iterator[Product]:
    """The sheet that measures a printer, one a paper; and one for the sheets that lie on their side, if there are any.

    Lying, the same printer's error has another direction.
    """
    if not game.decks and "calibration" not in game.file.targets.model_fields_set:
        return  # nothing lies back to back
    papers: Sequence[str] = game.file.targets.calibration
    lying = {paper: _lying_sheets(game, paper, options) for paper in papers}
    upright = options.for_papers("calibration-{paper}", papers)
    landscape = options.for_papers("calibration-{paper}-landscape", [paper for paper in papers if lying[paper]])
    for path, paper, only in [*((*each, []) for each in upright), *((*each, lying[each[1]]) for each in landscape)]:
        width, height = PAPERS[paper]
        name = Path(path).stem
        pages = _calibration(
            (height, width) if only else (width, height),
            options.sheet_flip,
            options.back_offset,
            tuple(game.file.languages),
            (*only, name) if only else (),
            name,
        )
        yield of_scenes(game, path, pages, (game.folder.resolve() / "game.yaml",), paper, options.sheet_flip)


@lru_cache(maxsize=16)
def _calibration(
    paper: tuple[float, float],
    flip: str,
    back_offset: tuple[float, float, float],
    languages: tuple[str, ...],
    only: tuple[str, ...],
    name: str,
) -> tuple[Scene, Scene]:
    """Of no game but of its languages: laid out once for all that are built, and all saves while one is reviewed."""
    from cardgen.sheets.calibration import calibration_pages

    way: Any = flip  # one of the two, as the command line has checked
    return calibration_pages(paper, flip=way, back_offset=back_offset, languages=languages, only=only, name=name)


def _lying_sheets(game: Game, paper: str, options: Options) -> list[str]:
    """The two-sided sheets for which the paper lies on its side."""
    from cardgen.sheets.diecuts import area_of, fit_paper
    from cardgen.sheets.plan import FitError

    found = []
    for name, target in game.file.targets.sheets.items():
        if paper in target.papers and target.backs == "interleaved" and target.layout != "gutterfold":
            stem = name.replace("{paper}", paper)
            with contextlib.suppress(FitError):  # told where the sheets are made
                plan = sheet_plan(game, target, paper, stem, options)
                found += [stem] if plan.paper[0] > plan.paper[1] else []
    for name, diecut in game.file.targets.diecuts.items():
        deck = game.decks[diecut.deck]
        if paper in diecut.papers:
            with contextlib.suppress(FitError):
                size, _ = fit_paper(PAPERS[paper], area_of(deck, diecut), options.cell or diecut.cell, name)
                keys = sheet_names(name, diecut, deck.cards).values() if size[0] > size[1] else ()
                found += [key.replace("{paper}", paper) for key in dict.fromkeys(keys)]
    return found
