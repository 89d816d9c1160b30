"""The fonts and the styles of a rulebook in HTML that follow from its theme."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.data.fonts import FontSet
from cardgen.rulebook.html_style import OWN_FAMILY, OWN_STYLES
from cardgen.rulebook.theme import PLAIN, ChapterOrnament, Theme, Typefaces
from cardgen.text.font_faces import font_faces
from cardgen.text.fonts import bold_of

#: The CSS families of the theme's fonts for headings and code.
_HEADINGS, _CODE = "Headings", "Code"


def book_fonts(characters: Iterable[str], lang: str, fonts: FontSet, theme: Theme) -> str:
    """Return CSS rules with the fonts of a page, cut down to its characters."""
    chosen = theme.typefaces
    if chosen == Typefaces():
        return (
            font_faces(characters, [lang], fonts.name_of, OWN_FAMILY)
            if fonts.replaces
            else font_faces(characters, [lang])
        )
    text = fonts.name_of(chosen.text)
    rules = font_faces(characters, [lang], family=OWN_FAMILY, weights=((text, "400"), (bold_of(text), "600 900")))
    for family, title in ((_HEADINGS, chosen.headings), (_CODE, chosen.code)):
        rules += font_faces(characters, [lang], family=family, weights=((fonts.name_of(title), "1 1000"),))
    return rules


def theme_styles(theme: Theme, fonts: FontSet, lang: str) -> str:
    """Return the rules that follow those of every rulebook."""
    styles = OWN_STYLES + _FONT_STYLES if theme.typefaces != Typefaces() else OWN_STYLES if fonts.replaces else ""
    if theme.palette.is_own:
        palette = theme.palette
        names = {
            "ink": palette.text,
            "quiet": palette.quiet,
            "line": palette.rule,
            "panel": palette.panel,
            "paper": palette.paper,
            "link": palette.link,
            "code": palette.code,
            "code-ground": palette.code_ground,
        }
        styles += f":root {{ {' '.join(f'--{name}: {colour};' for name, colour in names.items())} }}\n"
        styles += f"h2, h3, .plain h1 {{ color: {palette.heading}; }}\n.picture {{ background: none; }}\n"
    if theme.sizes:
        own, plain = theme.style(lang), PLAIN.style(lang)
        leading = 1.65 * own.leading / plain.leading
        chapter, section = (1.9 * own.chapter / own.size / 2, 1.25 * own.section / own.size / 1.28)
        styles += f"body, :lang({lang}) {{ line-height: {leading:.3g}; }}\n"
        styles += f"h2, h3 {{ line-height: 1.25; }}\nh2 {{ font-size: {chapter:.3g}rem; }}\n"
        styles += f"h3 {{ font-size: {section:.3g}rem; }}\n"
    if theme.ornament != ChapterOrnament():
        styles += _ORNAMENT_STYLES
        styles += "h2 { text-align: center; }\n" if theme.ornament.align == "centre" else ""
    if not theme.has_cover:
        styles += _PLAIN_HEADER
    if theme.back_text:
        styles += _FOOTER_STYLES
    return styles


_FONT_STYLES = f"""\
h1, h2, h3, :is(h1, h2, h3):lang(zh), :is(h1, h2, h3) :lang(zh), :is(h1, h2, h3):lang(en), :is(h1, h2, h3) :lang(en) {{
  font-family: "{_HEADINGS}", "{OWN_FAMILY}", system-ui, sans-serif;
}}
code, code:lang(zh), code:lang(en) {{ font-family: "{_CODE}", "{OWN_FAMILY}", monospace; }}
"""

_ORNAMENT_STYLES = """\
h2 { margin-top: 0; padding-top: 0; border-top: 0; }
section { padding-top: 3rem; }
.ornament { margin-bottom: .2rem; }
.ornament svg { display: block; width: 100%; height: auto; }
"""

_PLAIN_HEADER = """\
header.plain { background: none; color: var(--ink); }
header.plain > div { padding-bottom: 0; }
header.plain h1 { color: var(--ink); }
header.plain p { color: var(--quiet); }
"""

_FOOTER_STYLES = """\
footer { max-width: 46rem; margin: auto; padding: 1.5rem 1.25rem 3rem; color: var(--quiet); font-size: .9rem; }
footer p { white-space: pre-line; }
"""
