"""The catalogues: one gettext PO file a language, in the folder `catalogues`. English needs none.

A catalogue is named after its language: `zh_Hans.po`, `de.po`. A new language is a new file and nothing else. Plug-ins
bring the words of their own in a folder of the same name: see `add_catalogues`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations, c2py
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.records import dataclass

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

#: Where the catalogues are. They decide which languages there are.
FOLDER = Path(__file__).parent / "catalogues"

#: Further folders with catalogues in the same languages, of plug-ins that are loaded.
_ADDED: list[Path] = []

#: The catalogues of Chinese.
_CHINESE = ("zh_Hans", "zh_Hant")

#: Regions in which Chinese is written in traditional characters.
_TRADITIONAL = ("TW", "HK", "MO")


def is_traditional(language: str) -> bool:
    """Return True for Chinese in traditional characters: zh-Hant, zh-TW, and Cantonese without a script."""
    base, *others = language.replace("_", "-").lower().split("-")
    if base not in ("zh", "yue"):
        return False
    script = next((part for part in others if len(part) == 4 and part.isalpha()), "")
    by_default = base == "yue" or any(part.upper() in _TRADITIONAL for part in others)
    return script == "hant" if script else by_default


def languages() -> list[str]:
    """Return the languages that cardgen speaks, as BCP 47 tags: `en` and that of each catalogue."""
    return ["en", *sorted(path.stem.replace("_", "-") for path in FOLDER.glob("*.po"))]


def catalogue_name(language: str) -> str | None:
    """Return the name of the catalogue for a BCP 47 tag or a POSIX locale; None for English and unknown languages."""
    for name in _candidates(language):
        if name == "en":
            return None
        if (FOLDER / f"{name}.po").is_file():
            return name
    return None


def _candidates(language: str) -> Iterator[str]:
    """Yield the names that a catalogue for the language may have, the most specific first."""
    subtags = language.split(".")[0].split("@")[0].replace("-", "_").split("_")
    base = subtags[0].lower()
    others = [part.title() if len(part) == 4 else part.upper() for part in subtags[1:]]
    if base == "zh" and not any(len(part) == 4 for part in others):
        yield "zh_Hant" if is_traditional("-".join(subtags)) else "zh_Hans"
    for count in range(len(others), -1, -1):
        yield "_".join([base, *others[:count]])


class _Untranslated(NullTranslations):
    """What a catalogue answers for a text that it does not have: nothing, rather than the text itself."""

    def gettext(self, message: str) -> str:  # noqa: ARG002
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002
        return ""

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002
        return ""


def add_catalogues(folder: Path) -> None:
    """Look for translations in the PO files of this folder, too."""
    if folder not in _ADDED:
        _ADDED.append(folder)
        _files.cache_clear()


@cache
def _files(language: str) -> tuple[Path, ...]:
    """Return the catalogues to look in for a language, in this order; none for English."""
    paths = (folder / f"{name}.po" for name in _names(language) for folder in (FOLDER, *_ADDED))
    return tuple(path for path in paths if path.is_file())


def _read(path: Path) -> Catalog:
    # Lazy: English, the usual case, needs neither Babel nor a file.
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file, ignore_obsolete=True)
    # Babel would write the English singular for a form of a plural that is not translated.
    for entry in list(catalog):
        if entry.id and not isinstance(entry.id, str) and not all(entry.string or ()):
            catalog.delete(entry.id, entry.context)
    return catalog


@cache
def _load(path: Path) -> GNUTranslations:
    translations = GNUTranslations(BytesIO(_compiled(path)))
    translations.add_fallback(_Untranslated())
    return translations


def _compiled(path: Path) -> bytes:
    """Return a catalogue as gettext reads it. It is kept in the cache: Babel takes long to read a catalogue."""
    name = f"words-{hashlib.sha256(path.read_bytes()).hexdigest()[:32]}.mo"
    from cardgen.cache import read_cache, write_cache  # the rules of a game know nothing of files

    content = read_cache(name)
    if content is None:
        from babel.messages.mofile import write_mo

        stream = BytesIO()
        write_mo(stream, _read(path))
        content = stream.getvalue()
        write_cache(name, content)
    return content


def _names(language: str) -> tuple[str, ...]:
    """Return the names of the catalogues for a language, the best first; none for English."""
    name = catalogue_name(language)
    if name is None:
        return ()
    # The two ways to write Chinese replace each other: better than English for those who read either.
    others = _CHINESE if name in _CHINESE else ()
    return tuple(dict.fromkeys((name, *others)))


def translate(language: str, template: str, plural_template: str = "", count: int = 1, context: str = "") -> str | None:
    """Return the translation of a template, with its placeholders; None if there is none.

    `count` chooses the form if there is a plural. `context` tells apart equal texts of different meanings.
    """
    for path in _files(language):
        catalogue = _load(path)
        if plural_template:
            text = catalogue.ngettext(template, plural_template, count)
        else:
            text = catalogue.pgettext(context, template) if context else catalogue.gettext(template)
        if text:
            return text
    return None


@dataclass(frozen=True, slots=True)
class Entries:
    """Translations by their English text; those of plurals by the English singular, as a list of forms."""

    texts: dict[str, str]
    plurals: dict[str, list[str]]
    form: Callable[[int], int]
    """The index of the form for a number."""


def entries(language: str, context: str) -> Entries:
    """Return all translations of a context into a language. Messages without a translation are left out."""
    texts: dict[str, str] = {}
    plurals: dict[str, list[str]] = {}
    form: Callable[[int], int] = c2py("0")
    for path in reversed(_files(language)):
        own = _entries_of(path, context)
        texts |= own.texts
        plurals |= own.plurals
        form = own.form
    return Entries(texts, plurals, form)


@cache
def _entries_of(path: Path, context: str) -> Entries:
    """Return the translations of one catalogue. Babel takes long to read it."""
    catalog = _read(path)
    texts: dict[str, str] = {}
    plurals: dict[str, list[str]] = {}
    for entry in catalog:
        if entry.context != context:
            continue
        forms = entry.string or ""
        if isinstance(entry.id, str) and isinstance(forms, str):
            texts.update({entry.id: forms} if forms else {})
        elif not isinstance(forms, str) and all(forms):
            plurals[entry.id[0]] = list(forms)
    return Entries(texts, plurals, c2py(catalog.plural_expr))


def forget_catalogues() -> None:
    """Read the catalogues again when they are next needed."""
    _files.cache_clear()
    _load.cache_clear()
    _entries_of.cache_clear()
