"""All requests of these tests are compared with the JSON Schema of their game's protocol."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError, validators

from cardgen.engines import GameContent
from cardgen.engines.request_schema import protocol_schema
from cardgen.engines.serving import Answer, RequestError
from cardgen.engines.turn_serving import Operation, TurnServer


def _find_pattern(_: object, pattern: str, value: object, __: object) -> Iterator[ValidationError]:
    """Yield the fault of a text. For Python `$` also matches before a line end, for JSON Schema it does not."""
    if isinstance(value, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


#: For JSON Schema 1.0 is an integer, for the engine it is not.
_Validator: type[Any] = validators.extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    {"pattern": _find_pattern},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int),
)


@cache
def validator_of(server: TurnServer[Any, Any, Any], operation: Operation) -> Any:
    """Return what validates the requests of an operation."""
    schema = protocol_schema(server)
    name = next(name for name, other in server.operations.items() if other == operation)
    return _Validator({"$ref": f"#/$defs/request_{name}", "$defs": schema["$defs"]})


@pytest.fixture(autouse=True, scope="session")
def _requests_agree_with_the_schema() -> Iterator[None]:
    run = TurnServer._run

    def compare(server: TurnServer[Any, Any, Any], operation: Operation, data: Answer, content: GameContent) -> Answer:
        try:
            operation.read_request(data)
            refusal = ""
        except RequestError as error:
            refusal = str(error)
        faults = [error.message for error in validator_of(server, operation).iter_errors(data)]
        # What members decide together is no part of the schema. An assertion would be answered as a mistake.
        if bool(faults) != bool(refusal) and "Value error" not in refusal:
            pytest.fail(f"{data}\nthe engine: {refusal}\nthe schema: {faults}")
        return run(server, operation, data, content)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TurnServer, "_run", compare)
        yield
