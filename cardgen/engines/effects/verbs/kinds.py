"""The verbs and blocks of steps: the type of each one's argument and keys. `verbs` does them.

A line has the verb, the type of its argument, and its keys with their types: `!` for one that must be there, `|` for
those of which one must be. Types: a `value` (number, word, truth), a `number`, an `amount` (a number or `all`), an
`element`, a `condition`; a `set` (things, or a number of them), `cards`, `some` (cards or a number of them), `players`,
a `place`; a `pair` of sets, `rivals` (a pair of players); a `word`, `words`, `steps`, `labels` (names of steps), an
`effect`, `until` (a timing, a condition or the end of the game), an `event`, a `stage`, an `attribute`, a `mark`.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.base.records import dataclass, field


@dataclass(frozen=True, slots=True)
class VerbKind:
    """The type of the argument, those of the keys by name, keys that must be there, and a line for the docs."""

    argument: str
    keys: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    summary: str = ""


def _kinds(rows: str) -> dict[str, VerbKind]:
    """Return the kinds of verbs in a table: two lines for each, what it takes and what it does."""
    kinds, lines = {}, rows.strip().splitlines()
    for line, summary in zip(lines[::2], lines[1::2], strict=True):
        verb, argument, *words = line.split()
        keys = [(name, kind) for name, _, kind in (word.partition(":") for word in words)]
        needs, one_of = (tuple(name for name, kind in keys if kind.endswith(sign)) for sign in "!|")
        types = {name: kind.rstrip("!|") for name, kind in keys}
        kinds[verb] = VerbKind(argument, types, needs, one_of, summary.strip())
    return kinds


VERBS: Mapping[str, VerbKind] = _kinds("""
draw number who:players from:cards
    cards from the top of the pile, or of `from`, to the hand of `who`; discards make a new pile
discard set who:players from:cards by:players
    these cards, or so many that `who` or `by` chooses from the hand or from `from`
give set who:players from:cards by:players to:place!
    cards of `who` to the hand of another player
take set who:players from:cards by:players to:place
    cards, or so many from `from`, to the hand of `who` or a place; unseen cards are taken blind
show set who:players from:cards by:players to:set
    cards to everybody
look set who:players
    at cards: only `who` sees them, and may then choose among them
arrange set who:players
    cards of a place in another order; `|` in the answer divides top and bottom
shuffle set who:players
    a place, or some cards among their places
move some to:place! at:value face:word
    cards to any place, at its `top`, `bottom` (the default) or so far down; a place that is full refuses
create word number:number to:place at:value
    new cards of this name, into the hand or a place
destroy cards by:set
    cards: to the area that the vocabulary calls `destroy`
swap pair value:attribute
    the contents of two places, or with `value` an attribute of two things
damage number to:players from:players element:element
    to players: lowers `hp`; the source is you, or `from`
recover number who:players
    HP, up to `max-hp`
lose number who:players
    HP, which is no damage
set attribute of:set! to:value| add:number| fix:truth| least:number| who:players
    an attribute of things or of the event: `to` a value, `add`, `least` so much; `fix` keeps it as it is
turn set to:word!
    cards `up`, `down` or `sideways`; players `sideways` or `over`, which turns back what is turned
mark mark of:set add:number to:number
    1 more of a mark, `add` more, or `to` so many
note word is:value!
    a value of this card, to be asked for later
pay number of:attribute! who:players
    an attribute that is lowered; impossible if there is not enough
use-card set cards:set by:players targets:players free:words
    as a player does, with all that follows
play word who:players number:number
    a card of this name as an answer, or `this`; it is asked for, and goes to the discards
judge players match:condition
    a player: the top card of the pile is turned up; `then` if it matches, otherwise `else`
compete rivals won:steps lost:steps tied:steps
    two players each play a card; the higher `number` wins
cancel event
    the event, without its deed
prevent amount
    so much of the amount of the event; at 0 it is cancelled
end event
    the innermost event of this name at once
skip stage who:players
    the next stage or turn of this kind
extra stage who:players
    a turn or stage after this one
control set by:players until:until
    decisions of these players are those of `by`
join word who:players
    a group
leave word who:players
    a group
dissolve word
    a group: all leave it
attach effect to:set until:until
    an effect of yours, at work on what it is attached to (`bearer`)
grant effect to:set until:until
    an effect to others, who have it as if it were printed
silence set until:until
    cards or players have no effects
copy set onto:set until:until
    the text of a card onto this one, or onto others
reset set
    cards as they are printed
refresh word who:players
    an effect may be used as if it had not been
perform word who:players
    the `do` of a named effect
win players
    these players win, and the game ends
by-hand text
    something that only people can do
""")

BLOCKS: Mapping[str, VerbKind] = _kinds("""
if condition
    `then` if the condition holds, otherwise `else`
may set do:steps!
    you, or these players, are asked whether; `do`, otherwise `else`
ask players to:steps!
    another player whether to do the steps `to`; `then` if they were done, otherwise `else`
one-of labels by:players
    a choice of named steps; those that cannot be done are not offered
each word in:set! do:steps!
    the steps for each thing `in` a set, under this name
repeat repeat do:steps!
    so often, or `while` a condition
alternate rivals to:steps!
    two players in turn, until one cannot or will not; `else` for that one (`it`, against `rival`)
choose choices do:steps
    more choices, as in the `choose` of an effect, then `do`
later timing do:steps!
    the steps at a timing, once
together steps
    all deeds before anything that follows from one
""")
