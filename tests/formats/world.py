"""Texts in eight languages and fonts that have their scripts, from Debian's packages (`make test` installs them)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cardgen.scene.items import Scene
from cardgen.text.font_files import read_font
from cardgen.text.fonts import Font, make_face, register_font
from cardgen.text.lines import Align
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

_FOLDER = Path("/usr/share/fonts/truetype")


@dataclass(frozen=True)
class Sample:
    """A sentence of a rule in a language; `spaced` if its words have spaces between them."""

    lang: str
    text: str
    file: str
    spaced: bool = True


SAMPLES = (
    Sample("en", "Shuffle five cards into the office pile: difficult, offline, flat.", "noto/NotoSans-Regular.ttf"),
    Sample("vi", "Rút hai lá bài, rồi đặt một lá xuống đáy chồng; người kế tiếp.", "noto/NotoSans-Regular.ttf"),
    Sample("zh-Hans", "每回合抽取两张牌，并把一张牌放到牌库底；“消除”三行。", "wqy/wqy-microhei.ttc", spaced=False),
    Sample("zh-Hant", "每回合抽取兩張牌，並將一張牌置於牌庫底；「消除」三行。", "wqy/wqy-microhei.ttc", spaced=False),
    Sample("ar", "اسحب بطاقتين ثم ضع ٣ بطاقات في السَّلّة؛ لا إله هنا.", "noto/NotoNaskhArabic-Regular.ttf"),
    Sample("he", "קח שני קלפים, והנח 3 קלפים בתחתית; שָׁלוֹם לכולם.", "dejavu/DejaVuSans.ttf"),
    Sample("hi", "दो कार्ड खींचें और क्षत्रिय को हिन्दी में पढ़ें।", "noto/NotoSansDevanagari-Regular.ttf"),
    Sample("th", "จั่วไพ่สองใบ แล้ววางไพ่หนึ่งใบไว้ใต้กอง น้ำที่นี่", "noto/NotoSansThai-Regular.ttf", spaced=False),
)


@cache
def _content(path: Path) -> bytes:
    return read_font(path.read_bytes(), 0 if path.suffix == ".ttc" else None).content


def font_of(sample: Sample) -> str:
    """Return the name of a font for the sample, which falls back to the bundled one.

    It is registered with each call, because fonts that no game uses are forgotten when a game is closed.
    """
    path = _FOLDER / sample.file
    face = make_face(_content(path), path)
    return register_font(Font(f"world#{face.name}", "world", (face.name, "latin", "han"))).name


def card(sample: Sample, width: float = 50.0, size: float = 4.0, align: Align = "start") -> Scene:
    """Return a card with the sample, set in lines of `width` mm."""
    flow = layout_paragraph([Span(sample.text, font_of(sample), lang=sample.lang)], size, width, align=align)
    return Scene(width, flow.height, flow.items, lang=sample.lang)
