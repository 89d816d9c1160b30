"""The models of rules as people write them, in game.yaml or in a file of their own."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidatorFunctionWrapHandler, WithJsonSchema, WrapValidator

from cardgen.base.sentences.tokens import MOST_IN_SENTENCE
from cardgen.data.conditions import Wanted
from cardgen.data.kinds import (
    ColumnName,
    FieldName,
    FileModel,
    Identifier,
    Language,
    Prose,
    WithShortForms,
    as_tuple,
    text_as,
)

MOST_RULES = 500

SentenceText = Annotated[str, Field(min_length=1, max_length=MOST_IN_SENTENCE)]

#: Sentences that editors suggest.
EXAMPLES = [
    "count is 54",
    "for each deck, count is 39",
    "for each faction, count where kind = unit is 24",
    "for each card where kind = unit, attack is between 0 and 9",
    "name is unique",
    "every word of abilities is a key of glossary",
    "level <= max(level of cards where kind = resource of the same faction)",
    "if kind = unit then attack is given",
    "no other card has name = this.name",
    "sum of cost of cards <= 120",
]


def completions(sentences: Sequence[str]) -> dict[str, Any]:
    """Return the keys of a JSON Schema by which editors suggest sentences."""
    return {"examples": [*sentences], "defaultSnippets": [{"label": text, "body": text} for text in sentences]}


def _by_language(value: Any) -> Any:
    return {"": value} if isinstance(value, str) else value


RuleText = Annotated[
    dict[Literal[""] | Language, Prose],
    BeforeValidator(_by_language),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {"type": "object", "minProperties": 1, "additionalProperties": {"type": "string", "minLength": 1}},
            ]
        }
    ),
]
"""A text with placeholders, alone or for each language."""


DeckNames = Annotated[tuple[Identifier, ...], BeforeValidator(as_tuple), Field(min_length=1)]


class RuleEntry(FileModel):
    """A rule of the game: a sentence that must hold, and what to report if it does not."""

    check: SentenceText = Field(description="the sentence that must hold", json_schema_extra=completions(EXAMPLES))
    decks: DeckNames | None = Field(
        None, description="the decks that the rule is about; if left out, all that have the fields that it names"
    )
    where: Annotated[dict[ColumnName, Wanted], Field(max_length=20)] = Field(
        {}, description="the cards that the rule is about: conditions as those of a deck"
    )
    severity: Literal["error", "warning"] = Field("error", description="a build refuses a game with errors")
    message: RuleText = Field(
        {}, description="what is reported: a text, or one for each language; {value}, {expected}, {group}, fields"
    )
    hint: RuleText = Field({}, description="what to do about it, as `message`")


Rule = Annotated[
    RuleEntry, text_as("check"), WithShortForms(RuleEntry, {"type": "string", "minLength": 1, **completions(EXAMPLES)})
]
"""A rule, or only its sentence."""

RuleEntries = Annotated[dict[Identifier, Rule], Field(max_length=MOST_RULES)]
"""Rules by their ids."""


class RulesFile(FileModel):
    """A file of rules. `sets` are names for cards, `values` names for numbers, texts and lists."""

    rules: RuleEntries
    sets: Annotated[dict[FieldName, SentenceText], Field(max_length=100)] = Field(
        {}, description="names for cards: `{resources: cards where kind = resource}`"
    )
    values: Annotated[dict[Identifier, Any], Field(max_length=1000)] = Field(
        {}, description="names for numbers, texts, lists and mappings that sentences use"
    )


class _InGame:
    """Reads the rules, or none if there is the name of a file that has them: it is read with its places."""

    @staticmethod
    def read(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        return {} if isinstance(value, str) and value else handler(value)

    @staticmethod
    def __get_pydantic_json_schema__(_core: Any, _handler: Any) -> dict[str, Any]:
        entries = RulesFile.model_json_schema()["properties"]["rules"]
        entries["description"] = "rules by their ids, each a sentence that the cards must fulfil, or a mapping with it"
        return {"anyOf": [{"type": "string", "minLength": 1, "description": "a file of rules"}, entries]}


RulesInGame = Annotated[RuleEntries, WrapValidator(_InGame.read), _InGame]
"""`rules:` of game.yaml: rules by their ids, or the file that has them."""
