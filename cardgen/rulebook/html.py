"""Write a book as one HTML file without network requests: flowing text, pictures as inline SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape, unescape

from cardgen.base.words.messages import printed
from cardgen.cache.parts import kept_parts
from cardgen.cards.boxes.pictures import place_picture
from cardgen.data.fonts import FontSet
from cardgen.data.pictures import PictureFile
from cardgen.formats.svg import to_svg
from cardgen.rulebook.book import (
    Block,
    Book,
    Entries,
    Entry,
    Figure,
    Footnote,
    Heading,
    Items,
    Listing,
    Note,
    Paragraph,
    Sources,
    Table,
    Text,
    Words,
    refer,
)
from cardgen.rulebook.chapters import draw_ornament
from cardgen.rulebook.cover import cover_colours
from cardgen.rulebook.html_style import (
    DRAFT_STYLES,
    ENTRY_STYLES,
    FOOTNOTE_STYLES,
    ICON_STYLES,
    OWN_FAMILY,
    OWN_STYLES,
    STYLESHEET,
)
from cardgen.rulebook.style import CONTENTS
from cardgen.rulebook.theme import PLAIN, ChapterOrnament, Theme, Typefaces
from cardgen.scene.digests import scene_digest
from cardgen.scene.items import Scene
from cardgen.scene.shapes import Drawing
from cardgen.text.font_faces import font_faces
from cardgen.text.fonts import bold_of
from cardgen.text.measuring import is_right_to_left

# Pictures are larger than in the booklet: a screen is farther from the eye.
_SCREEN = 1.45
# The width of the column that pictures are drawn for, mm, as in the booklet.
_COLUMN = 118.0
_GAP = 3.0
# The colour that stands for that of the words around an icon.
_WORDS = "#010203"
# A namespace that svgwrite declares and nothing uses.
_EVENTS = ' xmlns:ev="http://www.w3.org/2001/xml-events"'
_WRITTEN = {"zh": "zh-Hans"}
# Markup without pictures, whose letters are outlines: the tags in it.
_TAG = re.compile(r"<[^>]*>")
# The place of a picture by its number. Texts are escaped, so they have no such tag.
_PICTURE = re.compile(r"<picture (\d+)>")


def rulebook_html(
    book: Book, sources: Sources, theme: Theme = PLAIN, mark: str = "", *, chapters_only: bool = False
) -> str:
    """Return the book as an HTML document in UTF-8: the text and pictures of its pages, with links, light and dark.

    Every picture has a text alternative, and words in another language are marked as such. A `mark`, the word for a
    draft, stays at the upper edge of the window and of each printed page. With `chapters_only` there are no cover and
    no list of contents: a table shows the book in a drawer.
    """
    return _Writer(theme.themed(book), sources, theme, mark, chapters_only).document()


def _lang(lang: str) -> str:
    return _WRITTEN.get(lang, lang)


def _characters(markup: str) -> set[str]:
    """Return the characters that the book's fonts must have, the space included: fonts give its width."""
    return {character for character in unescape(markup) if not character.isspace()} | {" "}


