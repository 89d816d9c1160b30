"""The plan of the tuck boxes of a game, and the finding for a box that does not fit its paper."""

from __future__ import annotations

import contextlib
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.errors import Code, DataError, Fault, Finding, all_of, did_you_mean, located_at
from cardgen.base.words.messages import message
from cardgen.data.card_shapes import side_outline
from cardgen.data.model import Deck, Game
from cardgen.products.files import OutputFile, all_languages, deck_inputs, game_yaml, licence_line
from cardgen.products.fit_size import limits_of
from cardgen.products.options import Options
from cardgen.products.product import Decks, Product
from cardgen.products.scene_files import cut_file, pages_file
from cardgen.products.tuckboxes.target import SHEET_ENDINGS, TUCKBOXES, TuckboxTarget, open_picture
from cardgen.scene.items import Scene

if TYPE_CHECKING:
    from cardgen.products.tuckboxes.drawing import BoxShape

#: How far a picture goes beyond the front, mm.
PICTURE_BLEED = 3.0

BOX_TOO_LARGE = Code(
    "CG113",
    "box-too-large",
    message(
        "the net of a tuck box does not fit its sheets, its bottom does not suit its depth, "
        "or a text does not fit its panel; "
        "a build makes all other files and exits 1"
    ),
)


def _plan(game: Game, decks: Decks, options: Options) -> Iterator[OutputFile]:
    """Yield the files of each box on each of its papers, without those that do not fit: see `_unmade`."""
    return all_of(
        _plan_box(game, name, paper, paths, options, decks)
        for name in TUCKBOXES.of(game.file)
        for paper, paths in _wanted_papers(game, name, options).items()
    )


def _wanted_papers(game: Game, name: str, options: Options) -> dict[str, dict[str, str]]:
    """Return the wanted files of a box: for each paper, their paths by their endings."""
    target = TUCKBOXES.of(game.file)[name]
    papers: dict[str, dict[str, str]] = {}
    for ending in (".pdf", *target.cut_endings):
        for path, paper in options.for_papers(name, target.papers, ending):
            papers.setdefault(paper, {})[ending] = path
    return papers


def _unmade(game: Game, options: Options, planned: Container[str]) -> Iterator[tuple[str, Finding]]:
    """Yield the path of each wanted box that does not fit its paper, and its finding."""
    from cardgen.products.imposition.plan import FitError

    for name, target in TUCKBOXES.of(game.file).items():
        for paper, paths in _wanted_papers(game, name, options).items():
            path = next(iter(paths.values()))
            if path in planned:
                continue
            try:
                layout_tuckbox(game, name, path, paper, options)
            except FitError as error:
                (fault,) = error.faults
                place = game.marked.key_place("targets", "tuckboxes", name)
                yield path, BOX_TOO_LARGE.finding(place, fault.message, fault.hint, deck=target.deck)


