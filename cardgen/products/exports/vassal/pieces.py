"""Cards as VASSAL writes them: sequences of values with their delimiter escaped.

As in SequenceEncoder, BasicPiece and Obscurable of github.com/vassalengine/vassal.
"""

from __future__ import annotations

from collections.abc import Iterable

#: Ctrl F, as VASSAL writes a key: its code and its modifiers.
_FLIP_KEY = "70,130"


def encode(values: Iterable[str], delimiter: str) -> str:
    """Return values as one, with the delimiter escaped inside of them."""
    return delimiter.join(_quoted(value, delimiter) for value in values)


def _quoted(value: str, delimiter: str) -> str:
    escaped = value.replace(delimiter, f"\\{delimiter}")
    is_quoted = value.startswith("\\") or (len(value) > 1 and value.startswith("'") and value.endswith("'"))
    return f"'{escaped}'" if is_quoted else escaped


def card_piece(name: str, face: str, back: str, number: int) -> str:
    """Return the definition of a card of these pictures that players can turn; `number` is its own in the module.

    Without a back it has only its face.
    """
    piece = encode(["piece", "", "", face, name], ";")
    state = encode(["null", "0", "0", str(number), "0"], ";")
    if back:
        hidden = encode(["obs", _FLIP_KEY, back, "Flip", "B", "?", "player:", "", "", "true", "", ""], ";")
        piece, state = encode([hidden, piece], "\t"), encode(["null;", state], "\t")
    return encode(["+", "null", piece, state], "/")
