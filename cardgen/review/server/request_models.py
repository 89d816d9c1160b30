"""Requests of pages, read by their models."""

from __future__ import annotations

from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from cardgen.base.errors import Text
from cardgen.base.words.messages import message

Model = TypeVar("Model")


class RequestError(Exception):
    """A request that asks for nothing that can be done, with the reason."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


def read_model(adapter: TypeAdapter[Model], value: object) -> Model:
    """Return a part of a request as its model. RequestError naming the first wrong member."""
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        name = ".".join(map(str, wrong["loc"]))
        raise RequestError(message("{name}: {problem}", name=name, problem=wrong["msg"])) from None
