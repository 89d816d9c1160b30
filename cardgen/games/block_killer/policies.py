"""Policies: functions that decide the turns of players in simulations.

A policy takes a view, which has everything that the player may see and no hidden card, and a context with the solver,
within the budget of the study, and random choices. To add one, write such a function and name it as `module:function`,
or install it as a plug-in of the kind `policies`. See docs/balance.md.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from cardgen import Message, joined, message, with_hint
from cardgen.engines.policies import PluginError, load_policy, policy_names
from cardgen.games.block_killer.game import Draw, MakePlay, Pass, Turn
from cardgen.games.block_killer.playout import random_option
from cardgen.games.block_killer.policy_context import PolicyContext
from cardgen.games.block_killer.views import View

Policy = Callable[[View, PolicyContext], Turn]
"""Decides one turn of a player. It keeps no data from one call to the next."""

#: A player with room for fewer garbage cards than this is in danger: a draw and an attack of 1 put the player out.
DANGER = 2


class PolicyError(ValueError):
    """A policy that does not exist, or a turn of a policy that is not legal. Its text is `message (hint)`."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.hint = hint

    def __str__(self) -> str:
        return with_hint(self.args[0], self.hint, "en")


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

_ENGINE = "block-killer"
_MODULE_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


def list_policies() -> list[str]:
    """Return the names of the policies: those of POLICIES, the weakest first, and those of installed packages."""
    return [*POLICIES, *policy_names(_ENGINE)]


def check_name(name: str) -> None:
    """Raise PolicyError if `name` is neither a policy's name nor of the form `module:function`. Imports nothing."""
    if name in POLICIES or _MODULE_FUNCTION.fullmatch(name):
        return
    names = list_policies()
    if name in names:
        return
    if ":" in name:
        hint = message("write a policy of your own as module:function, such as my_policies:hunter")
        raise PolicyError(_no_policy(name), hint)
    near = get_close_matches(name, names, n=1)
    if near:
        raise PolicyError(_no_policy(name), message("did you mean {word!r}?", word=near[0]))
    raise PolicyError(_no_policy(name), message("there are {names}, and module:function", names=joined(names)))


def find_policy(name: str) -> Policy:
    """Return the policy called `name`; for `module:function` the module is imported. PolicyError if there is none.

    The module is looked for on Python's usual path first, then in the current folder.
    """
    check_name(name)
    if name in POLICIES:
        return POLICIES[name]
    if ":" not in name:
        try:
            return load_policy(_ENGINE, name)
        except PluginError as error:
            raise PolicyError(_no_policy(name), str(error)) from error
    module_name, function_name = name.split(":")
    try:
        with _current_folder_importable():
            module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name != module_name.split(".")[0] and error.name != module_name:
            raise PolicyError(_no_policy(name), _cannot_be_imported(module_name, error)) from error
        hint = message("module {module} is neither installed nor in the current folder", module=module_name)
        raise PolicyError(_no_policy(name), hint) from error
    except Exception as error:  # the user's own code may raise anything
        raise PolicyError(_no_policy(name), _cannot_be_imported(module_name, error)) from error
    function: Any = getattr(module, function_name, None)
    if callable(function):
        policy: Policy = function
        return policy
    near = get_close_matches(function_name, [word for word, value in vars(module).items() if callable(value)], n=1)
    if near:
        raise PolicyError(_no_policy(name), message("did you mean {word!r}?", word=near[0]))
    raise PolicyError(_no_policy(name), message("{module} has no such function", module=module_name))


def _no_policy(name: str) -> Message:
    return message("there is no policy {name!r}", name=name)


def _cannot_be_imported(module_name: str, error: Exception) -> Message:
    return message("{module} cannot be imported: {error!r}", module=module_name, error=error)


@contextlib.contextmanager
def _current_folder_importable() -> Iterator[None]:
    """Allow imports from the current folder, which comes last: no file replaces an installed module."""
    before = list(sys.path)
    sys.path.append("")
    try:
        yield
    finally:
        sys.path[:] = before
