"""Write payloads: as JSON, with messages in every language, and refusals."""

from __future__ import annotations

import json

from cardgen.base.words.catalogues import languages
from cardgen.base.words.messages import render
from cardgen.review.server.payloads import ErrorData, Texts


def texts_of(text: str) -> Texts:
    """Return a message in English and in every language that it is translated into; nothing for an empty one."""
    if not text:
        return {}
    rendered = {language: str(render(text, language)) for language in languages()}
    return {language: words for language, words in rendered.items() if language == "en" or words != rendered["en"]}


def error_data(code: str, message: str) -> ErrorData:
    """Return the answer to a request that was refused."""
    return {"error": {"code": code, "message": message, "messages": texts_of(message)}}


def as_json(payload: object) -> str:
    """Return a payload as JSON in one line."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
