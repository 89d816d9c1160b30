"""Everything that is printed on a home printer's paper: cards, cut-outs, mats, boxes, the calibration sheet."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.data.model import Game, SheetTarget
from cardgen.draw.scene import Placed, Scene, content_key, translate
from cardgen.layout.cards import LaidCard, layout_page
from cardgen.targets.product import Options, Product, deck_inputs, key_of, told
from cardgen.units import PAPERS

if TYPE_CHECKING:
    from cardgen.formats.pdf import Duplex
    from cardgen.sheets.impose import SheetCard, SheetPlan

_Laid = Mapping[str, tuple[LaidCard, ...]]


def sheet_products(game: Game, laid: _Laid, options: Options) -> Iterator[Product]:
    """The sheets of cards."""
    for name, target in game.file.targets.sheets.items():
        for path, paper in options.for_papers(name, target.papers):
            yield _sheet(game, laid, options, path, target, paper)


def _sheet(
    game: Game,
    laid: Mapping[str, tuple[LaidCard, ...]],
    options: Options,
    path: str,
    target: SheetTarget,
    paper: str,
) -> Product:
    from cardgen.sheets.impose import SheetCard, impose_sheets

    cards: list[SheetCard] = []
    starts: list[tuple[str, int, int]] = []  # bookmarks: title, index of the card, level
    for name in target.decks:
        deck = game.decks[name]
        starts.append((told(game, deck.titles), len(cards), 0))
        for each in laid[name]:
            starts.append((each.card.id, len(cards), 1))
            back = each.back.scene if each.back else None
            cards += [SheetCard(each.face.scene, back, each.card.id)] * each.card.copies
    plan = _sheet_plan(game, target, paper, Path(path).stem, options)
    pages = impose_sheets(cards, plan)
    runs = [(content_key(card.face), content_key(card.back) if card.back else "", card.label) for card in cards]
    return Product(
        path,
        key_of("sheets", plan, *runs),
        tuple(sorted({each for deck in target.decks for each in deck_inputs(game, game.decks[deck])})),
        {"pages": len(pages), "cards": len(cards), "paper": paper, "duplex": _duplex(plan, len(pages))},
        make=partial(_sheet_pdf, game, cards, plan, starts),
    )


def _sheet_plan(game: Game, target: SheetTarget, paper: str, name: str, options: Options) -> SheetPlan:
    from cardgen.sheets.impose import fit_plan

    size = game.decks[target.decks[0]].size
    bleed = size.bleed if target.layout == "bleed" else 0.0
    backs = "gutterfold" if target.layout == "gutterfold" else target.backs
    plan = fit_plan(PAPERS[paper], (size.width, size.height), bleed, backs=backs, flip=options.sheet_flip, name=name)  # type: ignore[arg-type]
    return replace(
        plan,
        bleed=min(plan.bleed, size.bleed),
        back_offset=options.back_offset,
        title=game.file.titles,
        licence=f"{game.file.author} · {game.file.licence.name}",
        languages=game.file.languages,
    )


def _duplex(plan: SheetPlan, pages: int) -> Duplex:
    return plan.flip if plan.backs == "interleaved" and pages > 1 else "simplex"


def _sheet_pdf(
    game: Game, cards: Sequence[SheetCard], plan: SheetPlan, starts: Sequence[tuple[str, int, int]]
) -> bytes:
    from cardgen.formats.pdf import Bookmark, Page, shown_twice, to_pdf
    from cardgen.sheets.impose import impose_sheets

    pages = impose_sheets(cards, plan)
    per_sheet = plan.columns * plan.rows // (2 if plan.backs == "gutterfold" else 1)
    per_sheet = per_sheet or 1
    step = len(pages) // max(1, -(-len(cards) // per_sheet))
    shared = shown_twice(scene for card in cards for scene in (card.face, card.back) if scene is not None)
    stream = io.BytesIO()
    to_pdf(
        (Page(page) for page in pages),
        stream,
        title=f"{told(game, game.file.titles)} · {plan.name}",
        author=game.file.author,
        subject=game.file.licence.name,
        lang=game.file.languages[0],
        bookmarks=[Bookmark(title, index // per_sheet * step, level) for title, index, level in starts],
        duplex=_duplex(plan, len(pages)),
        shared=shared,
    )
    return stream.getvalue()


# ---------------------------------------------------------------- single pages


def _of_scenes(
    game: Game, path: str, scenes: Sequence[Scene], inputs: tuple[Path, ...], paper: str, duplex: str = "simplex"
) -> Product:
    """A PDF of scenes that are laid out already."""
    name = Path(path).stem
    return Product(
        path,
        key_of("pages", name, duplex, *map(content_key, scenes)),
        inputs,
        {"pages": len(scenes), "paper": paper, "duplex": duplex},
        make=partial(_pdf, game, scenes, name, duplex),
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
    from cardgen.sheets.cutouts import layout_cutouts

    for name, target in game.file.targets.cutouts.items():
        for path, paper in options.for_papers(name, target.papers):
            deck = game.decks[target.deck]
            scenes = layout_cutouts(deck, target, PAPERS[paper], Path(path).stem, game.file.languages)
            yield _of_scenes(game, path, scenes, deck_inputs(game, deck), paper)


def page_products(game: Game, options: Options) -> Iterator[Product]:
    """Pages with a template of their own, in the middle of the paper."""
    for name, target in game.file.targets.pages.items():
        for path, paper in options.for_papers(name, target.papers):
            template = game.pages[target.template]
            inner = layout_page(game, template, target.size, Path(path).stem).scene
            width, height = PAPERS[paper]
            shift = translate((width - inner.width) / 2, (height - inner.height) / 2)
            page = replace(inner, width=width, height=height, items=(Placed(inner, shift),))
            yield _of_scenes(game, path, [page], (game.folder.resolve() / "game.yaml", *template.files), paper)


def tuckbox_products(game: Game, options: Options) -> Iterator[Product]:
    """Boxes, each as large as its deck needs."""
    from cardgen.sheets.tuckbox import BoxColours, stack_thickness, tuckbox_net

    for name, target in game.file.targets.tuckboxes.items():
        for path, paper in options.for_papers(name, target.papers):
            deck = game.decks[target.deck]
            net = tuckbox_net(
                (deck.size.width, deck.size.height),
                stack_thickness(deck.count, deck.size.thickness),
                PAPERS[paper],
                title=game.file.titles,
                subtitle=target.titles,
                colours=BoxColours(ground=target.paint, ink=target.ink, accent=target.accent),
                licence=f"{game.file.author} · {game.file.licence.name}",
                languages=game.file.languages,
                name=Path(path).stem,
            )
            yield _of_scenes(game, path, [net], (game.folder.resolve() / "game.yaml", deck.file), paper)


def calibration_products(game: Game, options: Options) -> Iterator[Product]:
    """The sheet that measures a printer, one a paper; and one for the sheets that lie on their side, if there are any.

    Lying, the same printer's error has another direction.
    """
    from cardgen.sheets.calibration import calibration_pages

    papers: Sequence[str] = game.file.targets.calibration
    lying = {paper: _lying_sheets(game, paper, options) for paper in papers}
    upright = options.for_papers("calibration-{paper}", papers)
    landscape = options.for_papers("calibration-{paper}-landscape", [paper for paper in papers if lying[paper]])
    for path, paper, only in [*((*each, []) for each in upright), *((*each, lying[each[1]]) for each in landscape)]:
        width, height = PAPERS[paper]
        name = Path(path).stem
        pages = calibration_pages(
            (height, width) if only else (width, height),
            flip=options.sheet_flip,  # type: ignore[arg-type]  # one of the two, as the command line has checked
            back_offset=options.back_offset,
            languages=game.file.languages,
            only=[*only, name] if only else [],
            name=name,
        )
        yield _of_scenes(game, path, pages, (game.folder.resolve() / "game.yaml",), paper, options.sheet_flip)


def _lying_sheets(game: Game, paper: str, options: Options) -> list[str]:
    """The two-sided sheets for which the paper lies on its side."""
    found = []
    for name, target in game.file.targets.sheets.items():
        if paper in target.papers and target.backs == "interleaved" and target.layout != "gutterfold":
            stem = name.replace("{paper}", paper)
            plan = _sheet_plan(game, target, paper, stem, options)
            if plan.paper[0] > plan.paper[1]:
                found.append(stem)
    return found
