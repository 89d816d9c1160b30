"""The engine protocol of a game as one JSON Schema, made from the models of its requests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from cardgen.engines.serving import Request
from cardgen.engines.turn_serving import TurnServer

Schema = dict[str, Any]

#: The answer to a bad request, or to one that the rules refuse.
_ERROR: Schema = {
    "type": "object",
    "properties": {
        "id": {},
        "error": {
            "type": "object",
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
            "required": ["code", "message"],
            "additionalProperties": False,
        },
    },
    "required": ["error"],
    "additionalProperties": False,
}

#: Any answer; what it has depends on the operation.
_ANSWER: Schema = {
    "anyOf": [{"$ref": "#/$defs/error"}, {"type": "object", "properties": {"id": {}}, "not": {"required": ["error"]}}]
}


class _Generator(GenerateJsonSchema):
    """Leaves out titles of members: they only repeat their names."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        return False


def protocol_schema(server: TurnServer[Any, Any, Any]) -> Schema:
    """Return the schema of the requests that a server answers.

    `$defs` has a request of each operation, `request_NAME`, and the shapes that all answers have, `answer` and `error`.
    """
    operations = server.operations
    models = sorted({model for operation in operations.values() for model in operation.models}, key=_sort_key)
    places, schema = models_json_schema([(model, "validation") for model in models], schema_generator=_Generator)
    parts = schema["$defs"]
    requests = {model: parts[places[model, "validation"]["$ref"].rpartition("/")[2]] for model in models}
    made = {
        f"request_{name}": _any_of([_of_operation(name, requests[model]) for model in operation.models])
        for name, operation in operations.items()
    }
    nested = {name: part for name, part in parts.items() if name in set(_references(made, parts))}
    return {
        "$schema": GenerateJsonSchema.schema_dialect,
        "title": f"cardgen engine: {server.game.engine}",
        "description": "a request; its answer is described at $defs/answer",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in made],
        "$defs": {**made, "answer": _ANSWER, "error": _ERROR, **nested},
    }


def _sort_key(model: type[Request]) -> tuple[str, str]:
    return model.__module__, model.__qualname__


def _of_operation(name: str, request: Schema) -> Schema:
    properties = {**request["properties"], "op": {"const": name}}
    return {**{key: value for key, value in request.items() if key != "title"}, "properties": properties}


def _any_of(schemas: list[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _references(value: object, parts: Schema) -> Iterator[str]:
    """Yield the names of the parts that a schema refers to, also by way of other parts."""
    queue, seen = [value], set[str]()
    while queue:
        match queue.pop():
            case {"$ref": str(reference)} if (name := reference.rpartition("/")[2]) not in seen:
                seen.add(name)
                queue.append(parts[name])
                yield name
            case dict(members):
                queue += members.values()
            case list(items):
                queue += items
