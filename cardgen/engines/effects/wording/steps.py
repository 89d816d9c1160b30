"""Steps in words: each is a clause with a subject, and clauses of one subject are joined to a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardgen.base.records import dataclass
from cardgen.base.sentences import syntax
from cardgen.engines.effects.model import Phrase, Step
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
    #: names of players who do the steps at hand, and are not named again
    _doers: frozenset[str] = frozenset()

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
        """Return what a step does as clauses: the method `write_VERB` writes a verb."""
        method: Callable[[Step], list[Clause]] | None = getattr(self, f"write_{step.verb.replace('-', '_')}", None)
        who, before = step.keys.get("who"), (self.subject_path, self.is_taken)
        if isinstance(who, Phrase) and isinstance(who.node, syntax.Name) and step.verb in ("discard", "give", "show"):
            self.subject_path = who.node.path
            self._actor_first(who)
        self.is_taken = step.verb in ("discard", "give", "take", "show", "move", "destroy")
        found = method(step) if method is not None else [self._plain(step)]
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
        bare = "bare" if subject else "me"  # as in `have them skip their draw phase`
        return Clause(subject, self.phrase_in(key, bare, **slots), self.phrase_in(key, "other", **slots), x=x)

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

    def write_draw(self, step: Step) -> list[Clause]:
        n, x = self._number(step)
        count = self.number_word(int(n)) if n.isdecimal() else n
        if "from" in step.keys:
            return [self._verb(step, "draw-from", x=x, n=n, count=count, **{"from": self.place(step.keys["from"])})]
        return [self._verb(step, "draw", x=x, n=n, count=count)]

    def write_recover(self, step: Step) -> list[Clause]:
        n, x = self._number(step)
        return [self._verb(step, step.verb, x=x, n=n)]

    write_lose = write_recover

    def write_damage(self, step: Step) -> list[Clause]:
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

    def write_discard(self, step: Step) -> list[Clause]:
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

    write_give = write_take = write_show = write_look = write_arrange = write_destroy = write_reset = write_discard

    def _whole_place(self, step: Step) -> str:
        """Return the place of which all cards are seen, such as a hand."""
        node = step.argument.node
        is_place = isinstance(node, syntax.Name) and node.path[-1] in self.vocabulary.areas
        return self.place(step.argument) if is_place and step.verb in ("show", "look", "arrange") else ""

    def write_shuffle(self, step: Step) -> list[Clause]:
        return [self._verb(step, "shuffle", cards=self.place(step.argument))]

    def write_move(self, step: Step) -> list[Clause]:
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

    def write_create(self, step: Step) -> list[Clause]:
        number = step.keys.get("number")
        count = "1" if number is None else self.amount(number)[0]
        return [self._verb(step, "create", count=count, name=self.card_name(step.argument))]

    def write_swap(self, step: Step) -> list[Clause]:
        one, other = (self.write(self.noun_of(part, 1)) for part in step.argument)
        name = step.keys.get("value")
        key = "swap" if name is None else "swap-value"
        return [self._verb(step, key, one=one, other=other, name=self.name(name or ""))]

    def write_set(self, step: Step) -> list[Clause]:
        of, keys, name = step.keys["of"], step.keys, step.argument
        if of.text == "event" and name == "card" and "to" in keys:
            return [self._verb(step, "replace-card", card=self.write(self.noun_of(keys["to"], 1)))]
        declared = self.vocabulary.attributes.get(name)
        is_player = declared is not None and declared.of == "player" and "who" not in keys
        noun = self.noun_of(of, 1) if not self._is_me(of) else Noun(text=self.form("me", "one"))
        owner = self.write(noun)
        is_known = of.text == "event" and self.has(f"event.{self.event}.{name}")
        whole = self.event_value(name) if is_known else self._possessed(owner, self.name(name))
        if "who" in keys:
            whole = self._possessed(self.write(self.noun_of(keys["who"], 1)), self.name(name))
        if keys.get("fix"):
            return [self._verb(step, "set-fix", who="", name=whole)]
        if "add" in keys:
            return [self._added(step, keys["add"], name, whole, owner, is_player)]
        if not {"to", "least"} & set(keys):
            return []
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
        if self._is_half(step, add):
            return self._verb(step, "set-half", who="", name=whole)
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

    @staticmethod
    def _is_half(step: Step, add: Phrase) -> bool:
        """Return True if half of the value itself is taken off."""
        match add.node:
            case syntax.Minus(number=syntax.Call(function="round", values=(syntax.Arithmetic(sign="/") as half,))):
                who = f"[{step.keys['who'].text}]" if "who" in step.keys else ""
                own = f"{step.keys['of'].text}.{step.argument}{who}"
                return add.text[half.at : half.end].replace(" ", "") == f"{own}/2"
        return False

    def _measure(self, name: str) -> str:
        return self.name(name, "measure") if self.has_name(name, "measure") else self.form("point", "one")

    def write_turn(self, step: Step) -> list[Clause]:
        return [self._verb(step, f"turn-{step.keys['to']}", who="", cards=self.cards(step))]

    def write_mark(self, step: Step) -> list[Clause]:
        add = step.keys.get("add")
        n, x = ("1", "") if add is None else self.amount(add)
        of = step.keys.get("of")
        to = self.form("me", "one") if of is None else self.write(self.noun_of(of, 1))
        key = "mark-off" if n.startswith("-") else "mark"
        n = n.removeprefix("-")
        count = self.number_word(int(n)) if n.isdecimal() else n
        key = f"{key}-many" if n != "1" and self.has(f"verbs/{key}-many") else key
        return [self._verb(step, key, who="", x=x, n=n, count=count, to=to, name=self.name(step.argument))]

    def write_note(self, step: Step) -> list[Clause]:
        return [self._verb(step, "note", value=self.value_of(step.keys["is"]))]

    def write_pay(self, step: Step) -> list[Clause]:
        n, x = self._number(step)
        name = step.keys["of"]
        if isinstance(step.argument.node, syntax.Name) and x:
            return [self._verb(step, "pay-value", value=x, name=self.name(name, "other"))]
        return [
            self._verb(
                step, "pay", x=x, n=n, name=self.name(name, "one" if n == "1" else "other"), measure=self._measure(name)
            )
        ]

    def _whole(self, text: str, subject: str = "") -> list[Clause]:
        return [Clause(subject, text, text, is_whole=True)]

    def _capital(self, text: str) -> str:
        return text[:1].upper() + text[1:]
