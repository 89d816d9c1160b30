"""How players play: each policy is a function from what a player may see, and a mind to think with, to a turn.

To add one, write such a function and name it as `module:function`, or enter it in POLICIES. A view has no hidden card
in it; a mind has the solver, within the budget of the study, and chance. See docs/balance.md.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from cardgen.games.block_killer.game import Draw, MakePlay, Pass, Turn
from cardgen.games.block_killer.minds import Mind
from cardgen.games.block_killer.playout import random_option
from cardgen.games.block_killer.views import View

Policy = Callable[[View, Mind], Turn]
"""What to do when it is this player's turn to decide. It may keep nothing from one call to the next."""

#: With room for fewer garbage cards than this a player is in danger: a draw and an attack of 1 put them out.
DANGER = 2


class PolicyError(ValueError):
    """There is no such policy, or it did what the rules do not allow."""


def at_random(view: View, mind: Mind) -> Turn:
    """Any option, any target, any cards; of a few random places for a block, the one that clears most rows."""
    return random_option(view.options, view.hand, view.rules, mind.chance, answers=view.attack is not None)


def greedy(view: View, mind: Mind) -> Turn:
    """Plays the best attack it finds whenever there is one, at the player who is nearest to being out.

    Draws blocks only when in danger, and then also plays just to discard. Answers with whatever parries anything.
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
    """Keeps its cards until they make a great attack; the less room it has left, the less it asks for.

    With all its room left it waits for more than a clear of `special_lines` lines is worth; with none left, for 1.
    Answers when the attack would put it out, or when the answer parries all of it and 2 points more.
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
    """Keeps its cards to answer with: attacks only when it must, is in danger, or may put somebody out.

    Draws blocks only whenever it may. Answers with whatever parries anything.
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
    """Block cards only, where that is offered and the player is in danger; the usual draw otherwise."""
    blocks = Draw("blocks")
    return blocks if blocks in view.options and view.room() < DANGER else Draw()


#: The policies that have a name of their own.
POLICIES: dict[str, Policy] = {"random": at_random, "greedy": greedy, "patient": patient, "defensive": defensive}

_ELSEWHERE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


def check_name(name: str) -> None:
    """PolicyError when `name` is neither that of a policy nor of the form `module:function`. Imports nothing."""
    if name in POLICIES or _ELSEWHERE.fullmatch(name):
        return
    if ":" in name:
        raise PolicyError(f"no policy {name!r}: one of your own is named module:function, such as my_policies:hunter")
    near = get_close_matches(name, POLICIES, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(POLICIES)}, and module:function"
    raise PolicyError(f"no policy {name!r}: {hint}")


def find_policy(name: str) -> Policy:
    """The policy called `name`; for `module:function` the module is imported. PolicyError when there is none.

    A module is looked for where Python always looks, and then in the current folder.
    """
    check_name(name)
    if name in POLICIES:
        return POLICIES[name]
    module_name, function_name = name.split(":")
    try:
        with _current_folder_importable():
            module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name != module_name.split(".")[0] and error.name != module_name:
            raise PolicyError(f"no policy {name!r}: {module_name} cannot be imported: {error!r}") from error
        where = "neither installed nor in the current folder"
        raise PolicyError(f"no policy {name!r}: there is no module {module_name}, {where}") from error
    except Exception as error:  # it is the user's own code, which may do anything when it is run
        raise PolicyError(f"no policy {name!r}: {module_name} cannot be imported: {error!r}") from error
    function: Any = getattr(module, function_name, None)
    if callable(function):
        found: Policy = function
        return found
    near = get_close_matches(function_name, [each for each in vars(module) if callable(vars(module)[each])], n=1)
    hint = f"did you mean {near[0]}?" if near else "it has no such function"
    raise PolicyError(f"no policy {name!r} in {module_name}: {hint}")


@contextlib.contextmanager
def _current_folder_importable() -> Iterator[None]:
    """Let modules in the current folder be imported. They come last: none takes the place of an installed one."""
    before = list(sys.path)
    sys.path.append("")
    try:
        yield
    finally:
        sys.path[:] = before
