"""The page's TypeScript declarations say what the server's payloads are."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from cardgen.review.server import payloads
from tests.cases import for_cases
from tests.review.declarations import FILE, declarations, typescript


def test_declaration_file_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == declarations(), "run: python -m tests.review.declarations"


@for_cases(
    ("annotation", "expected"),
    [
        (str, "string"),
        (int, "number"),
        (float | None, "number | null"),
        (list[str], "string[]"),
        (list[str | None], "(string | null)[]"),
        (dict[str, list[int]], "Record<string, number[]>"),
        (tuple[str, int], "[string, number]"),
        (Literal["a", "b"], '"a" | "b"'),
        (object, "unknown"),
        (payloads.CardData, "CardData"),
    ],
)
def test_annotation_as_typescript(annotation: Any, expected: str) -> None:
    assert typescript(annotation) == expected


def test_annotation_without_a_typescript_type_is_rejected() -> None:
    with pytest.raises(TypeError, match="no TypeScript type"):
        typescript(bytes)
