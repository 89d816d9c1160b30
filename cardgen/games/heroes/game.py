"""A game, from the heroes dealt to the last death: pure functions of a state and a turn to the next state.

All random choices follow from the seed: the same seed and the same turns give the same game, on every machine. A seat
that could only pass is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen import replace
from cardgen.games.heroes.acting import (
    break_alliance,
    discard,
    draw_cards,
    end_if_won,
    living_monarchs,
    recover,
    show_heroes,
    shuffled,
    take_from_hand,
)
from cardgen.games.heroes.flow import advance, answers, do_effect, rescues, skill_of, skill_span
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import Act, HeroesRules, Mode
from cardgen.games.heroes.seating import from_seat
from cardgen.games.heroes.state import (
    AfterBreak,
    Ask,
    Deal,
    Dying,
    Effect,
    HeroesSeat,
    HeroesState,
    Phase,
    Turn,
    Use,
    UseSkill,
    count_use,
)
from cardgen.games.heroes.status import check_use, names_of, possible_targets
from cardgen.games.heroes.table import make_table
from cardgen.games.heroes.vocabulary import FEWEST_PLAYERS, IDENTITIES, MOST_PLAYERS


def new_game(players: int, seed: int, rules: HeroesRules, mode: Mode = "identity") -> HeroesState:
    """Return a game in which the first seat keeps its heroes. HeroesError if the mode is not for so many players.

    The lord has seat 0, the others are in a random order.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise HeroesError("seat-count", players)
    if mode == "realm" and players < rules.choices.realm_players:
        raise HeroesError("realm-players", players)
    table = make_table(rules)
    dealt = _dealt_heroes(rules, players, getattr(rules.heroes_dealt, mode), seed)
    seats = tuple(
        HeroesSeat(camp, heroes) for camp, heroes in zip(_camps(rules, players, mode, seed), dealt, strict=True)
    )
    cards = range(len(table.cards) - (mode != "realm"))
    asks = [Ask("keep", seat) for seat in reversed(range(players))]
    return HeroesState(table, mode, seed, (), seats, (Deal(), *asks), pile=shuffled(cards, f"{seed}/pile"))


def _camps(rules: HeroesRules, players: int, mode: Mode, seed: int) -> list[str]:
    """Return the camp of each seat. In nation war it follows from the heroes that are kept."""
    if mode != "identity":
        return [f"seat:{seat}" if mode == "realm" else "" for seat in range(players)]
    row = next((row for row in rules.identities if row.players == players), None)
    if row is None:
        raise HeroesError("player-count", players)
    others = [identity for identity in IDENTITIES if identity != "lord" for _ in range(getattr(row, identity))]
    return ["lord", *shuffled(others, f"{seed}/identities")]


def _dealt_heroes(rules: HeroesRules, players: int, count: int, seed: int) -> list[tuple[str, ...]]:
    heroes = shuffled([hero.hero for hero in rules.heroes for _ in range(hero.copies)], f"{seed}/heroes")
    if len(heroes) < players * count:
        raise HeroesError("too-few-heroes", len(heroes))
    return [heroes[seat * count : (seat + 1) * count] for seat in range(players)]


# ---------------------------------------------------------------- legal turns


def legal_turns(state: HeroesState) -> list[Turn]:
    """Return every legal turn of the seat that decides, in a fixed order; none when the game is over."""
    ask = state.ask
    if ask is None:
        return []
    seat = ask.seat
    match ask.kind:
        case "keep":
            return list(_keeps(state, seat))
        case "play":
            return [*_uses(state, seat), *_acts(state, seat), *_deals(state, seat), Turn(seat, "end")]
        case "answer":
            return [*_plays(state, seat, answers(state, seat, ask.need)), Turn(seat, "pass")]
        case "rescue":
            return [*_plays(state, seat, rescues(state, seat, ask.about)), Turn(seat, "pass")]
        case "skill":
            return [Turn(seat, "skill", (ask.need,)), Turn(seat, "pass")]
        case "discard":
            return [Turn(seat, "discard", cards=(state.table.cards[card].code,)) for card in state.seats[seat].hand]
        case "alliance":
            return [Turn(seat, "agree"), Turn(seat, "refuse")]
        case "break":
            return [Turn(seat, "break"), Turn(seat, "pass")]
    return [Turn(seat, "join", targets=(monarch,)) for monarch in living_monarchs(state)]


def _keeps(state: HeroesState, seat: int) -> Iterator[Turn]:
    dealt = state.seats[seat].dealt
    if state.mode != "nation":
        yield from (Turn(seat, "keep", (hero,)) for hero in dict.fromkeys(dealt))
        return
    twice = state.table.rules.choices.same_hero_twice
    pairs = {
        (main, deputy): None
        for a, main in enumerate(dealt)
        for b, deputy in enumerate(dealt)
        if a != b and (main != deputy or twice)
    }
    yield from (Turn(seat, "keep", pair) for pair in pairs)


