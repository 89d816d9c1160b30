"""What is to be made of a game: one Product a file, each with a key of everything that decides its bytes."""

from __future__ import annotations

import fnmatch
import hashlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.errors import DataError, Fault
from cardgen.layout import Laid, LaidCard, layout_deck, layout_page
from cardgen.model import Deck, Game, SheetTarget
from cardgen.scene import Placed, Scene, content_key, translate
from cardgen.units import PAPERS, pixels

if TYPE_CHECKING:
    from cardgen.impose import SheetCard, SheetPlan
    from cardgen.png import Picture


@dataclass(frozen=True, slots=True)
class Options:
    """What a build may be asked beside the game: empty means everything.

    `only` are parts or patterns of output paths; `back_offset` is (x mm, y mm, degrees), `flip` the edge that the
    paper is turned about, `dpi` replaces the game's own.
    """

    only: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    dpi: int | None = None
    flip: str = "long"
    back_offset: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def wants(self, path: str) -> bool:
        """Whether `path` (under the game's output folder) is asked for: by a folder, a name, or a pattern with *."""
        return not self.only or any(
            fnmatch.fnmatchcase(path, pattern)
            or path.startswith(pattern.rstrip("/") + "/")
            or pattern in (path, Path(path).name, Path(path).stem)
            or fnmatch.fnmatchcase(Path(path).name, pattern)
            for pattern in self.only
        )


@dataclass(frozen=True, slots=True)
class Product:
    """A file to be made: `make` returns its bytes; a PNG comes with its `picture` instead, to be made in a batch.

    `facts` (pages, pixels, …) go into the manifest; `inputs` are the files that it came from.
    """

    path: str
    key: str
    inputs: tuple[Path, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    make: Callable[[], bytes] | None = None
    picture: Picture | None = None


def key_of(*parts: object) -> str:
    """One key for everything in `parts`, by their text."""
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()


def layout_game(game: Game, decks: Iterable[str] | None = None) -> dict[str, tuple[LaidCard, ...]]:
    """Every card of the given decks, or of all, laid out. DataError with the faults of all of them."""
    laid: dict[str, tuple[LaidCard, ...]] = {}
    faults: list[Fault] = []
    for name in game.decks if decks is None else decks:
        try:
            laid[name] = layout_deck(game, game.decks[name])
        except DataError as error:
            faults += error.faults
    if faults:
        raise DataError(faults)
    return laid


def decks_for(game: Game, options: Options) -> list[str]:
    """The decks that the wanted files show: all of them, unless only sheets are wanted."""
    sheets = {
        f"sheets/{stem}.pdf": target.decks
        for name, target in game.file.targets.sheets.items()
        for stem, _ in _for_papers(name, target.papers, options)
    }
    only_sheets = options.only and all(
        any(replace(options, only=(part,)).wants(path) for path in sheets) for part in options.only
    )
    if not only_sheets:
        return list(game.decks)
    shown = {deck for path, decks in sheets.items() if options.wants(path) for deck in decks}
    return [deck for deck in game.decks if deck in shown]


def plan_products(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], options: Options) -> list[Product]:
    """Every file that `options` ask for, in the order of their paths. Nothing is drawn yet."""
    makers = (_cards, _sheets, _cutouts, _pages)
    products = [product for maker in makers for product in maker(game, laid, options) if options.wants(product.path)]
    return sorted(products, key=lambda product: product.path)


# ---------------------------------------------------------------- inputs


def deck_inputs(game: Game, deck: Deck) -> tuple[Path, ...]:
    """The files that a deck's faces come from."""
    roots = frozenset().union(*(side.roots for side in deck.template.sides.values()))
    rulesets = [game.folder.resolve() / name for key, name in game.file.rulesets.items() if key in roots]
    folder = game.folder.resolve()
    pictures = [path for path in game.digests if path.is_relative_to(folder) and path.suffix not in (".yaml", ".md")]
    return tuple(dict.fromkeys([folder / "game.yaml", deck.file, *deck.template.files, *rulesets, *pictures]))


def _inputs(game: Game, decks: Iterable[str]) -> tuple[Path, ...]:
    return tuple(sorted({path for deck in decks for path in deck_inputs(game, game.decks[deck])}))


