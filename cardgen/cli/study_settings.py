"""The settings of a study's runs: every combination of the values that are given on the command line.

All functions add what is wrong to `faults` and go on, so that all faults are reported at once.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import DataError, Fault, Place, Text, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, message
from cardgen.engines.policies import policy_names, unknown_policy
from cardgen.engines.studies import StudyOption

if TYPE_CHECKING:
    from cardgen.data.model import Game
    from cardgen.data.wording import Wrong
    from cardgen.engines.studies import Study


@dataclass(frozen=True, slots=True)
class SettingChoices:
    """The values of the options that decide the settings: the common ones, and those that the engine brings."""

    rules: str | None
    copies: str
    seed: int
    others: Mapping[StudyOption, Any]


def settings_of_runs(study: Study, game: Game, choices: SettingChoices, faults: list[Fault]) -> list[Any]:
    """Return the settings of every run, each once."""
    common: dict[str, Any] = {"seed": choices.seed}
    faults += _unknown_policies(game.file.engine or "", choices.others)
    alternatives: list[list[dict[str, Any]]] = []
    for option, value in choices.others.items():
        if option.several == "runs":
            values = _read_list(option, value, faults) or _read_list(option, str(option.default or ""), [])
            alternatives.append([{option.setting: item} for item in values])
        elif option.several == "tuple" and value is not None:
            if items := _read_list(option, value, faults):
                common[option.setting] = tuple(items)
        elif value is not None:
            common[option.setting] = value
    rulesets = [{"rules": ruleset} for ruleset in _rulesets(game, choices.rules, faults)]
    decks = _decks(study, game, choices.copies, faults)
    # `--values` for `--values/--no-values`
    names = {option.setting: option.name.partition("/")[0] for option in choices.others}
    runs = [
        made
        for parts in product(rulesets, *alternatives, decks)
        for made in _make_settings(
            study, {name: part[name] for part in (common, *parts) for name in part}, names, faults
        )
    ]
    return list(dict.fromkeys(runs))


def _unknown_policies(engine: str, values: Mapping[StudyOption, Any]) -> Iterator[Fault]:
    """Yield a fault for each name of a policy that is none."""
    for option, value in values.items():
        if option.kind == "policy" and value is not None:
            names = [*option.policies, *policy_names(engine)]
            for name in map(str.strip, str(value).split(",")):
                if name and ":" not in name and name not in names:
                    error = unknown_policy(name, names)
                    yield Fault(Place(option.name), error.text, error.hint)


# ---------------------------------------------------------------- lists


def _read_words(option: str, text: str, faults: list[Fault]) -> list[str]:
    """Return the items of a list with commas."""
    words = list(filter(None, (part.strip() for part in text.split(","))))
    if not words:
        faults.append(Fault(Place(option), message("the list is empty")))
    return words


def _read_list(option: StudyOption, text: str, faults: list[Fault]) -> list[str] | list[int]:
    """Return the items of a list: texts or whole numbers."""
    words = _read_words(option.name, text, faults)
    if option.kind != "number":
        return words
    wrong = [word for word in words if not re.fullmatch(r"[0-9]{1,9}", word)]
    faults += [Fault(Place(option.name), message("{word!r} is not a whole number", word=word)) for word in wrong]
    return [int(word) for word in words if word not in wrong]


# ---------------------------------------------------------------- rulesets and decks


def _rulesets(game: Game, names: str | None, faults: list[Fault]) -> list[Any]:
    """Return the rulesets of these names, without names `standard`, or the first if the game has none of this name.

    If there is none of them, return another one, to find further faults.
    """
    rulesets = []
    if names is None:
        names = "standard" if "standard" in game.rulesets else next(iter(game.rulesets), "standard")
    for name in _read_words("--rules", names, faults):
        if name in game.rulesets:
            rulesets.append(game.rulesets[name])
        else:
            text = message("there is no ruleset {name!r}", name=name)
            faults.append(Fault(Place("--rules"), text, did_you_mean(name, list(game.rulesets))))
    return rulesets or list(game.rulesets.values())[:1]


def _decks(study: Study, game: Game, copies: str, faults: list[Fault]) -> list[Mapping[str, Any]]:
    """Return the settings for the decks as the game's files have them, and with other `copies` if there are any."""
    from cardgen.data.playing import playable_decks
    from cardgen.engines.studies import DeckStudy

    try:
        settings = study.deck_settings(playable_decks(game)) if isinstance(study, DeckStudy) else {}
    except DataError as error:
        faults += error.faults
        return [{}]
    except ValueError as error:
        hint = message("{command} lists all faults", command=f"cardgen check {game.id}")
        faults += [Fault(Place(game.id), line, hint) for line in str(error).splitlines()]
        return [{}]
    if not copies:
        return [settings]
    if "copies" not in settings:
        faults.append(Fault(Place("--copies"), message("this study does not depend on numbers of copies")))
        return [settings]
    changed = {**dict(settings["copies"]), **_read_copies(copies, dict(settings["copies"]), faults)}
    return [settings, {**settings, "copies": tuple(sorted(changed.items()))}]