def _uses(state: HeroesState, seat: int) -> Iterator[Turn]:
    targets: dict[str, list[tuple[int, ...]]] = {}
    for card in state.seats[seat].hand:
        for name in names_of(state, seat, card):
            if name not in targets:
                targets[name] = possible_targets(state, seat, name)
            for chosen in targets[name]:
                yield Turn(seat, "use", (name,), (state.table.cards[card].code,), chosen)


def _acts(state: HeroesState, seat: int) -> Iterator[Turn]:
    """Yield the skills that can be used in the play phase."""
    hand = state.seats[seat].hand
    for skill in state.table.skills(state.seats[seat].heroes):
        if skill.timing != "play" or skill_of(state, seat, skill.skill) is None:
            continue
        for record in skill.records:
            if isinstance(record, Act):
                costs = [(state.table.cards[card].code,) for card in hand] if record.discard else [()]
                for targets in _act_targets(state, seat, record):
                    yield from (Turn(seat, "skill", (skill.skill,), cost, targets) for cost in costs)


def _act_targets(state: HeroesState, seat: int, act: Act) -> list[tuple[int, ...]]:
    if act.target == "camp":
        return [()]
    seats = [seat] if act.target == "self" else [n for n in from_seat(state.living, seat) if n != seat]
    if act.effect == "recover":
        seats = [n for n in seats if state.seats[n].hp < state.seats[n].max_hp]
    return [(n,) for n in seats]


def _deals(state: HeroesState, seat: int) -> Iterator[Turn]:
    """Yield showing one's heroes (nation war), and what allies do (realm)."""
    character = state.seats[seat]
    if state.mode == "nation" and not character.shown:
        yield Turn(seat, "show")
    if state.mode != "realm":
        return
    if character.ally is None and not character.used("phase:ally"):
        free = [n for n in from_seat(state.living, seat) if n != seat and state.seats[n].ally is None]
        yield from (Turn(seat, "ally", targets=(n,)) for n in free)
    if character.ally is not None and not character.used("phase:trade"):
        for card in character.hand:
            yield Turn(seat, "trade", cards=(state.table.cards[card].code,), targets=(character.ally,))


def _plays(state: HeroesState, seat: int, cards: list[int]) -> Iterator[Turn]:
    yield from (Turn(seat, "play", cards=(state.table.cards[card].code,)) for card in cards)


# ---------------------------------------------------------------- a turn


def apply(state: HeroesState, turn: Turn) -> HeroesState:
    """Return the state when the next decision is due. HeroesError with the first rule that the turn breaks."""
    ask = state.ask
    if ask is None:
        raise HeroesError("game-over")
    if turn.seat != ask.seat:
        raise HeroesError("wrong-seat", ask.seat)
    _check_turn(state, ask, turn)
    after = _DEEDS[turn.verb](state.pop(), ask, turn)
    return advance(replace(after, moves=(*state.moves, turn)))


def _check_turn(state: HeroesState, ask: Ask, turn: Turn) -> None:
    """Raise HeroesError if a turn is not legal."""
    if turn.verb == "use" and ask.kind == "play" and len(turn.cards) == len(turn.names) == 1:
        check_use(state, turn.seat, state.table.card(turn.cards[0]), turn.names[0], turn.targets)
        return
    legal = legal_turns(state)
    if turn in legal:
        return
    verbs = list(dict.fromkeys(other.verb for other in legal))
    for card in turn.cards:
        if state.table.card(card) not in state.seats[turn.seat].hand:
            raise HeroesError("not-in-hand", card)
    if turn.verb == "ally" and state.mode == "realm" and ask.kind == "play" and turn.targets:
        allies = [n for n in (turn.seat, turn.targets[0]) if n in state.living and state.seats[n].ally is not None]
        if allies:
            raise HeroesError("has-ally")
    if turn.verb == "skill" and ask.kind == "play":
        raise HeroesError("no-skill", " ".join(turn.names))
    if turn.verb not in verbs:
        raise HeroesError("wrong-verb", ", ".join(verbs))
    raise HeroesError("not-offered", " ".join((turn.verb, *turn.names, *turn.cards, *map(str, turn.targets))))


