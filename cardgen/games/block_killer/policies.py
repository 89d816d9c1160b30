"""Policies: functions that decide a player's turn from what the player may see, and a mind to think with.

To add one, write such a function and name it as `module:function`, or install it as a plug-in of the kind `policies`. A
view has no hidden card in it; a mind has the solver, within the budget of the study, and chance. See docs/balance.md.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from cardgen.engines.policies import PluginError, load_policy, policy_names
from cardgen.errors import with_hint
from cardgen.games.block_killer.game import Draw, MakePlay, Pass, Turn
from cardgen.games.block_killer.minds import Mind
from cardgen.games.block_killer.playout import random_option
from cardgen.games.block_killer.views import View
from cardgen.words.messages import Message, joined, message

Policy = Callable[[View, Mind], Turn]
"""Decides one turn of a player. It keeps nothing from one call to the next."""

#: With room for fewer garbage cards than this a player is in danger: a draw and an attack of 1 put them out.
DANGER = 2


class PolicyError(ValueError):
    """An unknown policy, or a policy that broke the rules. As text it is `message (hint)`."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.hint = hint

    def __str__(self) -> str:
        return with_hint(self.args[0], self.hint, "en")


def at_random(view: View, mind: Mind) -> Turn:
    """Take any option, any target, any cards; of a few random places for a block, the one that clears most rows."""
    return random_option(view.options, view.hand, view.rules, mind.chance, answers=view.attack is not None)


def greedy(view: View, mind: Mind) -> Turn:
    """Play the best attack that the solver finds whenever there is one, at the player who is nearest to being out.

    Draw blocks only if in danger, and then also play just to discard. Answer with whatever parries anything.
    """
    if view.must_draw:
        return draw_with_care(view)
    best = mind.best(view)
    if best is None:
        return Pass()
    if view.attack:
        return MakePlay(best.play) if best.worth else Pass()
    relieved = view.room() < DANGER and best.discarded
    return MakePlay(best.play, view.nearest_out) if best.attack or relieved or view.must_play else Pass()


def patient(view: View, mind: Mind) -> Turn:
    """Keep the cards until they make a great attack; the less room is left, the smaller it may be.

    With all the room left, wait for more than a clear of `special_lines` lines is worth; with none left, for 1. Answer
    if the attack would put the player out, or if the answer parries all of it and 2 points more.
    """
    if view.must_draw:
        return draw_with_care(view)
    best = mind.best(view)
    if best is None:
        return Pass()
    if view.attack:
        fatal = view.attack.points > view.room() and best.worth
        return MakePlay(best.play) if fatal or best.worth >= view.attack.points + 2 else Pass()
    rules = view.rules
    great = rules.attack.non_spin[min(rules.attack.special_lines, len(rules.attack.non_spin)) - 1]
    wanted = 1 + great * view.room() // max(1, rules.most_garbage)
    relieved = view.room() < DANGER and best.discarded
    ready = best.attack >= wanted or relieved or view.must_play
    return MakePlay(best.play, view.nearest_out) if ready else Pass()


def defensive(view: View, mind: Mind) -> Turn:
    """Keep the cards to answer with: attack only if the player must, is in danger, or may put somebody out.

    Draw blocks only, whenever that is offered. Answer with whatever parries anything.
    """
    if view.must_draw:
        return Draw("blocks") if Draw("blocks") in view.options else Draw()
    best = mind.best(view)
    if best is None:
        return Pass()
    if view.attack:
        return MakePlay(best.play) if best.worth else Pass()
    target = view.nearest_out
    kills = best.attack > view.room(target)
    relieved = view.room() < DANGER and (best.attack or best.discarded)
    return MakePlay(best.play, target) if kills or relieved or view.must_play else Pass()


def draw_with_care(view: View) -> Draw:
    """Return a draw of block cards only if that is offered and the player is in danger; the usual draw otherwise."""
    blocks = Draw("blocks")
    return blocks if blocks in view.options and view.room() < DANGER else Draw()


#: cardgen's own policies. Installed packages add others by name, see `cardgen.engines.policies`.
POLICIES: dict[str, Policy] = {"random": at_random, "greedy": greedy, "patient": patient, "defensive": defensive}

_ENGINE = "block-killer"
_ELSEWHERE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


def check_name(name: str) -> None:
    """Raise PolicyError if `name` is neither a policy's name nor of the form `module:function`. Imports nothing."""
    if name in POLICIES or _ELSEWHERE.fullmatch(name):
        return
    names = [*POLICIES, *policy_names(_ENGINE)]
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

    A module is searched for where Python always does, and then in the current folder.
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
    near = get_close_matches(function_name, [each for each in vars(module) if callable(vars(module)[each])], n=1)
    if near:
        raise PolicyError(_no_policy(name), message("did you mean {word!r}?", word=near[0]))
    raise PolicyError(_no_policy(name), message("{module} has no such function", module=module_name))


def _no_policy(name: str) -> Message:
    return message("there is no policy {name!r}", name=name)


def _cannot_be_imported(module_name: str, error: Exception) -> Message:
    return message("{module} cannot be imported: {error!r}", module=module_name, error=error)


@contextlib.contextmanager
def _current_folder_importable() -> Iterator[None]:
    """Let modules in the current folder be imported. They come last: none takes the place of an installed one."""
    before = list(sys.path)
    sys.path.append("")
    try:
        yield
    finally:
        sys.path[:] = before
