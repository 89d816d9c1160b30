"""Steps in words: each is a clause with a subject, and clauses of one subject are joined to a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardgen.base.records import dataclass
from cardgen.base.sentences import syntax
from cardgen.engines.effects.checking.names import inner_steps
from cardgen.engines.effects.checking.raising import names_in
from cardgen.engines.effects.model import Choice, Effect, Phrase, Step, Timing
from cardgen.engines.effects.wording.nouns import Noun
from cardgen.engines.effects.wording.sentences import Sentences


@dataclass(frozen=True, slots=True)
class Clause:
    """What somebody does: as `you` do it and as another one does. "" is the subject of what you do yourself.

    A clause with `is_whole` is a sentence already; its subject is "" if it can follow `you may`. `x` is the value of X.
    """

    subject: str
    mine: str
    other: str
    is_whole: bool = False
    x: str = ""


class Steps(Sentences):
    """Writes steps."""

    #: who does the steps at hand, if that is not the owner of the effect
    actor: tuple[str, ...] = ("me",)

    def steps(self, steps: Sequence[Step], lead: str = "", again: bool = False) -> str:
        """Return steps as sentences without the last stop. `lead` begins them, such as `you may`."""
        clauses = [clause for step in steps for clause in self.clauses(step)]
        return self.join(clauses, lead, again)

    def join(self, clauses: Sequence[Clause], lead: str = "", again: bool = False) -> str:
        """Return clauses as sentences without the last stop."""
        sentences: list[str] = []
        kinds: list[str] = []
        xs: list[str] = []
        at = 0
        while at < len(clauses):
            first = clauses[at]
            run = [first]
            while not first.is_whole and at + len(run) < len(clauses):
                following = clauses[at + len(run)]
                if following.is_whole or following.subject != first.subject:
                    break
                run.append(following)
            at += len(run)
            xs += [clause.x for clause in run if clause.x]
            text = self._sentence(run, lead if not sentences else "", again)
            if xs:
                text += self.phrase("x-is", value=xs[0])
                xs = []
            if kinds and first.is_whole and kinds[-1] == first.subject in ("list", "result"):
                sentences[-1] += self.phrase("list-stop") + (text if self.is_chinese else self._capital(text))
                continue
            sentences.append(text)
            kinds.append(first.subject if first.is_whole else "")
        return self._stopped(sentences)

    def _sentence(self, run: Sequence[Clause], lead: str, again: bool) -> str:
        subject = run[0].subject
        if run[0].is_whole:
            if lead and subject in ("list", "other"):
                if self.is_chinese and subject == "other":
                    return lead + self._asked(run[0].mine)
                key, text = ("do-list", self._capital(run[0].mine)) if subject == "list" else ("do-this", run[0].mine)
                return lead + self.phrase(key) + text
            return lead + self._gap(lead) + run[0].mine
        joiner = self.phrase("then" if subject == "" else "and")
        if subject == "":
            return lead + self._gap(lead) + joiner.join(clause.mine for clause in run)
        if lead and self.has("may-have"):
            mine = joiner.join(clause.mine for clause in run)
            return lead + self._gap(lead) + self.phrase("have", who=subject, steps=mine)
        text = subject + self._gap(subject) + joiner.join(clause.other for clause in run)
        return self.phrase("let", steps=text) if lead or again else text

    def _asked(self, text: str) -> str:
        """Return `who may` after `you may`: who decides whether."""
        return self.phrase("let", steps=text.replace(self.form("may-word", "one"), self.form("asked-word", "one"), 1))

    def _gap(self, text: str) -> str:
        return self.phrase("gap") if text and not self.is_chinese and not text.endswith(" ") else ""

    def _stopped(self, sentences: Sequence[str]) -> str:
        """Return sentences one after the other: in Chinese as parts of one, in English each with its stop."""
        if self.is_chinese:
            return self.phrase("comma").join(sentences)
        rest = [sentence[:1].upper() + sentence[1:] for sentence in sentences[1:]]
        return self.phrase("stop").join([*sentences[:1], *rest])

    # ---------------------------------------------------------------- one step

    def clauses(self, step: Step) -> list[Clause]:
        """Return what a step does as clauses."""
        method = _METHODS.get(step.verb)
        who, before = step.keys.get("who"), (self.subject_path, self.is_taken)
        if isinstance(who, Phrase) and isinstance(who.node, syntax.Name) and step.verb in ("discard", "give", "show"):
            self.subject_path = who.node.path
            self._actor_first(who)
        self.is_taken = step.verb in ("discard", "give", "take", "show", "move", "destroy")
        found = method(self, step) if method is not None else [self._plain(step)]
        self.subject_path, self.is_taken = before
        if step.condition is not None:
            text = self.phrase("if-then", condition=self.condition(step.condition), steps=self.join(found))
            found = [Clause("", text, text, is_whole=True)]
        if step.verb not in ("if", "judge", "may", "ask", "choose", "alternate") and (step.then or step.otherwise):
            for key, steps in (("when-done", step.then), ("when-not-done", step.otherwise)):
                if steps:
                    text = self.phrase(key, steps=self.steps(steps))
                    found.append(Clause("", text, text, is_whole=True))
        return found

    def _actor_first(self, who: Phrase) -> None:
        """Find the words for who does a step before those of the cards: the first mention is in full."""
        self._subjects = {id(who): self._player(who)}

    _subjects: dict[int, str] = {}

    def _verb(self, step: Step, key: str, who: str | None = None, x: str = "", **slots: Any) -> Clause:
        """Return the clause of a verb. `who` is the subject, by default that of the key `who`."""
        subject = self.who(step) if who is None else who
        key = f"verbs/{key}"
        if not self.has(key):
            key = f"verbs/{step.verb}"
        same = self.form("same-amount", "one")
        if slots.get("n") == same and self.is_chinese:  # 等量的伤害, where 2 points are 2点伤害
            forms = [
                self.phrase_in(key, form, **slots).replace(f"{same}点", f"{same}的").replace(f"{same}點", f"{same}的")
                for form in ("me", "other")
            ]
            return Clause(subject, forms[0], forms[1], x=x)
        if not self.has(key):
            return Clause(subject, self._unknown(step), self._unknown(step))
        return Clause(subject, self.phrase_in(key, "me", **slots), self.phrase_in(key, "other", **slots), x=x)

    def _unknown(self, step: Step) -> str:
        """Return a verb that has no phrase, with its argument and keys."""
        parts = [self.name(step.verb)]
        for value in (step.argument, *step.keys.values()):
            if isinstance(value, Phrase):
                parts.append(self.write(self.noun_of(value, 1)))
        return " ".join(parts)

    def who(self, step: Step, key: str = "who") -> str:
        """Return who does a step: "" for the owner of the effect."""
        phrase = step.keys.get(key)
        if phrase is None:
            return self._actor()
        return self._subjects[id(phrase)] if id(phrase) in self._subjects else self._player(phrase)

    def _actor(self) -> str:
        if self.actor in (("me",), ()):
            return ""
        if self.actor == ("actor",):
            return ""
        return self.write(self._named(self.actor, 1))

    def _player(self, phrase: Phrase) -> str:
        node = phrase.node
        if isinstance(node, syntax.Name) and len(node.path) == 1 and node.path[0] in self._doers:
            return ""
        if isinstance(node, syntax.Name) and node.path in (("me",), self.actor):
            return "" if node.path == ("me",) or self.actor == ("actor",) else self._actor()
        return self.write(self.noun_of(phrase, self._number_of(phrase)))

    def _number_of(self, phrase: Phrase) -> Any:
        """Return the number of a set that a verb does something with: all of it."""
        return "all" if isinstance(phrase.node, syntax.Select | syntax.Name) and not self._is_bound(phrase) else ""

    def _is_bound(self, phrase: Phrase) -> bool:
        return isinstance(phrase.node, syntax.Name) and phrase.node.path[0] in self.bound

    def cards(self, step: Step, key: str = "", number: Any = None) -> str:
        """Return the cards that a verb is about, or how many are chosen from where."""
        phrase = step.argument if not key else step.keys[key]
        constant = isinstance(phrase.node, syntax.Value)
        if not constant and not self._is_count(phrase):
            return self.write(self.noun_of(phrase, self._number_of(phrase) if number is None else number))
        count = phrase.node.value if constant else "x"
        source = step.keys.get("from")
        if source is None:
            hand = step.verb in ("discard", "give", "show") and self.vocabulary.hand == "hand"
            return self.write(Noun("hand-noun" if hand else "card-noun", count, kind="card"))
        if isinstance(source.node, syntax.Name) and source.node.path[-1] == "areas":
            noun = Noun("card-noun", count, kind="card")
            return self.phrase("from", cards=self.write(noun), **{"from": self.value_of(source)})
        return self.write(self.noun_of(source, count))

    @staticmethod
    def _is_count(phrase: Phrase) -> bool:
        return isinstance(phrase.node, syntax.Count | syntax.Arithmetic) and not isinstance(phrase.node, syntax.Select)

    def _plain(self, step: Step) -> Clause:
        slots: dict[str, Any] = {}
        if isinstance(step.argument, Phrase):
            slots |= {"cards": self.cards(step), "to": ""}
        for key in ("to", "by", "onto"):
            if isinstance(step.keys.get(key), Phrase):
                slots[key] = self.write(self.noun_of(step.keys[key], 1))
        if (step.verb in self.vocabulary.macros and isinstance(step.argument, Phrase)) or (
            step.verb == "attack" and isinstance(step.argument, Phrase)
        ):
            slots["to"] = slots["cards"]
        return self._verb(step, step.verb, **slots)

    def _number(self, step: Step) -> tuple[str, str]:
        return self.amount(step.argument)

    def _draw(self, step: Step) -> list[Clause]:
        n, x = self._number(step)
        count = self.number_word(int(n)) if n.isdecimal() else n
        if "from" in step.keys:
            return [self._verb(step, "draw-from", x=x, n=n, count=count, **{"from": self.place(step.keys["from"])})]
        return [self._verb(step, "draw", x=x, n=n, count=count)]

    def _points(self, step: Step) -> list[Clause]:
        n, x = self._number(step)
        return [self._verb(step, step.verb, x=x, n=n)]

    def _damage(self, step: Step) -> list[Clause]:
        n, x = self._number(step)
        to = step.keys.get("to")
        element = step.keys.get("element")
        source = step.keys.get("from")
        if to is not None and (self._is_me(to) or (self.actor == ("it",) and to.text == "it")):
            key = "damaged-by" if source is not None else "damaged"
            return [self._verb(step, key, who="", x=x, n=n, **self._from(source))]
        target = self.write(self.noun_of(to, self._number_of(to))) if to is not None else self.form("me", "one")
        slots = {"n": n, "to": target}
        if element is not None:
            slots["element"] = self.value_of(element)
        subject = "" if source is None or self._is_me(source) else self.write(self.noun_of(source, 1))
        if self.actor == ("bearer",) or subject == target:
            subject = ""
        return [self._verb(step, "damage-of" if element is not None else "damage", who=subject, x=x, **slots)]

    def _from(self, source: Phrase | None) -> dict[str, str]:
        return {} if source is None else {"from": self.write(self.noun_of(source, 1))}

    @staticmethod
    def _is_me(phrase: Phrase) -> bool:
        return isinstance(phrase.node, syntax.Name) and phrase.node.path == ("me",)

    def _cards_verb(self, step: Step) -> list[Clause]:
        by = step.keys.get("by")
        if step.verb == "discard" and self._is_bound(step.argument):  # whoever chose the card discards it
            return [self._verb(step, "discard", who=self._actor(), cards=self.cards(step))]
        subject = None if by is None or step.verb == "destroy" else self._player(by)
        slots = {"cards": self._whole_place(step) or self.cards(step)}
        if "to" in step.keys:
            slots["to"] = (
                self.place(step.keys["to"]) if step.verb == "move" else self.write(self.noun_of(step.keys["to"], 1))
            )
        return [self._verb(step, step.verb, who=subject, **slots)]

    def _whole_place(self, step: Step) -> str:
        """Return the place of which all cards are seen, such as a hand."""
        node = step.argument.node
        is_place = isinstance(node, syntax.Name) and node.path[-1] in self.vocabulary.areas
        return self.place(step.argument) if is_place and step.verb in ("show", "look", "arrange") else ""

    def _shuffle(self, step: Step) -> list[Clause]:
        return [self._verb(step, "shuffle", cards=self.place(step.argument))]

    def _move(self, step: Step) -> list[Clause]:
        at = step.keys.get("at")
        place = step.keys["to"]
        area = place.node.path[-1] if isinstance(place.node, syntax.Name) else ""
        key = "move"
        if at is not None and at.text in ("top", "0", "1"):
            key = "move-top"
        elif area and area in (self.vocabulary.pile, "deck"):
            key = "move-bottom"
        elif area == self.vocabulary.hand:
            key = "move-hand"
        elif area in ("cell",) or not isinstance(place.node, syntax.Name):
            key = "move-to"
        mine = isinstance(place.node, syntax.Name) and place.node.path[:-1] == ("me",)
        if key == "move-hand" and not mine:
            key = "move"
        return [self._verb(step, key, cards=self.cards(step), to=self.place(place))]

    def _create(self, step: Step) -> list[Clause]:
        number = step.keys.get("number")
        count = "1" if number is None else self.amount(number)[0]
        return [self._verb(step, "create", count=count, name=self.card_name(step.argument))]

    def _swap(self, step: Step) -> list[Clause]:
        one, other = (self.write(self.noun_of(part, 1)) for part in step.argument)
        name = step.keys.get("value")
        key = "swap" if name is None else "swap-value"
        return [self._verb(step, key, one=one, other=other, name=self.name(name or ""))]

    def _set(self, step: Step) -> list[Clause]:
        of, keys, name = step.keys["of"], step.keys, step.argument
        if of.text == "event" and name == "card" and "to" in keys:
            return [self._verb(step, "replace-card", card=self.write(self.noun_of(keys["to"], 1)))]
        declared = self.vocabulary.attributes.get(name)
        is_player = declared is not None and declared.of == "player" and "who" not in keys
        noun = self.noun_of(of, 1) if not self._is_me(of) else Noun(text=self.form("me", "one"))
        owner = self.write(noun)
        whole = self._possessed(owner, self.name(name))
        if "who" in keys:
            whole = self._possessed(self.write(self.noun_of(keys["who"], 1)), self.name(name))
        if keys.get("fix"):
            return [self._verb(step, "set-fix", who="", name=whole)]
        if "add" in keys:
            return [self._added(step, keys["add"], name, whole, owner, is_player)]
        value = self.value_of(keys["to"]) if "to" in keys else self.value_of(keys["least"])
        return [self._verb(step, "set-to", who="", name=whole, value=value)]

    def _added(self, step: Step, add: Phrase, name: str, whole: str, owner: str, is_player: bool) -> Clause:
        n, x = self.amount(add)
        node = add.node
        if isinstance(node, syntax.Minus):
            less = self.amount(Phrase(add.text, node.number, add.path))
            n, x, key = less[0], less[1], "less"
        else:
            is_less = n.startswith("-")
            n, key = n.removeprefix("-"), "less" if is_less else "add"
        if is_player and self.is_counted(name):
            subject = "" if owner == self.form("me", "one") else owner
            words = self.name(name, "one" if n == "1" else "other")
            return self._verb(
                step,
                "gain" if key == "add" else "spend",
                who=subject,
                x=x,
                n=n,
                name=words,
                measure=self._measure(name),
            )
        return self._verb(step, f"set-{key}", who="", x=x, name=whole, value=n)

    def _measure(self, name: str) -> str:
        return self.name(name, "measure") if self.has_name(name, "measure") else self.form("point", "one")

    def _turn(self, step: Step) -> list[Clause]:
        return [self._verb(step, f"turn-{step.keys['to']}", who="", cards=self.cards(step))]

    def _mark(self, step: Step) -> list[Clause]:
        add = step.keys.get("add")
        n, x = ("1", "") if add is None else self.amount(add)
        of = step.keys.get("of")
        to = self.form("me", "one") if of is None else self.write(self.noun_of(of, 1))
        key = "mark-off" if n.startswith("-") else "mark"
        n = n.removeprefix("-")
        count = self.number_word(int(n)) if n.isdecimal() else n
        key = f"{key}-many" if n != "1" and self.has(f"verbs/{key}-many") else key
        return [self._verb(step, key, who="", x=x, n=n, count=count, to=to, name=self.name(step.argument))]

    def _note(self, step: Step) -> list[Clause]:
        return [self._verb(step, "note", value=self.value_of(step.keys["is"]))]

    def _pay(self, step: Step) -> list[Clause]:
        n, x = self._number(step)
        name = step.keys["of"]
        return [
            self._verb(
                step, "pay", x=x, n=n, name=self.name(name, "one" if n == "1" else "other"), measure=self._measure(name)
            )
        ]

    def _use_card(self, step: Step) -> list[Clause]:
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

    def _play(self, step: Step) -> list[Clause]:
        card = (
            self.form("this", "one")
            if step.argument == "this"
            else self.phrase("one-card-name", name=self.card_name(step.argument))
        )
        if "number" in step.keys:
            n, x = self.amount(step.keys["number"])
            return [self._verb(step, "play-many", x=x, count=n, card=self.card_name(step.argument))]
        return [self._verb(step, "play", card=card)]

    def _judge(self, step: Step) -> list[Clause]:
        found = [
            self._verb(
                step, "judge", who="" if self._is_me(step.argument) else self.write(self.noun_of(step.argument, 1))
            )
        ]
        match = step.keys.get("match")
        parts = []
        if step.then and match is not None:
            before, self.source = self.source, match.text
            text = self.phrase("judge-match", match=self.qualifier(match.node).text)
            self.source = before
            parts.append(self.phrase("result", condition=text, steps=self.steps(step.then)))
        if step.otherwise:
            parts.append(
                self.phrase("result", condition=self.form("judge-else", "one"), steps=self.steps(step.otherwise))
            )
        return [*found, *(Clause("result", text, text, is_whole=True) for text in parts)]

    def _compete(self, step: Step) -> list[Clause]:
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

    def _cancel(self, step: Step) -> list[Clause]:
        key = step.verb if step.argument == "event" else f"{step.verb}-named"
        return [self._verb(step, key, who="", event=self.name(step.argument))]

    def _prevent(self, step: Step) -> list[Clause]:
        if step.argument.text == str(10**6):
            return [self._verb(step, "prevent-all", who="")]
        n, x = self._number(step)
        return [self._verb(step, "prevent", who="", x=x, n=n)]

    def _stage(self, step: Step) -> list[Clause]:
        stage = self.form("span-turn", "one") if step.argument == "turn" else self.stage_name(step.argument)
        return [self._verb(step, step.verb, stage=stage)]

    def stage_name(self, stage: str) -> str:
        """Return the name of a stage."""
        return self.phrase("stage-name", stage=self.name(stage))

    def _control(self, step: Step) -> list[Clause]:
        return [self._verb(step, "control", who=self.who(step, "by"), of=self.write(self.noun_of(step.argument, 1)))]

    def _group(self, step: Step) -> list[Clause]:
        return [self._verb(step, step.verb, group=self.name(step.argument))]

    def _lasting(self, step: Step) -> list[Clause]:
        inner: Effect = step.argument
        until = step.keys.get("until")
        to = step.keys.get("to")
        noun = Noun(text=self.form("me", "one")) if to is None else self.noun_of(to, 1)
        target = self.write(noun)
        before, self.bearer_kind = self.bearer_kind, noun.kind
        text = self.inner(inner)
        self.bearer_kind = before
        slots = {"to": target, "text": text, "until": self.until(until) if until is not None else ""}
        key = step.verb
        if step.verb == "attach":
            key = "attach" if until is not None else "attach-on"
        elif until is not None:
            key = "grant-until"
        who = "" if to is None or self._is_me(to) or step.verb == "attach" else target
        return [self._verb(step, key, who=who, **slots)]

    def inner(self, effect: Effect) -> str:
        """Return the text of an effect inside of another one."""
        raise NotImplementedError

    def until(self, until: Timing | Phrase) -> str:
        """Return when something ends."""
        raise NotImplementedError

    def timing(self, timing: Timing) -> str:
        """Return a timing as a clause."""
        raise NotImplementedError

    def _silence(self, step: Step) -> list[Clause]:
        until = step.keys.get("until")
        key = "silence" if until is None else "silence-until"
        return [
            self._verb(
                step,
                key,
                who="",
                cards=self.cards(step, number=1),
                until=self.until(until) if until is not None else "",
            )
        ]

    def _copy(self, step: Step) -> list[Clause]:
        cards = self.write(self.noun_of(step.argument, 1))
        onto = self.form("this", "one") if "onto" not in step.keys else self.write(self.noun_of(step.keys["onto"], 1))
        return [self._verb(step, "copy", who="", cards=cards, onto=onto)]

    def _named_effect(self, step: Step) -> list[Clause]:
        return [self._verb(step, step.verb, name=self.name(step.argument))]

    def _win(self, step: Step) -> list[Clause]:
        return [self._verb(step, "win", who="" if self._is_me(step.argument) else self._player(step.argument))]

    def _by_hand(self, step: Step) -> list[Clause]:
        return [Clause("", step.argument, step.argument, is_whole=True)]

    # ---------------------------------------------------------------- blocks

    def _whole(self, text: str, subject: str = "") -> list[Clause]:
        return [Clause(subject, text, text, is_whole=True)]

    def _if(self, step: Step) -> list[Clause]:
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

    def _capital(self, text: str) -> str:
        return text[:1].upper() + text[1:]

    def _may(self, step: Step) -> list[Clause]:
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
        before = self.actor
        self.actor = ("actor",)
        names = {phrase.node.path[0]} if isinstance(phrase.node, syntax.Name) and len(phrase.node.path) == 1 else set()
        self._doers = names
        text = self.phrase(key, who=who, steps=self.steps(steps))
        self.actor, self._doers = before, set()
        return text

    _doers: set[str] = set()

    def _ask(self, step: Step) -> list[Clause]:
        who = self._player(step.argument)
        parts = self._whole(self._done_by(step.argument, who, step.keys["to"], "ask"), "other")
        for key, steps in (("when-done", step.then), ("when-not-done", step.otherwise)):
            if steps:
                parts += self._whole(self.phrase(key, steps=self.steps(steps)))
        return parts

    def _one_of(self, step: Step) -> list[Clause]:
        by = step.keys.get("by")
        who = "" if by is None else self._player(by)
        before, self._doers = (
            self._doers,
            self._doers | ({by.node.path[0]} if by is not None and isinstance(by.node, syntax.Name) else set()),
        )
        actor, self.actor = self.actor, ("actor",) if who else self.actor
        options = [self.steps(steps) for steps in step.argument.values()]
        self._doers, self.actor = before, actor
        numbered = self.phrase("option").join(
            self.phrase("option-n", n=number, text=text) for number, text in enumerate(options, 1)
        )
        text = self.phrase("one-of-by" if who else "one-of", who=who, options=numbered)
        return self._whole(text, "other" if who else "")

    def _each(self, step: Step) -> list[Clause]:
        noun = self.noun_of(step.keys["in"], "each")
        name, steps = step.argument, step.keys["do"]
        self.bound[name] = noun
        inner = steps[0] if len(steps) == 1 else None
        if inner is not None and inner.verb in ("may", "one-of", "ask"):
            return self.clauses(inner)
        return [clause for one in steps for clause in self.clauses(one)]

    def _repeat(self, step: Step) -> list[Clause]:
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

    def _alternate(self, step: Step) -> list[Clause]:
        one, other = (self.write(self.noun_of(part, 1)) for part in step.argument)
        steps = self.steps(step.keys["to"])
        before = self.actor
        self.actor = ("it",)
        results = [clause for inner in step.otherwise for clause in self.clauses(inner)]
        result = self.phrase("and").join(clause.other for clause in results)
        self.actor = before
        return self._whole(self.phrase("alternate", one=one, other=other, steps=steps, result=result), "other")

    def _choose(self, step: Step) -> list[Clause]:
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

    def _later(self, step: Step) -> list[Clause]:
        return self._whole(self.phrase("later", timing=self.timing(step.argument), steps=self.steps(step.keys["do"])))

    def _together(self, step: Step) -> list[Clause]:
        return self._whole(self.phrase("together", steps=self.steps(step.argument)))


_METHODS: Mapping[str, Callable[[Any, Step], list[Clause]]] = {
    "draw": Steps._draw,
    **dict.fromkeys(("recover", "lose"), Steps._points),
    "damage": Steps._damage,
    **dict.fromkeys(("discard", "give", "take", "show", "look", "arrange", "destroy", "reset"), Steps._cards_verb),
    "shuffle": Steps._shuffle,
    "move": Steps._move,
    "create": Steps._create,
    "swap": Steps._swap,
    "set": Steps._set,
    "turn": Steps._turn,
    "mark": Steps._mark,
    "note": Steps._note,
    "pay": Steps._pay,
    "use-card": Steps._use_card,
    "play": Steps._play,
    "judge": Steps._judge,
    "compete": Steps._compete,
    **dict.fromkeys(("cancel", "end"), Steps._cancel),
    "prevent": Steps._prevent,
    **dict.fromkeys(("skip", "extra"), Steps._stage),
    "control": Steps._control,
    **dict.fromkeys(("join", "leave", "dissolve"), Steps._group),
    **dict.fromkeys(("attach", "grant"), Steps._lasting),
    "silence": Steps._silence,
    "copy": Steps._copy,
    **dict.fromkeys(("refresh", "perform"), Steps._named_effect),
    "win": Steps._win,
    "by-hand": Steps._by_hand,
    "if": Steps._if,
    "may": Steps._may,
    "ask": Steps._ask,
    "one-of": Steps._one_of,
    "each": Steps._each,
    "repeat": Steps._repeat,
    "alternate": Steps._alternate,
    "choose": Steps._choose,
    "later": Steps._later,
    "together": Steps._together,
}