# ---------------------------------------------------------------- faces


def _distinct_sides(cards: Sequence[LaidCard]) -> Iterator[Laid]:
    seen: set[str] = set()
    for card in cards:
        for _, side in card.sides:
            if side.scene.name not in seen:
                seen.add(side.scene.name)
                yield side


def _cards(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], options: Options) -> Iterator[Product]:
    """Each distinct face and back, as SVG and PNG, cut at the trim and with its bleed."""
    target = game.file.targets.cards
    dpi = options.dpi or target.dpi
    for name in [deck for deck in target.decks if deck in laid]:
        inputs = deck_inputs(game, game.decks[name])
        for side in _distinct_sides(laid[name]):
            scene = side.scene
            key = content_key(scene)
            for bleed in (False, True) if scene.bleed else (False,):
                stem = f"{scene.name}-bleed" if bleed else scene.name
                beyond = scene.bleed if bleed else 0.0
                size = [round(scene.width + 2 * beyond, 4), round(scene.height + 2 * beyond, 4)]
                svg, png = f"cards/svg/{stem}.svg", f"cards/png/{stem}.png"
                if options.wants(svg):
                    yield Product(svg, key_of("svg", key, bleed), inputs, {"mm": size}, partial(_svg, scene, bleed))
                if options.wants(png):
                    facts = {"pixels": [pixels(length, dpi) for length in size], "dpi": dpi}
                    yield Product(
                        png, key_of("png", key, bleed, dpi), inputs, facts, picture=_picture(scene, dpi, bleed)
                    )


def _svg(scene: Scene, bleed: bool) -> bytes:
    from cardgen.svg import to_svg

    return to_svg(scene, bleed).encode()


def _picture(scene: Scene, dpi: int, bleed: bool) -> Picture:
    from cardgen.png import Picture

    return Picture(scene, dpi, bleed)


# ---------------------------------------------------------------- sheets


def _for_papers(name: str, papers: Sequence[str], options: Options) -> Iterator[tuple[str, str]]:
    """Each wanted paper, and the file name with its name in it."""
    for paper in papers:
        if not options.papers or paper in options.papers:
            yield name.replace("{paper}", paper), paper


def _sheets(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], options: Options) -> Iterator[Product]:
    """Cards on sheets of paper."""
    for name, target in game.file.targets.sheets.items():
        for stem, paper in _for_papers(name, target.papers, options):
            path = f"sheets/{stem}.pdf"
            if options.wants(path):
                yield _sheet(game, laid, options, path, target, paper)


def _sheet(
    game: Game,
    laid: Mapping[str, tuple[LaidCard, ...]],
    options: Options,
    path: str,
    target: SheetTarget,
    paper: str,
) -> Product:
    from cardgen.impose import SheetCard, impose_sheets

    cards: list[SheetCard] = []
    starts: list[tuple[str, int, int]] = []  # bookmarks: title, index of the card, level
    for name in target.decks:
        deck = game.decks[name]
        starts.append((_told(game, deck.titles), len(cards), 0))
        for each in laid[name]:
            starts.append((each.card.id, len(cards), 1))
            back = each.back.scene if each.back else None
            cards += [SheetCard(each.face.scene, back, each.card.id)] * each.card.copies
    plan = _sheet_plan(game, target, paper, Path(path).stem, options)
    pages = impose_sheets(cards, plan)
    runs = [(content_key(card.face), content_key(card.back) if card.back else "", card.label) for card in cards]
    return Product(
        path,
        key_of("sheets", plan, _digest(runs)),
        _inputs(game, target.decks),
        {"pages": len(pages), "cards": len(cards), "paper": paper},
        make=partial(_sheet_pdf, game, cards, plan, starts),
    )


def _digest(runs: Iterable[object]) -> str:
    digest = hashlib.sha256()
    for run in runs:
        digest.update(repr(run).encode())
    return digest.hexdigest()


def _told(game: Game, texts: Mapping[str, str]) -> str:
    """A text in all the game's languages, one after the other."""
    return " ".join(dict.fromkeys(texts[lang] for lang in game.file.languages if lang in texts))


