"""Effects in words: lead, optional word, choice, cost, steps, and what holds while they last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.base.records import replace
from cardgen.base.sentences import syntax
from cardgen.engines.effects.model import (
    Allowance,
    AttributeChange,
    Choice,
    Effect,
    EventFilter,
    Grant,
    Limit,
    Phrase,
    Timing,
)
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.wording.blocks import Blocks
from cardgen.engines.effects.wording.languages import LanguageName
from cardgen.engines.effects.wording.nouns import Noun
from cardgen.engines.effects.wording.steps import Clause


def write_effects(
    vocabulary: Vocabulary,
    effects: Sequence[Effect],
    language: LanguageName,
    cards: Mapping[str, str] | None = None,
    on_card: bool = False,
) -> str:
    """Return the text of effects in a language, without hidden ones. `cards` are the names of cards by their ids.

    On a card, using it is not said: `draw 2` is what happens when the card is used.
    """
    texts = [Writer(vocabulary, language, cards or {}, on_card).effect(effect) for effect in effects]
    return ("" if language != "en" else " ").join(filter(None, texts))


class Writer(Blocks):
    """Writes one effect."""

    def effect(self, effect: Effect) -> str:
        """Return the text of an effect as one or more sentences."""
        text = self._text(effect)
        if not text:
            return ""
        if not self.is_chinese:
            text = text[:1].upper() + text[1:]
        return text + self.phrase("end")

    def inner(self, effect: Effect) -> str:
        writer = Writer(self.vocabulary, self.language, self.card_names, False)
        writer.bound, writer.mentioned = {**self.bound}, set(self.bound)
        writer.bearer_kind, writer.lets = self.bearer_kind, self.lets
        return writer.effect(effect).removesuffix(self.phrase("end"))

    def _text(self, effect: Effect) -> str:
        self.states, self.lets = effect.states, {**self.lets, **dict(effect.lets)}
        if effect.head == "while":
            return self._continuous(effect)
        if effect.head == "as":
            return self._as(effect)
        if effect.areas and self.vocabulary.hand not in effect.areas:  # not used from the hand as a card is
            self.on_card = False
        lead, subject = self._lead(effect)
        self.following = (*effect.cost, *effect.do)
        clauses = [clause for choice in effect.choices for clause in self.choice(choice)]
        is_free = effect.head == "use" and not self.on_card
        optional = effect.may is not None or is_free
        may = self._may_word(effect, subject) if optional else ""
        instead = effect.head == "instead"
        if effect.head == "at once" and not may:
            may = self.form("at-once-do", "one")
        text = self._done(effect, clauses, may)
        if not text:
            return ""
        if instead:
            event = self.event_clause(effect.replaced)
            if isinstance(effect.may, Phrase) and effect.may.text != "me":
                who = self.write(self.noun_of(effect.may, 1))
                text = self.phrase("instead-who", event=event, who=who, steps=text)
            else:
                text = self.phrase("instead-may" if optional else "instead", event=event, steps=text)
        parts = [part for part in (*lead, text) if part]
        whole = self.phrase("comma").join(parts)
        if effect.hidden:
            whole = self.phrase("hidden", text=whole)
        if effect.otherwise:
            whole = self._stopped([whole, self.phrase("refused", steps=self.steps(effect.otherwise))])
        return whole

    def _may_word(self, effect: Effect, subject: str) -> str:
        if effect.head == "instead":
            return ""
        if isinstance(effect.may, Phrase) and effect.may.text != "me":
            return self.phrase("who-may", who=self.write(self.noun_of(effect.may, 1)), steps="").strip()
        if self.is_chinese and subject == "me":
            return self.phrase("may-short", steps="")
        return self.phrase("may", steps="").strip()

    def _done(self, effect: Effect, clauses: Sequence[Clause], may: str) -> str:
        """Return what is paid and done."""
        costs = [clause for step in effect.cost for clause in self.clauses(step)]
        done = [clause for step in effect.do for clause in self.clauses(step)]
        if not costs:
            return self.join([*clauses, *done], may)
        first = self.join([*clauses, *costs], may)
        rest = self.join(done, "", again=True)
        return self._stopped([first, rest]) if rest else first

    # ---------------------------------------------------------------- the lead

    def _lead(self, effect: Effect) -> tuple[list[str], str]:
        """Return the clauses before what is done, and who is the subject of the timing."""
        lead, subject = [], ""
        self._chosen = effect.choices
        if effect.head == "use":
            lead += self._window(effect)
        elif effect.limit is not None:
            lead.append(self.limit(effect.limit))
        for number, timing in enumerate(effect.timings):
            self.event = timing.event
            text = self.timing(timing)
            if number:
                text = self.phrase("or") + text
                lead[-1] += text
            else:
                lead.append(text)
            subject = "me" if _is_me(timing.of) else ""
        if effect.head == "instead" and effect.replaced is not None:
            self.event = effect.replaced.event
        if effect.when_if is not None:
            key = "at-once" if effect.head == "at once" else "when-if"
            lead.append(self.phrase(key, condition=self.condition(effect.when_if)))
        return lead, subject

    def _window(self, effect: Effect) -> list[str]:
        window = self.vocabulary.windows.get(effect.window)
        stage = self.stage_name(window.stage) if window is not None else effect.window
        if effect.limit is None:
            return [] if self.on_card else [self.phrase("window", window=stage)]
        if effect.limit.span != "phase" and len(self.vocabulary.windows) == 1:
            return [self.limit(effect.limit)]
        if effect.limit.span == "game":
            return [self.limit(effect.limit)]
        if effect.limit.span == "phase":
            number = _whole(effect.limit.most)
            if number == 1:
                return [self.phrase("once-in-window", window=stage)]
            if number:
                key = "twice-in-window" if number == 2 and self.has("twice-in-window") else "times-in-window"
                return [self.phrase(key, window=stage, count=self.number_word(number))]
        return [self.phrase("limit-window", limit=self.limit(effect.limit), window=stage)]

    def limit(self, limit: Limit) -> str:
        """Return how often an effect can be used."""
        number = _whole(limit.most)
        span = self.form(f"span-{limit.span}", "one")
        if limit.span == "game" and number == 1:
            text = self.form("limit-game", "one")
        elif number == 1:
            text = self.phrase("limit-once", span=span)
        elif number is not None:
            text = self.phrase("limit", count=self.number_word(number), span=span)
        else:
            text = self.phrase("limit-value", value=self.value_of(limit.most), span=span)
        if limit.per:
            sources = [one.source for one in self._chosen if one.name == limit.per and one.source is not None]
            noun = replace(self.noun_of(sources[0]), qualifiers=()) if sources else Noun("player")
            text = self.phrase("limit-per", limit=text, what=self.write(noun.with_number("each")))
        return text

    #: the choices of the effect at hand
    _chosen: Sequence[Choice] = ()

    # ---------------------------------------------------------------- timings and events

    def timing(self, timing: Timing) -> str:
        before, self.event = self.event, timing.event
        subject, rest = self._folded(timing, timing.step)
        self._subject = subject
        text = self._with_condition(self._timing(timing), timing.where, rest)
        self._subject = None
        self.event = before if before else self.event
        return self._placed_at(text)

    _subject: Noun | None = None

    def _folded(self, what: Timing | EventFilter, step: str = "before") -> tuple[Noun | None, list[syntax.Node]]:
        """Return the subject of an event with what its condition says of it, and the rest of the condition."""
        if what.where is None:
            return None, []
        parts = _parts(what.where)
        name = self.vocabulary.event_kinds[what.event].subject_at(step)
        kind = self.vocabulary.event_kinds[what.event].values.get(name)
        if _is_me(what.of) or (
            what.of is not None and what.of.node.__class__ is syntax.Name and what.of.text.endswith(" this")
        ):
            return None, parts
        noun = self.noun_of(what.of, 1) if what.of is not None else None
        if noun is None:
            noun = Noun("card-noun", 1, kind="card") if kind in ("card", "cards") else None
        if noun is None or noun.text:
            return None, parts
        rest = []
        with self.using(source=what.where.text):
            for part in parts:
                inner = _about(part, name)
                if inner is None:
                    rest.append(part)
                else:
                    noun = self._qualify(noun, inner)
        return noun, rest

    def _timing(self, timing: Timing) -> str:
        event, step = timing.event, timing.step
        kind = "at" if step not in ("before", "after") else step
        steps = self.vocabulary.event_kinds[event].steps
        if step.startswith("after") or step == steps[-1]:
            kind = "after"
        elif step.startswith(("before", "about-to")) or step == steps[0]:
            kind = "before"
        if event.startswith("stage "):
            stage = self.stage_name(event.removeprefix("stage "))
            return self.phrase(f"timings/stage/{step}", whose=self._whose(timing.of), stage=stage)
        for key in (f"timings/{event}/{step}", f"timings/{event}/{kind}", f"timings/{event}/at"):
            if self.has(key):
                return self._about(key, timing.of)
        return self.phrase(f"timing-{kind}", event=self._event(self._event_key(event, step, timing.where), timing.of))

    def _event_key(self, event: str, step: str, where: Phrase | None) -> str:
        if event == "damage" and "deal" in step:
            return "deal"
        if event == "use" and "target" in step and "choose" not in step:
            return "target"
        if event == "use" and step in ("answering", "being-answered", "after-being-answered", "resolving"):
            return "target"
        if event == "turn" and where is not None and _says(where, "to", "up"):
            return "turn-up"
        return event

    def _about(self, key: str, of: Phrase | None) -> str:
        who = self._who(of)
        form = "me" if _is_me(of) else "other"
        return self.phrase_in(key, form, who=who, whose=self._whose(of))

    def _whose(self, of: Phrase | None) -> str:
        return self.form("my", "one") if _is_me(of) else self.possessive(self._who(of))

    def _who(self, of: Phrase | None) -> str:
        if self._subject is not None:
            return self.write(self._subject)
        if of is None:
            kind = self.vocabulary.event_kinds[self.event]
            return self.form("any-card" if kind.values.get(kind.subject) in ("card", "cards") else "anyone", "one")
        return self.write(self.noun_of(of, 1))

    def _event(self, key: str, of: Phrase | None) -> str:
        """Return an event as a clause with its subject."""
        named = key in self.vocabulary.names
        if not self.has(f"events/{key}"):
            text = self.name(key) if named else key
            return self._who(of) + self._gap("x") + text
        text = self.phrase_in(f"events/{key}", "me" if _is_me(of) else "other")
        who = self.form("me", "one") if _is_me(of) else self._who(of)
        return who + self._gap("x") + text

    def event_clause(self, what: EventFilter | None) -> str:
        """Return an event that would happen as a clause."""
        assert what is not None
        with self.using(event=what.event, _subject=None):
            key = self._event_key(what.event, "", what.where)
            self._subject, rest = self._folded(what)
            if not self.has(f"would/{key}"):
                text = self._event(key, what.of)
            else:
                text = self.phrase("would-be", who=self._who(what.of), event=self.form(f"would/{key}", "one"))
            text = self._with_condition(text, what.where, rest, "event-and")
        return self._placed_at(text)

    def _placed_at(self, text: str, here: bool = False) -> str:
        """Return an event with the place that it is about."""
        return text.replace("{place}", self.form("here" if here else "some-place", "one"))

    def _with_condition(
        self, text: str, where: Phrase | None, parts: Sequence[syntax.Node], key: str = "event-if"
    ) -> str:
        """Return an event with the parts of the condition about it, without what the event's words say already."""
        if where is None:
            return text
        clauses = []
        with self.using(source=where.text):
            for part in parts:
                card, some = self._card_of(part), self.form("some-card", "one")
                if _is_said(part, "to", "here") and "{place}" in text:
                    text = self._placed_at(text, here=True)
                elif card and self.has("named-card") and some in text:
                    text = text.replace(some, self.phrase("named-card", name=card))
                elif not _is_said(part, "to", "up"):
                    clauses.append(self.clause(part))
        if not clauses:
            return text
        return text + self.phrase(key, condition=self.phrase("and-clause").join(clauses))

    def _card_of(self, node: syntax.Node) -> str:
        if isinstance(node, syntax.Compare) and node.sign == "=" and isinstance(node.left, syntax.Name):
            right = node.right
            if node.left.path in (("name",), ("card", "name")) and isinstance(right, syntax.Name):
                return self.card_name(right.path[-1])
            if node.left.path == ("card", "category") and isinstance(right, syntax.Name):
                return self.name(right.path[-1], "noun") if self.has_name(right.path[-1], "noun") else ""
        return ""

    def until(self, until: Timing | Phrase) -> str:
        if isinstance(until, Phrase):
            return self.condition(until)
        key = f"until-{until.event}"
        if self.has(key):
            return self.form(key, "one")
        return self.form("until-turn", "one") if until.event == "turn-end" else self.timing(until)

    # ---------------------------------------------------------------- continuous effects, and those that count as

    def _continuous(self, effect: Effect) -> str:
        parts = [self._change(change) for change in effect.changes]
        parts += [self._forbidden(what) for what in effect.forbids]
        parts += [self._allowed(what) for what in effect.allows]
        parts += [self._granted(grant) for grant in effect.grants]
        text = self.listed(parts) if not self.is_chinese else self.phrase("comma").join(parts)
        if effect.condition is None:
            return text
        return self.phrase("while", condition=self.condition(effect.condition)) + self.phrase("comma") + text

    def _change(self, change: AttributeChange) -> str:
        declared = self.vocabulary.attributes.get(change.attribute)
        if change.attribute.startswith("limit:"):
            whole = self.phrase("limit-of", name=self.name(change.attribute.removeprefix("limit:")))
            if not _is_me(change.of):
                whole = self._possessed(self.write(self.noun_of(change.of, "all")), whole.removeprefix("the "))
        else:
            noun = self.noun_of(change.of, "all")
            if noun.kind == "place":
                noun = Noun(text=self.form("card-here", "one"), kind="card")
            owner = self.write(noun)
            form = "other" if not noun.text or _is_me(change.of) else "one"
            own = f"change-{change.attribute}-{change.value.text.lower() if _is_truth(change) else change.kind}"
            if self.has(own):
                return self.phrase_in(own, form, name=owner, value=self.amount(change.value)[0])
            if declared is not None and declared.type == "truth" and change.kind == "to":
                value = self.name(change.attribute, "predicate")
                counts = "change-counts-as" if change.value.text.lower() == "true" else "change-counts-not"
                return self.phrase_in(counts, form, name=owner, value=value)
            if change.kind == "to" and declared is not None and declared.type == "word":
                return self.phrase_in("change-counts-as", form, name=owner, value=self._plural_of(change, form))
            whole = self._possessed(owner, self.name(change.attribute))
        number, x = self.amount(change.value)
        if change.kind in ("to", "include", "exclude"):
            number, x = self.value_of(change.value), ""
        key: str = change.kind
        if key == "add" and number.startswith("-"):
            key, number = "less", number[1:]
        text = self.phrase(f"change-{key}", name=whole, value=number)
        return text + (self.phrase("x-is", value=x) if x else "")

    def _plural_of(self, change: AttributeChange, form: str) -> str:
        word = change.value.text
        return self.name(word, form if self.has_name(word, form) else "one")

    def _forbidden(self, what: EventFilter) -> str:
        before, self.event = self.event, what.event
        subject, rest = self._folded(what)
        if subject is None and what.where is not None and not rest:
            rest = [what.where.node]
        noun = subject if subject is not None else None if what.of is None else self.noun_of(what.of, "")
        who = self.form("everyone", "one") if noun is None else self.write(noun if noun.text else noun.with_number(""))
        act = self._event_key(what.event, "", what.where)
        deed = self.form(f"deeds/{act}", "one") if self.has(f"deeds/{act}") else self.name(what.event)
        clauses, name = [], self.vocabulary.event_kinds[what.event].subject
        for part in rest:
            if _is_said(part, "to", "here"):
                deed = self._placed_at(deed, here=True)
            elif _is_said(part, "to", "up") and act == "turn-up":
                continue
            elif _is_said(part, name, "bearer") or _is_said(part, name, "this"):
                who = self.write(self._single("bearer" if _is_said(part, name, "bearer") else "this", 1))
            elif _is_said(part, "from", "here") and self.has(f"deeds/{what.event}-from-here"):
                deed = self.form(f"deeds/{what.event}-from-here", "one")
            elif _is_said(part, "target", "this") and self.has(f"deeds/{what.event}-this"):
                deed = self.form(f"deeds/{what.event}-this", "one")
            else:
                self.source = what.where.text if what.where is not None else ""
                clauses.append(self.clause(part))
        deed = self._placed_at(deed)
        text = self.phrase("forbid", who=who, event=deed)
        if clauses:
            condition = self.phrase("and-clause").join(clauses)
            text = self.phrase("forbid-if", who=who, event=deed, condition=condition)
        self.event = before
        return text

    def _allowed(self, what: Allowance) -> str:
        act = what.act
        who = self.write(self.noun_of(act.of, "all")) if act.of is not None else self.form("everyone", "one")
        keys = [f"deeds/{act.event}-one", f"deeds/{act.event}"]
        deed = next((self.form(key, "one") for key in keys if self.has(key)), None) or self.name(act.event)
        limits = [self.form(f"limits/{word}", "one").removeprefix("limits/") for word in what.ignoring]
        key = "/".join(("allow", *what.ignoring))
        text = self.phrase(
            key if self.has(key) else "allow", who=who, event=self._placed_at(deed), limit=self.listed(limits)
        )
        if act.where is not None:
            with self.using(event=act.event):
                text = self._with_condition(text, act.where, _parts(act.where))
        return text

    def _granted(self, grant: Grant) -> str:
        return self.phrase("granted", who=self.write(self.noun_of(grant.to, "all")), text=self.inner(grant.effect))

    def _as(self, effect: Effect) -> str:
        assert effect.cards is not None
        number = 1 if effect.number is None else _whole(effect.number) or "x"
        names = self.phrase("or").join(self.phrase("one-as", name=self.card_name(name)) for name in effect.as_names)
        return self.phrase("as", cards=self.write(self.noun_of(effect.cards, number)), name=names)