class _Writer:
    """Write one book; counts its chapters and pictures."""

    def __init__(self, book: Book, sources: Sources, theme: Theme, mark: str, chapters_only: bool) -> None:
        self.book, self.chapters_only = book, chapters_only
        self.sources = sources
        self.theme = theme
        self.mark = mark
        self.chapter = 0
        self.pictures: list[str] = []
        self.notes: list[Footnote] = []
        self.anchors = {entry.anchor for block in book.blocks if isinstance(block, Entries) for entry in block.entries}

    def document(self) -> str:
        book = self.book
        title = escape(" · ".join(filter(None, (book.title, book.cover.subtitle, self.mark))))
        mark = f'<p class="draft">{escape(self.mark)}</p>\n' if self.mark else ""
        nav = f"{self.contents()}\n" if self.theme.depth else ""
        chapters = "<main>\n" + "\n".join(self.chapters()) + "\n</main>"
        body = mark + (chapters if self.chapters_only else f"{self.cover()}\n{nav}{chapters}{self.back()}")
        characters, own = _characters(_TAG.sub("", body)), self.sources.fonts
        body = _PICTURE.sub(lambda place: self.pictures[int(place[1])], body)
        fonts = book_fonts(characters, book.lang, own, self.theme)
        more = theme_styles(self.theme, own, book.lang) + (DRAFT_STYLES if self.mark else "")
        more += FOOTNOTE_STYLES if 'class="footnotes"' in body else ""
        more += ICON_STYLES if '<span class="icon' in body else ""
        more += ENTRY_STYLES if any(isinstance(block, Entries) for block in book.blocks) else ""
        scheme = "light" if self.theme.palette.is_own else "light dark"
        return (
            f'<!doctype html>\n<html lang="{_lang(book.lang)}"{self.direction}>\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="color-scheme" content="{scheme}">\n<title>{title}</title>\n'
            f"<style>\n{fonts}{STYLESHEET}{more}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
        )

    @property
    def direction(self) -> str:
        """The attribute of a page from right to left."""
        return ' dir="rtl"' if is_right_to_left(self.book.lang) else ""

    def cover(self) -> str:
        cover = self.book.cover
        lines = [f"<h1>{escape(self.theme.title or self.book.title)}</h1>"]
        titles = self.sources.values.get("game", {}).get("titles", {})
        for lang, text in titles.items():
            if text != self.book.title:
                lines.append(f'<p class="other" lang="{_lang(lang)}">{escape(text)}</p>')
        for kind, text in (("subtitle", cover.subtitle), ("tagline", cover.tagline)):
            if text:
                lines.append(f'<p class="{kind}">{escape(text)}</p>')
        if cover.facts:
            facts = "".join(f"<li>{escape(fact)}</li>" for fact in cover.facts)
            lines.append(f'<ul class="facts">{facts}</ul>')
        if cover.credit:
            lines.append(f'<p class="credit">{escape(cover.credit)}</p>')
        if not self.theme.has_cover:
            return f'<header class="plain"><div>{lines[0]}{"".join(lines[1:] if cover.subtitle else ())}</div></header>'
        picture = ""
        if cover.picture:
            picture = f'<div class="cover-picture" aria-hidden="true">{self.svg(self.behind(cover.picture), "")}</div>'
        ornament = cover.ornament.screen(self.sources) if cover.ornament else None
        if ornament:
            picture += f'<div class="cover-field" aria-hidden="true">{self.svg(ornament, "")}</div>'
        colours_style = ""
        if cover.ground or cover.ink:
            colours = cover_colours(cover)
            named = {"ground": colours.ground, "ink": colours.pale, "loud": colours.ink, "dim": colours.dim}
            colours_style = f' style="{";".join(f"--cover-{name}:{colour}" for name, colour in named.items())}"'
        return f"<header{colours_style}><div>{''.join(lines)}</div>{picture}</header>"

    def behind(self, picture: PictureFile) -> Drawing:
        """Return the picture under the texts of the printed cover by itself, uncut."""
        wide, tall = 100.0, 100.0 * picture.size[1] / picture.size[0]
        ink = cover_colours(self.book.cover).ink
        return Drawing(place_picture(picture, (0.0, 0.0, wide, tall), colour=ink), wide, tall)

    def contents(self) -> str:
        """Return the list of chapters, each with its sections."""
        lines: list[str] = []
        inside = False
        for heading in (block for block in self.book.blocks if isinstance(block, Heading)):
            link = f'<a href="#{escape(heading.anchor)}">{self.words(heading.words)}</a>'
            if heading.level == 1:
                lines += ["</ul>"] * inside + ["</li>"] * bool(lines) + [f"<li>{link}"]
                inside = False
            elif self.theme.depth > 1:
                lines += (["<ul>"] if not inside else []) + [f"<li>{link}</li>"]
                inside = True
        lines += ["</ul>"] * inside + ["</li>"] * bool(lines)
        label = escape(CONTENTS.in_language(self.book.lang))
        return f'<nav aria-label="{label}">\n<ul>{"".join(lines)}</ul>\n</nav>'

    def back(self) -> str:
        """Return the theme's texts for the back, below the text."""
        lines = [f"<p>{escape(text)}</p>" for text in self.theme.back_text if self.theme.has_back]
        return f"\n<footer>{''.join(lines)}</footer>" if lines else ""

    # ------------------------------------------------------------ blocks

    def accent(self) -> str:
        """Return the colour of the current chapter."""
        return self.theme.accent(self.sources.styles, self.chapter)

    def ornament(self) -> str:
        """Return the ornament above the title of the current chapter; the stylesheet draws the default one."""
        ornament = self.theme.ornament
        if ornament.shape in ("segments", "none") and ornament.picture is None:
            return ""
        drawing = draw_ornament(ornament, _COLUMN, self.accent(), self.theme.palette.rule, 1, 1)
        return f'<div class="ornament" aria-hidden="true">{self.svg(drawing, "")}</div>'

    def chapters(self) -> Iterable[str]:
        """Yield the blocks, each chapter in a section with its own colour."""
        inside = False
        for block in self.book.blocks:
            if isinstance(block, Heading) and block.level == 1:
                yield from self.footnotes()
                self.chapter += 1
                accent = self.accent()
                name = escape(block.anchor)
                yield "</section>" * inside + f'<section aria-labelledby="{name}" style="--accent:{accent}">'
                inside = True
            yield self.block(block)
        yield from self.footnotes()
        yield "</section>" * inside

    def footnotes(self) -> Iterator[str]:
        """Yield the footnotes of the chapter that ends, each with a link back to its number in the text."""
        notes, self.notes = self.notes, []
        entries = []
        for note in notes:
            label = escape(printed("Back to the text").in_language(self.book.lang))
            back = f'<a href="#{note.mark}" role="doc-backlink" aria-label="{label} ({note.number})">{note.number}</a>'
            first, *others = [self.words(words) for words in note.paragraphs]
            texts = "".join(f"<p>{text}</p>" for text in (f"{back} {first}", *others))
            entries.append(f'<li id="{note.anchor}">{texts}</li>')
        if entries:
            yield f'<div class="footnotes" role="doc-endnotes"><ol>{"".join(entries)}</ol></div>'

    def blocks(self, blocks: Iterable[Block]) -> str:
        return "".join(map(self.block, blocks))

    def block(self, block: Block) -> str:
        match block:
            case Heading():
                return self.heading(block)
            case Paragraph():
                return f"<p>{self.words(block.words)}</p>"
            case Listing():
                code = ' dir="ltr"' if self.direction else ""
                return f"<pre{code}><code>{escape(chr(10).join(block.lines))}</code></pre>"
            case Items():
                return self.items(block)
            case Table():
                return self.table(block)
            case Entries():
                return self.entries(block)
            case Figure():
                return self.figure(block)
            case Note():
                return f'<div class="note" role="note">{self.blocks(block.blocks)}</div>'
        return ""  # a page break means nothing here

    def heading(self, block: Heading) -> str:
        tag = f"h{block.level + 1}"
        ornament = self.ornament() if block.level == 1 else ""
        return f'{ornament}<{tag} id="{escape(block.anchor)}">{self.words(block.words)}</{tag}>'

    def items(self, block: Items) -> str:
        tag = "ul" if block.start is None else "ol"
        start = f' start="{block.start}"' if block.start not in (None, 1) else ""
        entries = []
        for entry in block.entries:
            # A list of single paragraphs is set without gaps.
            tight = len(entry) == 1 and isinstance(entry[0], Paragraph)
            inside = self.words(entry[0].words) if tight and isinstance(entry[0], Paragraph) else self.blocks(entry)
            entries.append(f"<li>{inside}</li>")
        return f"<{tag}{start}>{''.join(entries)}</{tag}>"

    def table(self, block: Table) -> str:
        align = [f' class="{side}"' if side != "left" else "" for side in block.align]
        header = "".join(f'<th scope="col"{align[i]}>{self.words(cell)}</th>' for i, cell in enumerate(block.header))
        anchor = f' id="{escape(block.anchor)}"' if block.anchor else ""
        caption = f"<figcaption>{self.words(block.caption)}</figcaption>" if block.caption else ""
        rows = []
        for y, row in enumerate(block.rows):
            first = f'<th scope="row"{align[0]}>{self.words(row[0])}</th>'
            others = "".join(f"<td{align[i]}>{self.words(cell)}</td>" for i, cell in enumerate(row) if i)
            total = ' class="total"' if block.total and y == len(block.rows) - 1 else ""
            rows.append(f"<tr{total}>{first}{others}</tr>")
        table = f"<table><thead><tr>{header}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        if caption:
            return f'<figure{anchor}><div class="table">{table}</div>{caption}</figure>'
        return f'<div class="table"{anchor}>{table}</div>'

    def entries(self, block: Entries) -> str:
        """Return the entries as a list in columns, as many as the window has room for."""
        index = all(entry.pointer for entry in block.entries)
        kind, style = "index" if index else "entries", f' style="--columns:{block.columns}"'
        return f'<div class="{kind}"{style}>{"".join(map(self.entry, block.entries))}</div>'

    def entry(self, entry: Entry) -> str:
        label, title = self.words(entry.label), self.words(entry.title)
        if entry.pointer:
            link = f'<a href="#{escape(entry.pointer)}">{title}</a>' if entry.pointer in self.anchors else title
            return f"<p>{link} <b>{label}</b></p>" if label else f"<p>{link}</p>"
        anchor = f' id="{escape(entry.anchor)}"' if entry.anchor else ""
        number = f"<b>{label}</b> " if label else ""
        text = f"<dd>{self.words(entry.text)}</dd>" if entry.text else ""
        remark = f'<dd class="remark">{self.words(entry.remark)}</dd>' if entry.remark else ""
        return f"<dl{anchor}><dt>{number}{title}</dt>{text}{remark}</dl>"

    def figure(self, block: Figure) -> str:
        block = block.captioned()
        across = min(block.across, len(block.panels))
        cell = (_COLUMN - (across - 1) * _GAP) / across
        panels = []
        for panel in block.panels:
            drawing = self.sources.draw(panel.picture, cell)
            caption = f"<p>{self.words(panel.caption)}</p>" if panel.caption else ""
            width = f"{drawing.width * _SCREEN:.1f}mm"
            picture = f'<div class="picture" style="width:{width}">{self.svg(drawing, panel.alt)}</div>'
            panels.append(f'<div class="panel">{picture}{caption}</div>')
        notation = f'<p class="notation"><code>{escape(block.notation)}</code></p>' if block.notation else ""
        caption = f"<figcaption>{self.words(block.caption)}</figcaption>" if block.caption else ""
        kind = "panels down" if block.down else "panels"
        anchor = f' id="{escape(block.anchor)}"' if block.anchor else ""
        return f'<figure{anchor}>{notation}<div class="{kind}">{"".join(panels)}</div>{caption}</figure>'

    def svg(self, drawing: Drawing, alt: str) -> str:
        """Return the place of a drawing, which is an element with a name of its own: its ids are unique in the page."""
        self.pictures.append(self.element(drawing, alt, f"picture-{len(self.pictures) + 1}"))
        return f"<picture {len(self.pictures) - 1}>"

    def element(self, drawing: Drawing, alt: str, name: str) -> str:
        """Return a drawing as an SVG element."""
        scene = Scene(
            drawing.width, drawing.height, drawing.items, name=name, description=alt, lang=_lang(self.book.lang)
        )
        kept = kept_parts()
        key = scene_digest(scene) if kept else ""
        element = kept.get(key) if kept else None
        if not isinstance(element, str):
            # HTML allows no other namespace declarations in an embedded SVG.
            element = to_svg(scene).split("?>", 1)[1].strip().replace(_EVENTS, "", 1)
            if kept:
                kept.put(key, element)
        return element

    # ------------------------------------------------------------ words

    def icon(self, word: Text) -> str:
        """Return an icon as high as the words around it need; one of one colour has that of the words."""
        assert word.icon is not None
        inset = word.icon.draw(_WORDS, word.lang, self.theme.style(self.book.lang).size)
        picture = self.svg(Drawing(inset.items, inset.width, inset.height), inset.name)
        drawn = self.pictures[-1]
        self.pictures[-1] = drawn.replace(_WORDS, "currentColor")
        kind = "icon" if _WORDS in drawn else "icon coloured"
        lies = f"height:{inset.height:.3g}em;width:{inset.width:.3g}em;vertical-align:{0 - inset.drop:.3g}em"
        return f'<span class="{kind}" style="{lies}">{picture}</span>'

    def words(self, words: Words) -> str:
        parts = []
        for word in refer(words, self.book.titles, self.book.lang):
            text = self.icon(word) if word.icon else escape(word.text, quote=False).replace("\n", "<br>")
            if word.code:
                text = f'<code translate="no">{text}</code>'
            if word.raised and not word.footnote:
                text = f"<sup>{text}</sup>"
            if word.emphasis:
                text = f"<em>{text}</em>"
            if word.strong:
                text = f"<strong>{text}</strong>"
            if word.lang != self.book.lang:
                text = f'<span lang="{_lang(word.lang)}">{text}</span>'
            if word.footnote:
                self.notes.append(word.footnote)
                target = f'href="#{word.footnote.anchor}" id="{word.footnote.mark}"'
                text = f'<sup><a {target} role="doc-noteref">{word.footnote.number}</a></sup>'
            elif word.link:
                text = f'<a href="{escape(word.link)}">{text}</a>'
            parts.append(text)
        return "".join(parts)


# ---------------------------------------------------------------- the theme


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