def _sheet_plan(game: Game, target: SheetTarget, paper: str, name: str, options: Options) -> SheetPlan:
    from cardgen.impose import fit_plan

    size = game.decks[target.decks[0]].size
    bleed = size.bleed if target.layout == "bleed" else 0.0
    backs = "gutterfold" if target.layout == "gutterfold" else target.backs
    plan = fit_plan(PAPERS[paper], (size.width, size.height), bleed, backs=backs, flip=options.flip, name=name)  # type: ignore[arg-type]
    return replace(
        plan,
        bleed=min(plan.bleed, size.bleed),
        back_offset=options.back_offset,
        title=game.file.titles,
        licence=f"{game.file.author} · {game.file.licence.name}",
        languages=game.file.languages,
    )


def _sheet_pdf(
    game: Game, cards: Sequence[SheetCard], plan: SheetPlan, starts: Sequence[tuple[str, int, int]]
) -> bytes:
    from cardgen.impose import impose_sheets
    from cardgen.pdf import Bookmark, Page, shown_twice, to_pdf

    pages = impose_sheets(cards, plan)
    per_sheet = plan.columns * plan.rows // (2 if plan.backs == "gutterfold" else 1)
    per_sheet = per_sheet or 1
    step = len(pages) // max(1, -(-len(cards) // per_sheet))
    shared = shown_twice(scene for card in cards for scene in (card.face, card.back) if scene is not None)
    stream = io.BytesIO()
    to_pdf(
        (Page(page) for page in pages),
        stream,
        title=f"{_told(game, game.file.titles)} · {plan.name}",
        author=game.file.author,
        subject=game.file.licence.name,
        lang=game.file.languages[0],
        bookmarks=[Bookmark(title, index // per_sheet * step, level) for title, index, level in starts],
        duplex=plan.flip if plan.backs == "interleaved" and len(pages) > 1 else "simplex",
        shared=shared,
    )
    return stream.getvalue()


# ---------------------------------------------------------------- single pages


def _pdf(game: Game, scenes: Sequence[Scene], name: str, **more: Any) -> bytes:
    from cardgen.pdf import to_pdf

    stream = io.BytesIO()
    to_pdf(
        scenes,
        stream,
        title=f"{_told(game, game.file.titles)} · {name}",
        author=game.file.author,
        subject=game.file.licence.name,
        lang=game.file.languages[0],
        **{"duplex": "simplex", **more},
    )
    return stream.getvalue()


def _of_scenes(
    game: Game, path: str, scenes: Sequence[Scene], inputs: tuple[Path, ...], paper: str, **more: Any
) -> Product:
    """A PDF of scenes that are laid out already."""
    name = Path(path).stem
    return Product(
        path,
        key_of("pages", name, more, *map(content_key, scenes)),
        inputs,
        {"pages": len(scenes), "paper": paper},
        make=partial(_pdf, game, scenes, name, **more),
    )


def _cutouts(game: Game, _: Mapping[str, tuple[LaidCard, ...]], options: Options) -> Iterator[Product]:
    """Paper pieces."""
    from cardgen.cutouts import layout_cutouts

    for name, target in game.file.targets.cutouts.items():
        for stem, paper in _for_papers(name, target.papers, options):
            path = f"sheets/{stem}.pdf"
            if options.wants(path):
                deck = game.decks[target.deck]
                scenes = layout_cutouts(deck, target, PAPERS[paper], stem, game.file.languages)
                yield _of_scenes(game, path, scenes, deck_inputs(game, deck), paper)


def _pages(game: Game, _: Mapping[str, tuple[LaidCard, ...]], options: Options) -> Iterator[Product]:
    """Pages with a template of their own, in the middle of the paper."""
    for name, target in game.file.targets.pages.items():
        for stem, paper in _for_papers(name, target.papers, options):
            path = f"sheets/{stem}.pdf"
            if options.wants(path):
                template = game.pages[target.template]
                inner = layout_page(game, template, target.size, stem).scene
                width, height = PAPERS[paper]
                shift = translate((width - inner.width) / 2, (height - inner.height) / 2)
                page = replace(inner, width=width, height=height, items=(Placed(inner, shift),))
                yield _of_scenes(game, path, [page], (game.folder.resolve() / "game.yaml", *template.files), paper)
