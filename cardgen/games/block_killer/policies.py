"""Policies: functions that decide the turns of players in simulations.

A policy takes a view, which has everything that the player may see and no hidden card, and a context with the solver,
within the budget of the study, and random choices. To add one, write such a function and name it as `module:function`,
or install it as a plug-in of the kind `policies`. See docs/balance.md.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from cardgen import WrongValueError, did_you_mean, message
from cardgen.engines import policies
from cardgen.games.block_killer.game import Draw, MakePlay, Pass, Turn
from cardgen.games.block_killer.playout import random_option
from cardgen.games.block_killer.policy_context import PolicyContext
from cardgen.games.block_killer.views import View

Policy = Callable[[View, PolicyContext], Turn]
"""Decides one turn of a player. It keeps no data from one call to the next."""

#: A player with room for fewer garbage cards than this is in danger: a draw and an attack of 1 put the player out.
DANGER = 2


def at_random(view: View, context: PolicyContext) -> Turn:
    """Choose option, target and cards at random, and of a few random places for a block the one that clears most."""
    return random_option(view.options, view.hand, view.rules, context.chance, answers=view.attack is not None)


def greedy(view: View, context: PolicyContext) -> Turn:
    """Play the best attack that the solver finds, if there is one, against the player who is nearest to being out.

    In danger, draw only blocks, and also play just to discard. Answer with any play that parries at least 1 point.
    """
    if view.must_draw:
        return draw_safely(view)
    best = context.best(view)
    if best is None:
        return Pass()
    if view.attack:
        return MakePlay(best.play) if best.worth else Pass()
    discards_in_danger = view.room() < DANGER and best.discarded
    return MakePlay(best.play, view.nearest_out) if best.attack or discards_in_danger or view.must_play else Pass()


def patient(view: View, context: PolicyContext) -> Turn:
    """Keep the cards until they make a strong attack; with less room for garbage cards, a weaker one is enough.

    Without garbage cards in hand, wait for more than the attack of a clear of `special_lines` lines; without room, for
    1. Answer if the attack would put the player out, or if the answer is worth at least 2 points more than the attack.
    """
    if view.must_draw:
        return draw_safely(view)
    best = context.best(view)
    if best is None:
        return Pass()
    if view.attack:
        saves_player = view.attack.points > view.room() and best.worth
        return MakePlay(best.play) if saves_player or best.worth >= view.attack.points + 2 else Pass()
    rules = view.rules
    strong_attack = rules.attack.non_spin[min(rules.attack.special_lines, len(rules.attack.non_spin)) - 1]
    least_attack = 1 + strong_attack * view.room() // max(1, rules.most_garbage)
    discards_in_danger = view.room() < DANGER and best.discarded
    ready = best.attack >= least_attack or discards_in_danger or view.must_play
    return MakePlay(best.play, view.nearest_out) if ready else Pass()


def defensive(view: View, context: PolicyContext) -> Turn:
    """Keep the cards for answers: attack only if the player must, is in danger, or puts the target out.

    Draw only blocks, if that is offered. Answer with any play that parries at least 1 point.
    """
    if view.must_draw:
        return Draw("blocks") if Draw("blocks") in view.options else Draw()
    best = context.best(view)
    if best is None:
        return Pass()
    if view.attack:
        return MakePlay(best.play) if best.worth else Pass()
    target = view.nearest_out
    puts_target_out = best.attack > view.room(target)
    discards_in_danger = view.room() < DANGER and (best.attack or best.discarded)
    return MakePlay(best.play, target) if puts_target_out or discards_in_danger or view.must_play else Pass()


def draw_safely(view: View) -> Draw:
    """Return a draw of only block cards if that is offered and the player is in danger; otherwise the usual draw."""
    blocks = Draw("blocks")
    return blocks if blocks in view.options and view.room() < DANGER else Draw()


#: cardgen's own policies. Installed packages add others by name, see `cardgen.engines.policies`.
POLICIES: dict[str, Policy] = {"random": at_random, "greedy": greedy, "patient": patient, "defensive": defensive}

_MODULE_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


def find_policy(name: str) -> Policy:
    """Return the policy called `name`; for `module:function` the module is imported. WrongValueError if there is none.

    The module is looked for on Python's usual path first, then in the current folder.
    """
    unknown = message("there is no policy {name!r}", name=name)
    if ":" not in name:
        return policies.find_policy("block-killer", POLICIES, name)
    if not _MODULE_FUNCTION.fullmatch(name):
        hint: str = message("write a policy of your own as module:function, such as my_policies:hunter")
        raise WrongValueError(unknown, hint)
    module_name, function_name = name.split(":")
    try:
        with _current_folder_importable():
            module = import_module(module_name)
    except Exception as error:  # the user's own code may raise anything
        hint = message("{module} cannot be imported: {error!r}", module=module_name, error=error)
        if isinstance(error, ModuleNotFoundError) and error.name in (module_name, module_name.split(".")[0]):
            hint = message("module {module} is neither installed nor in the current folder", module=module_name)
        raise WrongValueError(unknown, hint) from error
    function: Any = getattr(module, function_name, None)
    if not callable(function):
        names = [word for word, value in vars(module).items() if callable(value)]
        hint = did_you_mean(function_name, names) or message("{module} has no such function", module=module_name)
        raise WrongValueError(unknown, hint)
    policy: Policy = function
    return policy


@contextmanager
def _current_folder_importable() -> Iterator[None]:
    """Allow imports from the current folder, which comes last: no file replaces an installed module."""
    before = list(sys.path)
    sys.path.append("")
    try:
        yield
    finally:
        sys.path[:] = before