def _keep(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    character, heroes = state.seats[ask.seat], [state.table.heroes[name] for name in turn.names]
    camp, shown = character.camp, state.mode != "nation"
    if state.mode == "nation":
        camp = heroes[0].faction if heroes[0].faction == heroes[1].faction else f"ambition:{ask.seat}"
    max_hp = heroes[0].max_hp + (state.table.rules.choices.lord_bonus if camp == "lord" else 0)
    kept = replace(character, camp=camp, heroes=turn.names, shown=shown, max_hp=max_hp, hp=max_hp, dealt=())
    return state.with_seat(ask.seat, kept)


def _use(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    card, name = state.table.card(turn.cards[0]), turn.names[0]
    if state.table.kinds[name].effect == "strike":
        state = state.with_seat(ask.seat, count_use(state.seats[ask.seat], "turn:strike"))
    return take_from_hand(state, ask.seat, card).push(Use(ask.seat, name, (card,), turn.targets))


def _skill(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    if ask.kind == "skill":
        effect = state.stack[-1]
        assert isinstance(effect, Effect)
        return do_effect(state.pop(), effect)
    skill = skill_of(state, ask.seat, turn.names[0])
    assert skill is not None
    act = next(record for record in skill.records if isinstance(record, Act))
    for code in turn.cards:
        card = state.table.card(code)
        state = discard(take_from_hand(state, ask.seat, card), [card])
    state = state.with_seat(ask.seat, count_use(state.seats[ask.seat], f"{skill_span(skill)[0]}:{skill.skill}"))
    seats = camp_of(state, ask.seat) if act.target == "camp" else turn.targets
    return state.push(UseSkill(ask.seat, act.effect, act.amount, seats))


def camp_of(state: HeroesState, seat: int) -> tuple[int, ...]:
    """Return the living characters of one's own camp, in seat order: the lord and the loyalists share one."""
    sides = {"loyalist": "lord"}
    own = sides.get(state.seats[seat].camp, state.seats[seat].camp)
    living = from_seat(state.living, seat)
    return tuple(n for n in living if sides.get(state.seats[n].camp, state.seats[n].camp) == own)


def _play(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    """A card answers: a dodge stops the card in use, a peach or wine saves."""
    card = state.table.card(turn.cards[0])
    state = discard(take_from_hand(state, ask.seat, card), [card])
    if ask.kind == "rescue":
        return recover(state, ask.about, state.table.cards[card].kind.amount)
    use = state.stack[-1]
    assert isinstance(use, Use)
    return state.pop().push(replace(use, answered=True))


def _pass(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    del turn
    top = state.stack[-1]
    if ask.kind == "rescue" and isinstance(top, Dying):
        return state.pop().push(replace(top, asked=(*top.asked, ask.seat)))
    return state.pop() if ask.kind == "skill" else state


def _discard(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    card = state.table.card(turn.cards[0])
    return discard(take_from_hand(state, ask.seat, card), [card])


def _end(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    del ask, turn
    phase = state.stack[-1]
    assert isinstance(phase, Phase)
    return state.pop().push(replace(phase, step=2))


def _show(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    del turn
    return end_if_won(show_heroes(state, ask.seat))


def _ally(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    state = state.with_seat(ask.seat, count_use(state.seats[ask.seat], "phase:ally"))
    return state.push(Ask("alliance", turn.targets[0], about=ask.seat))


def _agree(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    del turn
    for seat, other in ((ask.seat, ask.about), (ask.about, ask.seat)):
        state = state.with_seat(seat, replace(state.seats[seat], ally=other))
    return state


def _refuse(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    del ask, turn
    return state


def _trade(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    card = state.table.card(turn.cards[0])
    state = discard(take_from_hand(state, ask.seat, card), [card])
    state = state.with_seat(ask.seat, count_use(state.seats[ask.seat], "phase:trade"))
    return draw_cards(draw_cards(state, ask.seat, 1), turn.targets[0], 1)


def _break(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    """The alliance is over: draw 2, a virtual strike at the former ally."""
    del turn
    state = draw_cards(break_alliance(state, ask.seat), ask.seat, 2)
    strike = next(kind.card for kind in state.table.rules.cards if kind.effect == "strike")
    return state.push(AfterBreak(ask.seat, ask.about), Use(ask.seat, strike, (), (ask.about,)))


def _join(state: HeroesState, ask: Ask, turn: Turn) -> HeroesState:
    camp = state.seats[turn.targets[0]].camp
    state = state.with_seat(ask.seat, replace(state.seats[ask.seat], camp=camp))
    return state if isinstance(state.stack[-1], Ask) else end_if_won(state)


_DEEDS = {
    "keep": _keep,
    "use": _use,
    "skill": _skill,
    "play": _play,
    "pass": _pass,
    "discard": _discard,
    "end": _end,
    "show": _show,
    "ally": _ally,
    "agree": _agree,
    "refuse": _refuse,
    "trade": _trade,
    "break": _break,
    "join": _join,
}
#: The verbs of turns.
VERBS = tuple(_DEEDS)
