"""The two descriptions in a module of VASSAL: `buildFile.xml`, what is on the table, and `moduledata`, what it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from cardgen.base.records import dataclass

#: The oldest version of VASSAL that reads the module.
VASSAL_VERSION = "3.7.0"
_VERSION = "1.0"

_BUILD, _MODULE, _MAP = "VASSAL.build", "VASSAL.build.module", "VASSAL.build.module.map"

#: What a map needs so that pieces can be moved, turned and looked at.
_MAP_PARTS = (
    *("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander"),
    *("PieceMover", "KeyBufferer", "CounterDetailViewer", "Zoomer", "SelectionHighlighters"),
)

_GROUND = "52,92,72"

#: Ctrl F, as VASSAL writes a key: its code and its modifiers.
_FLIP_KEY = "70,130"


@dataclass(frozen=True, slots=True)
class DeckPile:
    """A pile of a deck on the table, in pixels from the table's top left corner to its middle, and its cards.

    `cards` are the name, the face and the back of each copy. A pile without cards is for discards.
    """

    name: str
    x: int
    y: int
    width: int
    height: int
    is_face_down: bool
    discards: str = ""
    cards: Sequence[tuple[str, str, str]] = ()


@dataclass(frozen=True, slots=True)
class Module:
    """What is in a module. `table` is the picture of the table, `size` its pixels."""

    name: str
    description: str
    table: str
    size: tuple[int, int]
    piles: Sequence[DeckPile]
    players: Sequence[str]
    hand: str


def build_file(module: Module) -> bytes:
    count = sum(len(pile.cards) for pile in module.piles)
    root = Element(
        f"{_BUILD}.GameModule",
        name=module.name,
        version=_VERSION,
        VassalVersion=VASSAL_VERSION,
        description=module.description,
        nextPieceSlotId=str(count),
    )
    SubElement(root, f"{_MODULE}.BasicCommandEncoder")
    SubElement(root, f"{_MODULE}.Documentation")
    roster = SubElement(root, f"{_MODULE}.PlayerRoster")
    for player in module.players:
        SubElement(roster, "entry").text = player
    SubElement(root, f"{_MODULE}.GlobalOptions")
    _add_table(root, module)
    for player in module.players:
        _add_hand(root, player, module)
    return _as_xml(root)


def _add_table(root: Element, module: Module) -> None:
    table = SubElement(root, f"{_MODULE}.Map", mapName=module.name, allowMultiple="false", launch="false")
    picker = SubElement(table, f"{_MAP}.BoardPicker")
    width, height = map(str, module.size)
    board = {"name": module.name, "image": module.table, "width": width, "height": height, "reversible": "false"}
    SubElement(picker, f"{_MAP}.boardPicker.Board", board)
    SubElement(picker, "setup").text = _board_setup(module.name)
    SubElement(table, f"{_MAP}.StackMetrics")
    for part in _MAP_PARTS:
        SubElement(table, f"{_MAP}.{part}")
    number = 0
    for pile in module.piles:
        element = _add_pile(table, pile, module.name)
        for name, face, back in pile.cards:
            attributes = {
                "entryName": name,
                "gpid": str(number),
                "width": str(pile.width),
                "height": str(pile.height),
            }
            slot = SubElement(element, f"{_BUILD}.widget.CardSlot", attributes)
            slot.text = card_piece(name, face, back, number)
            number += 1


def _board_setup(name: str) -> str:
    """Return the choice of the board of a map, which has the same name, so that nobody is asked."""
    return encode([f"{name}BoardPicker", encode([name], "/"), "0", "0"], "\t")


def _add_pile(table: Element, pile: DeckPile, board: str) -> Element:
    """Add a pile. Cards of a shuffled deck can be sent back from its discards."""
    attributes = {
        "name": pile.name,
        "owningBoard": board,
        "x": str(pile.x),
        "y": str(pile.y),
        "width": str(pile.width),
        "height": str(pile.height),
        "faceDown": "Always" if pile.is_face_down else "Never",
        "shuffle": "Via right-click Menu",
        "shuffleCommand": "Shuffle",
        "allowMultiple": "true",
        "allowSelect": "true",
        "draw": "true",
        "reshufflable": "true" if pile.discards else "false",
    }
    if pile.discards:
        attributes |= {"reshuffleCommand": f"Send to {pile.discards}", "reshuffleTarget": pile.discards}
    return SubElement(table, f"{_MAP}.DrawPile", attributes)


def _add_hand(root: Element, player: str, module: Module) -> None:
    """Add the hand of a player, which only that player sees."""
    name = f"{module.hand}: {player}"
    attributes = {"mapName": name, "side": player, "visible": "false", "launch": "true", "buttonName": name}
    hand = SubElement(root, f"{_MODULE}.PlayerHand", attributes)
    picker = SubElement(hand, f"{_MAP}.BoardPicker")
    board = {"name": name, "color": _GROUND, "width": "1200", "height": "400", "reversible": "false"}
    SubElement(picker, f"{_MAP}.boardPicker.Board", board)
    SubElement(picker, "setup").text = _board_setup(name)
    SubElement(hand, f"{_MAP}.StackMetrics", disabled="true")
    for part in _MAP_PARTS:
        SubElement(hand, f"{_MAP}.{part}")


def module_data(module: Module, seconds: int) -> bytes:
    """Return moduledata, with the date in `seconds` since 1970."""
    data = Element("data", version="1")
    SubElement(data, "version").text = _VERSION
    SubElement(data, "VassalVersion").text = VASSAL_VERSION
    SubElement(data, "dateSaved").text = str(seconds * 1000)
    SubElement(data, "description").text = module.description
    SubElement(data, "name").text = module.name
    return _as_xml(data)


def _as_xml(root: Element) -> bytes:
    ElementTree.indent(root)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode").encode() + b"\n"


# ---------------------------------------------------------------- cards


def encode(values: Iterable[str], delimiter: str) -> str:
    """Return values as one, with the delimiter escaped inside of them.

    As in SequenceEncoder of github.com/vassalengine/vassal.
    """
    return delimiter.join(_quoted(value, delimiter) for value in values)


def _quoted(value: str, delimiter: str) -> str:
    escaped = value.replace(delimiter, f"\\{delimiter}")
    is_quoted = value.startswith("\\") or (len(value) > 1 and value.startswith("'") and value.endswith("'"))
    return f"'{escaped}'" if is_quoted else escaped


def card_piece(name: str, face: str, back: str, number: int) -> str:
    """Return the definition of a card of these pictures that players can turn; `number` is its own in the module.

    Without a back it has only its face. As in BasicPiece and Obscurable of github.com/vassalengine/vassal.
    """
    piece = encode(["piece", "", "", face, name], ";")
    state = encode(["null", "0", "0", str(number), "0"], ";")
    if back:
        hidden = encode(["obs", _FLIP_KEY, back, "Flip", "B", "?", "player:", "", "", "true", "", ""], ";")
        piece, state = encode([hidden, piece], "\t"), encode(["null;", state], "\t")
    return encode(["+", "null", piece, state], "/")
