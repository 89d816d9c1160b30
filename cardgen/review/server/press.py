"""The files for a press as the page shows them: their plates, and how much ink there is."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence

from cardgen.base.errors import Fault
from cardgen.base.records import dataclass
from cardgen.base.units import MM_PER_INCH, pixels
from cardgen.data.model import Game
from cardgen.formats.png import encode_png
from cardgen.formats.press.settings import Press
from cardgen.formats.press_plates import spots_of
from cardgen.formats.press_preview import INKS, PagePlates, page_plates
from cardgen.products.exports.product import press_files
from cardgen.products.files import PagesFile
from cardgen.products.product import Decks
from cardgen.review.server.printed import until_fault
from cardgen.review.server.printed_payloads import InkPlaceData, PressFileData, PressPageData

#: The resolution of the pictures, and the most pixels of a side.
_DPI = 200
_MOST_PIXELS = 2000

#: The most pages whose plates are kept: each has some megabytes.
_MOST_PAGES = 12

#: The most places over the limit that are listed, the largest first.
_MOST_PLACES = 40

#: The limits of ink that may be asked for, in percent.
_LIMITS = range(100, 401)


@dataclass(frozen=True, slots=True)
class PressFile:
    """A PDF for a press, and the export that it is a file of."""

    export: str
    output: PagesFile
    press: Press

    @property
    def name(self) -> str:
        return f"{self.export}/{self.output.path.removesuffix('.pdf')}"

    @property
    def dpi(self) -> float:
        """The resolution of the pictures of its pages."""
        return min(_DPI, _MOST_PIXELS * MM_PER_INCH / max(self.output.size))


def listed_press_files(game: Game, decks: Decks) -> tuple[tuple[PressFile, ...], tuple[Fault, ...]]:
    """Return the PDFs for a press that a build makes, and the faults of those that cannot be made."""
    files, faults = until_fault(press_files(game, decks))
    return tuple(PressFile(export, file, file.press) for export, file in files if file.press is not None), faults


def press_data(files: Sequence[PressFile]) -> list[PressFileData]:
    return [_file_data(file) for file in files]


def _file_data(file: PressFile) -> PressFileData:
    scene = file.output.scenes[0]
    return {
        "name": file.name,
        "key": file.output.key[:16],
        "pages": len(file.output.scenes),
        "captions": [page.title or page.name for page in file.output.scenes],
        "paper": list(file.output.size),
        "trim": list(scene.trim_rect),
        "plates": [*INKS, *spots_of(file.output.scenes, file.press)],
        "standard": file.press.standard,
        "condition": file.press.condition,
        "limit": file.press.tac,
    }


class PressPages:
    """Plates of pages, made on demand. The last ones are kept, by their content."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[str, int], PagePlates] = OrderedDict()
        self._lock = threading.RLock()

    def picture(self, files: Sequence[PressFile], name: str, page: int, plate: str, limit: int) -> bytes | None:
        """Return a picture of a page, from 1, as PNG; None if there is none of the name.

        `plate` is `proof` for all plates together, `ink` for the total ink, or the number of a plate.
        """
        file = _find(files, name, page)
        if file is None or limit not in _LIMITS:
            return None
        with self._lock:
            plates = self._plates(file, page)
            if plate == "proof":
                picture = plates.proof()
            elif plate == "ink":
                picture = plates.ink_picture(limit)
            elif plate in map(str, range(len(plates.names))):
                picture = plates.plate(int(plate)).convert("RGB")
            else:
                return None
            return encode_png(picture, dpi=file.dpi)

    def about(self, files: Sequence[PressFile], name: str, page: int, limit: int) -> PressPageData | None:
        """Return how much ink there is on a page; None if there is no such page."""
        file = _find(files, name, page)
        if file is None or limit not in _LIMITS:
            return None
        with self._lock:
            plates = self._plates(file, page)
            most, pixel = plates.most()
            dots = file.dpi / MM_PER_INCH
            places = sorted(_places(plates, limit, dots), key=lambda one: -one["rect"][2] * one["rect"][3])
        return {
            "coverage": [round(share, 1) for share in plates.coverage],
            "most": round(most, 1),
            "at": [round(pixel[0] / dots, 1), round(pixel[1] / dots, 1)],
            "limit": limit,
            "count": len(places),
            "places": places[:_MOST_PLACES],
        }

    def _plates(self, file: PressFile, page: int) -> PagePlates:
        key = file.output.key, page
        if key not in self._made:
            width, height = (pixels(length, file.dpi) for length in file.output.size)
            scene = file.output.scenes[page - 1]
            self._made[key] = page_plates(scene, file.press, width, height, spots_of(file.output.scenes, file.press))
            while len(self._made) > _MOST_PAGES:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        return self._made[key]


def _find(files: Sequence[PressFile], name: str, page: int) -> PressFile | None:
    file = next((file for file in files if file.name == name), None)
    return file if file is not None and 1 <= page <= len(file.output.scenes) else None


def _places(plates: PagePlates, limit: int, dots: float) -> Iterator[InkPlaceData]:
    for (left, top, right, bottom), most in plates.places_over(limit):
        rect = [round(value / dots, 2) for value in (left, top, right - left, bottom - top)]
        yield {"rect": rect, "most": round(most, 1)}
