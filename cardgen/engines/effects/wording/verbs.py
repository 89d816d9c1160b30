"""Verbs in words that use and judge cards, change the course of things, and let something last."""

from __future__ import annotations

from cardgen.base.sentences import syntax
from cardgen.engines.effects.model import Effect, Phrase, Step, Timing
from cardgen.engines.effects.wording.nouns import Noun
from cardgen.engines.effects.wording.steps import Clause, Steps


class Verbs(Steps):
    """Writes all verbs."""

    def write_use_card(self, step: Step) -> list[Clause]:
        virtual = "cards" not in step.keys
        node = step.argument.node
        name = node.path[-1] if isinstance(node, syntax.Name) else step.argument.text
        card = self.card_name(name) if name not in ("this", *self.bound) else self.write(self.noun_of(step.argument, 1))
        free = "".join(self.form(f"verbs/free-{word}", "one") for word in step.keys.get("free", ()))
        slots = {"card": card, "free": free}
        if "targets" in step.keys:
            slots["to"] = self.write(self.noun_of(step.keys["targets"], self._number_of(step.keys["targets"])))
        key = ("virtual" if virtual else "use-card") + ("-on" if "to" in slots else "")
        clause = self._verb(step, key, who=self.who(step, "by"), **slots)
        if self.is_chinese or not free:
            return [clause]
        return [Clause(clause.subject, clause.mine + free, clause.other + free, x=clause.x)]

    def write_play(self, step: Step) -> list[Clause]:
        card = (
            self.form("this", "one")
            if step.argument == "this"
            else self.phrase("one-card-name", name=self.card_name(step.argument))
        )
        if "number" in step.keys:
            n, x = self.amount(step.keys["number"])
            return [self._verb(step, "play-many", x=x, count=n, card=self.card_name(step.argument))]
        return [self._verb(step, "play", card=card)]

    def write_judge(self, step: Step) -> list[Clause]:
        found = [
            self._verb(
                step, "judge", who="" if self._is_me(step.argument) else self.write(self.noun_of(step.argument, 1))
            )
        ]
        match = step.keys.get("match")
        parts = []
        if step.then and match is not None:
            with self.using(source=match.text):
                text = self.phrase("judge-match", match=self.qualifier(match.node).text)
            parts.append(self.phrase("result", condition=text, steps=self.steps(step.then)))
        if step.otherwise:
            parts.append(
                self.phrase("result", condition=self.form("judge-else", "one"), steps=self.steps(step.otherwise))
            )
        return [*found, *(Clause("result", text, text, is_whole=True) for text in parts)]

    def write_compete(self, step: Step) -> list[Clause]:
        one, other = step.argument
        whom = self.write(self.noun_of(other if self._is_me(one) else one, 1))
        found = [self._verb(step, "compete", who="" if self._is_me(one) else None, other=whom)]
        outcomes = {key: self.steps(step.keys[key]) for key in ("won", "lost", "tied") if step.keys.get(key)}
        if outcomes.get("lost") and outcomes.get("lost") == outcomes.get("tied"):
            outcomes = {"won": outcomes.get("won", ""), "not": outcomes["lost"]}
        keys = {"won": "win-compete", "lost": "lose-compete", "tied": "tie-compete", "not": "not-win"}
        for key, text in outcomes.items():
            if text:
                whole = self.phrase("result", condition=self.form(keys[key], "one"), steps=text)
                found.append(Clause("result", whole, whole, is_whole=True))
        return found

    def write_cancel(self, step: Step) -> list[Clause]:
        key = step.verb if step.argument == "event" else f"{step.verb}-named"
        return [self._verb(step, key, who="", event=self.name(step.argument))]

    write_end = write_cancel

    def write_prevent(self, step: Step) -> list[Clause]:
        if step.argument.text == str(10**6):
            return [self._verb(step, "prevent-all", who="")]
        n, x = self._number(step)
        return [self._verb(step, "prevent", who="", x=x, n=n)]

    def write_skip(self, step: Step) -> list[Clause]:
        stage = self.form("span-turn", "one") if step.argument == "turn" else self.stage_name(step.argument)
        return [self._verb(step, step.verb, stage=stage)]

    write_extra = write_skip

    def stage_name(self, stage: str) -> str:
        step = f"{stage}-step"
        return self.phrase("stage-name", stage=self.name(step if step in self.vocabulary.names else stage))

    def write_control(self, step: Step) -> list[Clause]:
        return [self._verb(step, "control", who=self.who(step, "by"), of=self.write(self.noun_of(step.argument, 1)))]

    def write_join(self, step: Step) -> list[Clause]:
        return [self._verb(step, step.verb, group=self.name(step.argument))]

    write_leave = write_dissolve = write_join

    def write_attach(self, step: Step) -> list[Clause]:
        inner: Effect = step.argument
        until = step.keys.get("until")
        to = step.keys.get("to")
        noun = Noun(text=self.form("me", "one")) if to is None else self.noun_of(to, 1)
        target = self.write(noun)
        with self.using(bearer_kind=noun.kind):
            text = self.inner(inner)
        slots = {"to": target, "text": text, "until": self.until(until) if until is not None else ""}
        key = step.verb
        if step.verb == "attach":
            key = "attach" if until is not None else "attach-on"
        elif until is not None:
            key = "grant-until"
        who = "" if to is None or self._is_me(to) or step.verb == "attach" else target
        return [self._verb(step, key, who=who, **slots)]

    write_grant = write_attach

    def inner(self, effect: Effect) -> str:
        """Return the text of an effect inside of another one."""
        raise NotImplementedError

    def until(self, until: Timing | Phrase) -> str:
        """Return when something ends."""
        raise NotImplementedError

    def timing(self, timing: Timing) -> str:
        raise NotImplementedError

    def write_silence(self, step: Step) -> list[Clause]:
        return [self._until(step, cards=self.cards(step, number="all"))]

    def write_copy(self, step: Step) -> list[Clause]:
        cards = self.write(self.noun_of(step.argument, 1))
        onto = self.form("this", "one") if "onto" not in step.keys else self.write(self.noun_of(step.keys["onto"], 1))
        return [self._until(step, cards=cards, onto=onto)]

    def _until(self, step: Step, **slots: str) -> Clause:
        """Return the clause of a verb that lets something last, until the game ends or until something else."""
        until = step.keys.get("until")
        if until is None:
            return self._verb(step, step.verb, who="", **slots)
        return self._verb(step, f"{step.verb}-until", who="", until=self.until(until), **slots)

    def write_refresh(self, step: Step) -> list[Clause]:
        return [self._verb(step, step.verb, name=self.name(step.argument))]

    write_perform = write_refresh

    def write_win(self, step: Step) -> list[Clause]:
        return [self._verb(step, "win", who="" if self._is_me(step.argument) else self._player(step.argument))]

    def write_by_hand(self, step: Step) -> list[Clause]:
        return [Clause("", step.argument, step.argument, is_whole=True)]
