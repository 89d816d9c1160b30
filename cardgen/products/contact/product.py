"""The plan of the contact sheet: a PDF for each paper, and a PNG of each of its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.errors import DataError, Fault, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.units import paper_size
from cardgen.base.words.messages import message
from cardgen.data.model import Game
from cardgen.data.targets import Section, TargetSource
from cardgen.products.contact.target import ContactTarget
from cardgen.products.files import OutputFile, PngFile, deck_inputs, game_yaml, key_of
from cardgen.products.fit_size import limits_of
from cardgen.products.options import CONTACT_FOLDER, Options
from cardgen.products.product import Decks, Product
from cardgen.products.scene_files import pages_file
from cardgen.scene.items import Scene
from cardgen.scene.keys import content_key

if TYPE_CHECKING:
    from cardgen.products.contact.cells import ContactDeck


def _check(target: ContactTarget | None, source: TargetSource) -> Iterator[Fault]:
    if target is None:
        return
    yield from source.deck_faults(target.decks or (), "contact", "decks")
    fields = list(dict.fromkeys(name for deck in source.file.decks.values() for name in deck.kinds))
    if target.name is not None and target.name not in fields:
        problem = message("no deck has the field {field!r}", field=target.name)
        yield Fault(source.marked.place("targets", "contact", "name"), problem, did_you_mean(target.name, fields))


CONTACT: Section[ContactTarget | None] = Section(
    "contact",
    ContactTarget | None,
    None,
    order=15,
    check=_check,
    papers_of=lambda target: target.papers if target else (),
)


def _plan(game: Game, decks: Decks, options: Options) -> Iterator[OutputFile]:
    target = CONTACT.of(game.file) or (ContactTarget(papers=options.papers or ("a4",)) if options.contact else None)
    if target is None:
        return
    names = [name for name in target.decks or game.own_decks if decks.get(name)]
    if not names:
        if options.contact:
            raise DataError(Fault(game.marked.place(), message("the game has no cards")))
        return
    for paper in target.papers:
        if not options.papers or paper in options.papers:
            yield from _files(game, target, decks, names, options, paper)


PRODUCT = Product(CONTACT, _plan)


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages of a contact sheet, and the files that they come from."""

    scenes: tuple[Scene, ...]
    inputs: tuple[Path, ...]


def _files(
    game: Game, target: ContactTarget, decks: Decks, names: Sequence[str], options: Options, paper: str
) -> Iterator[OutputFile]:
    """Yield the PDF and the PNGs of one paper. Their pages are laid out only if one of them may be wanted."""
    path = f"{CONTACT_FOLDER}/contact-{paper}.pdf"
    pages = _layout(game, target, decks, names, paper)
    if options.wants(path):
        limits = limits_of(game, target, "contact")
        yield pages_file(game, path, pages.scenes, pages.inputs, paper, limits=limits)
    for number, scene in enumerate(pages.scenes, start=1):
        png = f"{CONTACT_FOLDER}/contact-{paper}-{number:0{len(str(len(pages.scenes)))}}.png"
        if options.wants(png):
            yield _png(game, png, scene, pages.inputs, target.dpi, options.optimise)


def _png(game: Game, path: str, scene: Scene, inputs: tuple[Path, ...], dpi: int, optimise: bool) -> PngFile:
    from cardgen.cards.layout.drafts import mark_pages
    from cardgen.formats.png import Picture

    if game.draft:
        (scene,) = mark_pages([scene], game.file.languages)
    picture = Picture(scene, dpi, False, optimise)
    return PngFile(
        path=path,
        key=key_of("contact", content_key(scene), dpi, optimise),
        inputs=inputs,
        facts={"pixels": list(picture.size), "dpi": dpi},
        picture=picture,
    )


def _layout(game: Game, target: ContactTarget, decks: Decks, names: Sequence[str], paper: str) -> _Pages:
    from cardgen.products.contact.cells import contact_deck
    from cardgen.products.contact.drawing import contact_pages

    shown: list[ContactDeck] = [contact_deck(game, game.decks[name], decks[name], target) for name in names]
    inputs = [game_yaml(game), *game.fonts.files]
    for name in names:
        inputs += deck_inputs(game, game.decks[name])
    scenes = contact_pages(game, shown, paper_size(paper), target.columns, f"contact-{paper}")
    return _Pages(tuple(scenes), tuple(dict.fromkeys(inputs)))