def _read_copies(text: str, cards: Mapping[str, int], faults: list[Fault]) -> dict[str, int]:
    """Return the numbers of copies in `x=12,T=10`. Each card has to be one of `cards`."""
    copies: dict[str, int] = {}
    for word in _read_words("--copies", text, faults):
        card, _, number = (part.strip() for part in word.partition("="))
        problem: Text = ""
        hint: Text = ""
        if not re.fullmatch(r"[0-9]{1,4}", number):
            problem = message("{word!r} is not a card with a number of copies", word=word)
            hint = message("expected {format}", format="CARD=N")
        elif card not in cards:
            problem, hint = message("there is no card {card!r}", card=card), did_you_mean(card, list(cards))
        elif card in copies:
            problem = message("{card!r} is given twice", card=card)
        else:
            copies[card] = int(number)
        if problem:
            faults.append(Fault(Place("--copies"), problem, hint))
    return copies


# ---------------------------------------------------------------- settings


def _make_settings(
    study: Study, values: Mapping[str, Any], options: Mapping[str, str], faults: list[Fault]
) -> Iterator[Any]:
    """Yield the values as settings of the study; nothing if they are wrong. `options` are names by setting."""
    from pydantic import ValidationError

    from cardgen.data.wording import explain

    fields, rest = study.Settings.model_fields, dict(values)
    while True:
        try:
            settings = study.Settings.model_validate(rest)
        except ValidationError as error:
            mistakes = explain(study.Settings, error.errors(include_url=False))
            wrong = [(_field_of(mistake, fields), mistake) for mistake in mistakes]
        else:
            if rest == values:
                yield settings
            return
        for field, mistake in wrong:
            option = options.get(field, f"--{field}") if field in fields else "cardgen"
            name = ".".join(map(str, mistake.path)) or field
            faults.append(Fault(Place(option), _without_name(mistake.message, name), mistake.hint))
        # Conditions on several fields are checked only if each field is right: check again without the wrong ones.
        bad = {field for field, _ in wrong}
        if not bad <= rest.keys() or any(fields[field].is_required() for field in bad):
            return
        rest = {field: value for field, value in rest.items() if field not in bad}


def _without_name(text: Text, name: str) -> Text:
    """Return the problem in `{name}: {problem}`."""
    if isinstance(text, Message) and text.template == "{name}: {problem}":
        problem: Text = text.values["problem"]
        return problem
    return text.removeprefix(f"{name}: ")


def _field_of(mistake: Wrong, fields: Container[str]) -> str:
    """Return the wrong field of the settings. A mistake of several fields may begin with one; "" if it does not."""
    if mistake.path:
        return str(mistake.path[0])
    field = mistake.message.partition(":")[0]
    return field if field in fields else ""
