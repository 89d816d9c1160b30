"""Patterns and rules that take too much work: they are answered within seconds, or refused at their place."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.attack.trial import Outcome, Problem, Verdict, judge, run_command
from tests.games_on_disk import tiny_game_in

#: Seconds of the processor for patterns and rules, and those that the rest of `check` takes.
_SECONDS, _REST = 5.0, 1.0

_ATOMS = (".", "a", "b", "[ab]", "\\w", "[^b]", "(a|b)", "(a|ab|)", "(.*a)", "(|.)")
_REPEATS = ("", "*", "+", "?", "{300}", "{1,400}", "{900}", "{0,1999}")
_ALPHABETS = ("a", "ab", "abc ", "".join(map(chr, range(0x4E00, 0x5A00))))

#: Sentences of cards that are compared with one another, words and letters.
_SENTENCES = (
    "every card of main has (every card of main has (every card of main has level >= 0))",
    "count of main where count of main where count of main where level > 0 > 0 > 0 > 0",
    "every card of main has count of main where level = this.level >= 0",
    "no other card has (any card of main has (level = this.level and name = this.name and rules = this.rules))",
    "every character of rules has (every character of rules is one of a, b, c)",
    "every word of rules has (any word of name is given)",
    "sum of level of main where (sum of level of main where level > 1) > 1 > 0",
    "every card of main has rules = this.rules or rules contains this.rules",
    "count of different rules of main where (count of different rules of main where level > 0) > 0 > 0",
)


def heavy_patterns(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:
    """Check games with random patterns of fields and random rules, over long texts and many cards."""
    for number in range(trials):
        place = folder / str(number)
        name, outcome = try_patterns(random, place)
        yield Verdict(name, tuple(_problems(outcome)))
        shutil.rmtree(place)


def try_patterns(random: Random, place: Path) -> tuple[str, Outcome]:
    """Check a random game. Return what is hard about it, and the outcome."""
    kind, hard, texts = _draw(random)
    limit = f"{{kind: text, pattern: '{hard}'}}" if kind == "field" else "text"
    sentence = {"field": "", "rule": f"rules matches '{hard}'", "sentence": hard}[kind]
    return f"{kind}: {hard}", check_game(place, limit, sentence, texts)


def _draw(random: Random) -> tuple[str, str, list[str]]:
    """Return where the work is, a pattern or a sentence, and the texts of the cards."""
    pattern = "".join(random.choice(_ATOMS) + random.choice(_REPEATS) for _ in range(random.randint(1, 4)))
    kind = random.choice(("field", "rule", "sentence"))
    letters = random.choice(_ALPHABETS)
    count, length = random.choice(((20, 9_000), (300, 1), (300, 300), (2_000, 20), (3, 30_000)))
    texts = ["".join(random.choices(letters, k=length)) for _ in range(count)]
    return kind, random.choice(_SENTENCES) if kind == "sentence" else pattern, texts


def check_game(place: Path, limit: str, sentence: str, texts: list[str]) -> Outcome:
    """Run `check` on a game whose field `rules` has a kind and texts, and that has a rule, if there is one."""
    game = tiny_game_in(place)
    game.change("card_data/tiny/game.yaml", "{name: text}", f"{{name: text, level: integer, rules: {limit}}}")
    if sentence:
        quoted = sentence.replace("\\w", "\\\\w")
        rule = '"' + quoted.replace("'", '\\"') + '"'
        game.change("card_data/tiny/game.yaml", "targets:", f"rules:\n  one: {rule}\ntargets:")
    rows = (f'  - {{id: c{n}, name: N{n}, level: {n}, rules: "{text}"}}\n' for n, text in enumerate(texts))
    game.write("card_data/tiny/cards.yaml", "cards:\n" + "".join(rows))
    return run_command(["check", "tiny", "--project", "."], place)


def _problems(outcome: Outcome) -> Iterator[tuple[Problem, str]]:
    yield from judge(outcome)
    if "not YAML" in outcome.err:
        yield "wrong", outcome.err[:300]
    if outcome.seconds > _SECONDS + _REST:
        yield "too slow", f"{outcome.seconds:.1f} s"