def _is_me(of: Phrase | None) -> bool:
    return of is not None and isinstance(of.node, syntax.Name) and of.node.path == ("me",)


def _is_truth(change: AttributeChange) -> bool:
    return isinstance(getattr(change.value.node, "value", None), bool)


def _whole(phrase: Phrase) -> int | None:
    value = getattr(phrase.node, "value", None)
    return value if isinstance(value, int) else None


def _says(where: Phrase, name: str, word: str) -> bool:
    """Return True for a condition that a value of the event is a word, alone or among others."""
    return any(_is_said(part, name, word) for part in _parts(where))


def _parts(where: Phrase) -> list[syntax.Node]:
    """Return the conditions all of which must hold."""
    return list(where.node.parts) if isinstance(where.node, syntax.AllOf) else [where.node]


def _is_said(node: syntax.Node, name: str, word: str) -> bool:
    """Return True for `name is word`."""
    return (
        isinstance(node, syntax.Compare)
        and isinstance(node.left, syntax.Name)
        and node.left.path == (name,)
        and isinstance(node.right, syntax.Name)
        and node.right.path == (word,)
    )


def _about(node: syntax.Node, name: str) -> syntax.Node | None:
    """Return a condition about a value of an event as one about the element itself; None for any other."""
    if isinstance(node, syntax.Not):
        inner = _about(node.condition, name)
        return None if inner is None else replace(node, condition=inner)
    if isinstance(node, syntax.Compare) and isinstance(node.left, syntax.Name):
        first, *rest = node.left.path
        if first == name and rest:
            return replace(node, left=replace(node.left, path=tuple(rest)))
    return None