def _decks_of_files(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every box on all papers, with the deck whose cards are on it, and its files for a cutting machine."""
    for name, target in TUCKBOXES.of(game.file).items():
        decks = (target.deck,) if target.show or _shows_back(target, game.decks[target.deck]) else ()
        yield from ((path, decks) for path, _ in Options().for_papers(name, target.papers))
        for ending in target.cut_endings:
            yield from ((path, ()) for path, _ in Options().for_papers(name, target.papers, ending))


PRODUCT = Product(
    TUCKBOXES,
    _plan,
    is_listed=True,
    decks_of_files=_decks_of_files,
    unmade=_unmade,
    codes=(BOX_TOO_LARGE,),
)


def _plan_box(
    game: Game, name: str, paper: str, paths: Mapping[str, str], options: Options, decks: Decks
) -> Iterator[OutputFile]:
    from cardgen.products.imposition.plan import FitError

    target = TUCKBOXES.of(game.file)[name]
    deck = game.decks[target.deck]
    back = None
    if ".pdf" in paths and _shows_back(target, deck):
        back = decks[target.deck][0].back
        if back is None:
            place = game.marked.place("targets", "tuckboxes", name, "front")
            problem = message("the cards of the deck {deck!r} have no back", deck=target.deck)
            raise DataError(Fault(place, problem, message("expected 'front: plain'")))
    shown = _shown_faces(game, name, decks) if ".pdf" in paths and target.show else ()
    with contextlib.suppress(FitError):
        art = back.scene if back else None
        pages = layout_tuckbox(game, name, next(iter(paths.values())), paper, options, art, shown)
        for ending, path in paths.items():
            if ending == ".pdf":
                inputs = (game_yaml(game), deck.file, *(deck_inputs(game, deck) if back or shown else ()))
                inputs += (game.reader.fence / target.picture,) if target.picture else ()
                inputs = tuple(dict.fromkeys((*inputs, *game.fonts.files)))
                yield pages_file(
                    game,
                    path,
                    pages * target.copies,
                    inputs,
                    paper,
                    titles=target.titles,
                    printer=options.printer,
                    limits=limits_of(game, target, "tuckboxes", name),
                )
            else:
                yield from _plan_outlines(game, name, path, ending, paper, options)


def _shown_faces(game: Game, name: str, decks: Decks) -> list[Scene]:
    """Return the faces of the cards that a box shows. DataError for a card that its deck does not have."""
    target = TUCKBOXES.of(game.file)[name]
    faces = {laid.card.id: laid.face.scene for laid in decks[target.deck]}
    faults = [
        Fault(
            game.marked.place("targets", "tuckboxes", name, "show", index),
            message("there is no card {card!r} in deck {deck!r}", card=card, deck=target.deck),
            did_you_mean(card, [*faces]),
        )
        for index, card in enumerate(target.show)
        if card not in faces
    ]
    if faults:
        raise DataError(faults)
    return [faces[card] for card in target.show]


def _plan_outlines(game: Game, name: str, path: str, ending: str, paper: str, options: Options) -> Iterator[OutputFile]:
    """Yield the drawing of one sheet for a cutting machine, if the box has so many. FitError as for the box."""
    from cardgen.products.tuckboxes.drawing import tuckbox_outlines

    target = TUCKBOXES.of(game.file)[name]
    sheet, count = SHEET_ENDINGS[ending]
    part = options.part_of(paper, Path(path).stem, target.regmarks)
    scenes = tuckbox_outlines(
        *_stack(game, target, options.thickness),
        part.size,
        _shape(target),
        name=Path(path).stem,
        title=f"{all_languages(game, game.file.titles)} · {Path(path).stem}",
        lang=game.file.languages[0],
    )
    if len(scenes) == count:
        (scene,) = part.place([scenes[sheet - 1]])
        inputs = (game_yaml(game), game.decks[target.deck].file)
        yield cut_file(game, path, scene, inputs, {"mm": [scene.width, scene.height], "paper": paper})


def _shows_back(target: TuckboxTarget, deck: Deck) -> bool:
    """Return True if the back of the cards is on the front of their box."""
    if target.picture is not None:
        return False
    if target.front == "auto":
        return not deck.template.landscape and _has_one_back(deck)
    return target.front == "back"


def _has_one_back(deck: Deck) -> bool:
    """Return True if all cards have the same back: it names no field, or only fields with the same value on all."""
    if "back" not in deck.template.sides:
        return False
    roots = deck.template.sides["back"].roots
    if roots & {"card", "id", "copies"}:
        return False
    first = deck.cards[0].fields
    return all(card.fields.get(name) == first.get(name) for card in deck.cards for name in roots & deck.fields.keys())


def _stack(game: Game, target: TuckboxTarget, thickness: float | None) -> tuple[tuple[float, float], float]:
    """Return the size of the cards and the thickness of their stack, mm."""
    deck = game.decks[target.deck]
    return (deck.size.width, deck.size.height), deck.count * (thickness or deck.size.thickness)


def _picture(game: Game, name: str, target: TuckboxTarget, card: tuple[float, float]) -> Scene | None:
    """Return the picture of the front as large as a card, with a bleed; None without a picture.

    DataError for a picture of too few pixels.
    """
    from cardgen.cards.boxes.pictures import LEAST_DPI, place_picture

    if target.picture is None:
        return None
    place = game.marked.place("targets", "tuckboxes", name, "picture")

    def refuse(dpi: float) -> None:
        template = "{picture} would be printed at {dpi:.0f} dpi, expected at least {least}"
        text = message(template, picture=target.picture, dpi=dpi, least=LEAST_DPI)
        raise DataError(Fault(place, text, message("use a larger picture")))

    width, height = card
    area = (-PICTURE_BLEED, -PICTURE_BLEED, width + 2 * PICTURE_BLEED, height + 2 * PICTURE_BLEED)
    picture = open_picture(target.picture, game.reader, place)
    return Scene(*card, place_picture(picture, area, "cover", colour=target.accent, coarse=refuse), bleed=PICTURE_BLEED)


def _shape(target: TuckboxTarget) -> BoxShape:
    from cardgen.products.tuckboxes.drawing import BoxShape

    return BoxShape(target.bottom, target.slits, target.sheets, target.cut, target.regmarks)


def layout_tuckbox(
    game: Game,
    name: str,
    path: str,
    paper: str,
    options: Options = Options(),  # noqa: B008  # frozen
    art: Scene | None = None,
    shown: Sequence[Scene] = (),
) -> list[Scene]:
    """Lay out the sheets of the box `name` as the file `path`, for the thickness and the printer of `options`.

    `art` is the back of the cards; without it, its place is left empty. `shown` are the faces on the back of the box.
    FitError if the paper or a panel is too small, DataError for a glyph that cannot be drawn.
    """
    from cardgen.products.tuckboxes.drawing import tuckbox_pages
    from cardgen.products.tuckboxes.icons import facts_of
    from cardgen.products.tuckboxes.panels import BoxColours, BoxLook

    target = TUCKBOXES.of(game.file)[name]
    deck = game.decks[target.deck]
    card, stack = _stack(game, target, options.thickness)
    part = options.part_of(paper, Path(path).stem, target.regmarks)
    look = BoxLook(
        title=game.file.titles,
        subtitle=target.titles,
        licence=licence_line(game),
        facts=facts_of(game.file, deck.count),
        art=_picture(game, name, target, card) or art or (Scene(*card, ()) if _shows_back(target, deck) else None),
        art_title=target.picture is not None if target.front_title is None else target.front_title,
        shown=shown,
        corner=deck.size.corner,
        outline=side_outline(deck.size, shown[0].width, shown[0].height, is_back=False) if shown else (),
        colours=BoxColours(ground=target.paint, ink=target.ink, accent=target.accent),
        languages=game.file.languages,
    )
    with located_at(game.marked.place("targets", "tuckboxes", name)):  # of a glyph that cannot be drawn
        pages = tuckbox_pages(card, stack, part.size, look, _shape(target), name=Path(path).stem, fonts=game.fonts)
    return part.place(pages)
