"""Check the glossary: words marked as terms that it does not have, and terms that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Code, Finding, Place, about_card, did_you_mean
from cardgen.base.words.messages import message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.data.glossary.model import GLOSSARY, Glossary
from cardgen.data.glossary.uses import UnknownTerm, find_uses
from cardgen.data.languages.overlays import Context
from cardgen.data.model import Game

TERM_UNDEFINED = Code(
    "CG404", "term-undefined", message("words that are marked as a term, but the glossary does not have it")
)
TERM_UNUSED = Code(
    "CG405",
    "term-unused",
    message("a term of the glossary that no card, no rulebook and no other used term uses"),
    "warning",
)


def _run(context: CheckContext) -> Iterator[Finding]:
    game = context.game
    if game.glossary is None:
        return
    uses = find_uses(game)
    for unknown in uses.unknown:
        yield _undefined(game, game.glossary, unknown)
    if game.file.glossary is not None and game.file.glossary.unused:
        return
    main = game.translations.languages.main
    for term in game.glossary.terms.values():
        if not uses.cards[term.id] and term.id not in uses.elsewhere:
            problem = message("the term {term!r} is not used", term=str(term.names[main]))
            hint = message("remove it, or add the words that texts use for it to its forms")
            yield TERM_UNUSED.finding(term.marked.place("term", main), problem, hint)


def _undefined(game: Game, glossary: Glossary, unknown: UnknownTerm) -> Finding:
    template = "{field}: [[{words}]] is not a term of the glossary"
    problem = message(template, field=unknown.path[0], words=unknown.words)
    names = [*glossary.terms, *(str(name) for term in glossary.terms.values() for name in term.names.values())]
    hint = did_you_mean(unknown.words, list(dict.fromkeys(names)))
    card = unknown.card
    if card is None:
        return TERM_UNDEFINED.finding(_place(game, unknown), problem, hint)
    text = about_card(card.id, problem)
    return TERM_UNDEFINED.finding(_place(game, unknown), text, hint, deck=card.deck, card=card.id)


def _place(game: Game, unknown: UnknownTerm) -> Place:
    """Return the place of a text, also if it is a translation in a file of its own."""
    if unknown.card is not None:
        marked, context = unknown.card.marked, Context(unknown.card.deck, unknown.card.id, str(unknown.path[0]))
    else:
        assert unknown.term is not None
        marked, context = unknown.term.marked, Context(GLOSSARY, unknown.term.id, str(unknown.path[0]))
    for entry in game.translations.kept.get(unknown.lang, ()):
        if entry.context == str(context) and entry.state == "":
            return entry.place
    return marked.place(*unknown.path)


CHECK = Check((TERM_UNDEFINED, TERM_UNUSED), _run)
