"""Blocks of steps in words: choices, conditions, what is asked, repeated and done by several players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.base.sentences import syntax
from cardgen.engines.effects.model import Choice, Phrase, Step
from cardgen.engines.effects.parts import inner_steps, names_in
from cardgen.engines.effects.wording.nouns import Noun, Qualifier
from cardgen.engines.effects.wording.steps import Clause
from cardgen.engines.effects.wording.verbs import Verbs


class Blocks(Verbs):
    """Writes steps and blocks of them."""

    # ---------------------------------------------------------------- blocks

    def write_if(self, step: Step) -> list[Clause]:
        state = self._state_of(step)
        if state:
            parts = [self.phrase("state", state=state, steps=self.steps(step.then))]
            if step.otherwise:
                parts.append(self.phrase("state", state=self.other_state, steps=self.steps(step.otherwise)))
            return [clause for part in parts for clause in self._whole(part, "list")]
        condition = self.condition(step.argument)
        text = self.phrase("if-then", condition=condition, steps=self.steps(step.then))
        if step.otherwise:
            other = self.phrase("result", condition=self.form("else", "one"), steps=self.steps(step.otherwise))
            return [*self._whole(text, "result"), *self._whole(other, "result")]
        return self._whole(text)

    #: the other one of two states of the effect at hand
    other_state = ""
    states: tuple[str, ...] = ()

    def _state_of(self, step: Step) -> str:
        """Return how the state or the stage of an effect is called that a condition asks for."""
        node = step.argument.node
        if not isinstance(node, syntax.Compare) or node.sign != "=" or not isinstance(node.left, syntax.Name):
            return ""
        if node.left.path == ("state",) and isinstance(node.right, syntax.Name) and len(self.states) == 2:
            state = node.right.path[0]
            self.other_state = self._capital(self.name(next((s for s in self.states if s != state), "")))
            return self._capital(self.name(state))
        if node.left.path == ("stage",) and isinstance(node.right, syntax.Value):
            return self.phrase("stage-n", n=node.right.value, count=self.ordinal(int(node.right.value)))
        return ""

    def write_may(self, step: Step) -> list[Clause]:
        mine = step.argument.text in ("True", "me")
        steps = (*step.keys["do"], *step.then)
        if mine:
            text = self.phrase("may", steps=self.steps(steps))
        else:
            who = self._player(step.argument)
            text = self._done_by(step.argument, who, steps, "who-may")
        parts = self._whole(text, "" if mine else "other")
        if step.otherwise:
            parts += self._whole(self.phrase("refused", steps=self.steps(step.otherwise)))
        return parts

    def _done_by(self, phrase: Phrase, who: str, steps: Sequence[Step], key: str) -> str:
        """Return steps that somebody does: without naming that player again."""
        path = getattr(phrase.node, "path", ())
        with self.using(actor=("actor",), _doers=frozenset(path) if len(path) == 1 else frozenset()):
            return self.phrase(key, who=who, steps=self.steps(steps))

    def write_ask(self, step: Step) -> list[Clause]:
        who = self._player(step.argument)
        parts = self._whole(self._done_by(step.argument, who, step.keys["to"], "ask"), "other")
        for key, steps in (("when-done", step.then), ("when-not-done", step.otherwise)):
            if steps:
                parts += self._whole(self.phrase(key, steps=self.steps(steps)))
        return parts

    def write_one_of(self, step: Step) -> list[Clause]:
        by = step.keys.get("by")
        who = "" if by is None else self._player(by)
        doers = {by.node.path[0]} if by is not None and isinstance(by.node, syntax.Name) else set()
        with self.using(_doers=self._doers | doers, actor=("actor",) if who else self.actor):
            options = [self.steps(steps) for steps in step.argument.values()]
        numbered = self.phrase("option").join(
            self.phrase("option-n", n=number, text=text) for number, text in enumerate(options, 1)
        )
        text = self.phrase("one-of-by" if who else "one-of", who=who, options=numbered)
        return self._whole(text, "other" if who else "")

    def write_each(self, step: Step) -> list[Clause]:
        noun = self.noun_of(step.keys["in"], "each")
        name, steps = step.argument, step.keys["do"]
        self.bound[name] = noun
        inner = steps[0] if len(steps) == 1 else None
        if inner is not None and inner.verb in ("may", "one-of", "ask"):
            return self.clauses(inner)
        return [clause for one in steps for clause in self.clauses(one)]

    def write_repeat(self, step: Step) -> list[Clause]:
        kind, phrase = step.argument
        if kind == "while":
            return self._whole(
                self.phrase("repeat-while", condition=self.condition(phrase), steps=self.steps(step.keys["do"]))
            )
        if isinstance(phrase.node, syntax.Value):
            return self._whole(
                self.phrase("repeat", count=self.number_word(phrase.node.value), steps=self.steps(step.keys["do"]))
            )
        key = f"repeat-for-{self.event}" if phrase.text == "event.amount" else "repeat-for"
        key = key if self.has(key) else "repeat-for"
        return self._whole(self.phrase(key, value=self.value_of(phrase), steps=self.steps(step.keys["do"])))

    def write_alternate(self, step: Step) -> list[Clause]:
        one, other = (self.write(self.noun_of(part, 1)) for part in step.argument)
        steps = self.steps(step.keys["to"])
        with self.using(actor=("it",)):
            results = [clause for inner in step.otherwise for clause in self.clauses(inner)]
        result = self.phrase("and").join(clause.other for clause in results)
        return self._whole(self.phrase("alternate", one=one, other=other, steps=steps, result=result), "other")

    def write_choose(self, step: Step) -> list[Clause]:
        self.following = (*step.keys.get("do", ()), *step.then)
        parts = [clause for choice in step.argument for clause in self.choice(choice)]
        found = (*step.keys.get("do", ()), *step.then)
        return [*parts, *(clause for one in found for clause in self.clauses(one))]

    def choice(self, choice: Choice) -> list[Clause]:
        """Bind a chosen name. Return the clauses of a choice that cannot be named where it is first used."""
        by = "" if choice.by is None else self._player(choice.by)
        suffix = "-by" if by else ""
        if choice.options:
            options = self.listed(
                [
                    self.name(option) if option not in self.card_names else self.card_name(option)
                    for option in choice.options
                ],
                "or",
            )
            chooser = self.form("me", "one") if choice.by is None else self._player(choice.by)
            self.bound[choice.name] = Noun(text=self._possessed(chooser, self.form("chosen", "one")), kind="option")
            key = "choose-secret" if choice.secret else "choose-option"
            text = self.phrase(key + suffix, who=by, options=options)
            return self._whole(text, "other" if by else "")
        if choice.source is None:
            assert choice.low is not None
            assert choice.high is not None
            self.bound[choice.name] = Noun(text=self.form("x", "one"))
            self.mentioned.add(choice.name)
            return self._whole(
                self.phrase("choose-value", low=self.value_of(choice.low), high=self.value_of(choice.high))
            )
        self.is_taken = True
        noun = self.noun_of(choice.source, self._chosen_number(choice))
        self.is_taken = False
        if choice.random:
            noun = noun.qualified(Qualifier(self.form("by-chance", "one")))
        self.bound[choice.name] = noun
        if by or choice.condition is not None or self._is_first_in_value(choice.name):
            self.mentioned.add(choice.name)
            return self._whole(self.phrase("choose" + suffix, who=by, what=self.write(noun)))
        return []

    #: the steps after the choices at hand
    following: Sequence[Step] = ()

    def _is_first_in_value(self, name: str) -> bool:
        """Return True if the steps first mention a choice by one of its values, such as its cost."""
        for step in inner_steps(self.following):
            for value in (*step.keys.values(), step.argument):
                for used in names_in(value.node) if isinstance(value, Phrase) else ():
                    if used.path[0] == name:
                        return len(used.path) > 1 and used.path[-1] not in (*self.vocabulary.areas, "areas")
        return False

    def _chosen_number(self, choice: Choice) -> Any:
        least = None if choice.least is None else choice.least.text
        if choice.most == "all":
            return "all" if least == str(10**6) else "any" if least == "0" else self.phrase("at-least", count=least)
        if choice.most is None:
            return 1
        most = choice.most.text
        if (least, most) == ("0", "1"):
            return "up to one"
        if least == most:
            return int(most) if most.isdecimal() else "x"
        return self.phrase(
            "up-to" if least == "0" else "from-to",
            least=least,
            most=self.number_word(int(most)) if most.isdecimal() else most,
        )

    def write_later(self, step: Step) -> list[Clause]:
        steps = self.steps(step.keys["do"])
        return self._whole(self.phrase("later", timing=self.timing(step.argument), steps=steps), "list")

    def write_together(self, step: Step) -> list[Clause]:
        return self._whole(self.phrase("together", steps=self.steps(step.argument)))
