"""The catalogues: one gettext PO file a language, in the folder `catalogues`. English needs none.

A catalogue is named after its language: `zh_Hans.po`, `de.po`. A new language is a new file and nothing else. Plug-ins
bring the words of their own in a folder of the same name: see `add_catalogues`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.base.records import dataclass

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

#: Where the catalogues are. They decide which languages there are.
FOLDER = Path(__file__).parent / "catalogues"

#: Where the catalogues of words on products are, in languages that have no catalogue of all messages.
PRINTED = Path(__file__).parent / "printed"

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


def printed_languages() -> list[str]:
    """Return the languages that cardgen has words on products in, as BCP 47 tags."""
    return sorted({*languages(), *(path.stem.replace("_", "-") for path in PRINTED.glob("*.po"))})


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


def add_catalogues(folder: Path) -> None:
    """Look for translations in the PO files of this folder, too."""
    if folder not in _ADDED:
        _ADDED.append(folder)
        _files.cache_clear()


@cache
def _files(language: str) -> tuple[Path, ...]:
    """Return the catalogues to look in for a language, in this order; none for English."""
    paths = (folder / f"{name}.po" for name in _names(language) for folder in (FOLDER, *_ADDED))
    return tuple(path for path in paths if path.is_file()) or printed_files(language)


def printed_files(language: str) -> tuple[Path, ...]:
    """Return the catalogue of words on products for a language that has no other; none if there is none."""
    paths = (PRINTED / f"{name}.po" for name in _candidates(language))
    return next(((path,) for path in paths if path.is_file()), ())


def printed_templates() -> list[str | tuple[str, str]]:
    """Return the English templates of all words on products, those about a number with their plural."""
    catalogue = _read(PRINTED / "words.pot")
    return [entry.id if isinstance(entry.id, str) else (entry.id[0], entry.id[1]) for entry in catalogue if entry.id]


def _read(path: Path) -> Catalog:
    # Lazy: English, the usual case, needs neither Babel nor a file.
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, ignore_obsolete=True)


@dataclass(frozen=True, slots=True)
class CatalogueEntries:
    """Translations by their English text; those of plurals by the English singular, as a list of forms.

    `rule` chooses the form for a number, as gettext writes it: a formula of C.
    """

    texts: dict[str, str]
    plurals: dict[str, list[str]]
    rule: str = "0"

    def form(self, number: int) -> int:
        """Return the index of the form for a number."""
        return _plural(self.rule)(number)


@cache
def _plural(rule: str) -> Callable[[int], int]:
    from gettext import c2py  # lazy: most commands print no plural

    return c2py(rule)


@cache
def _load(path: Path) -> dict[str, CatalogueEntries]:
    """Return the translations of a catalogue by their contexts. They are kept in the cache: Babel reads slowly."""
    from cardgen.cache.sealed import read_cache, write_cache  # the rules of a game know nothing of files

    name = f"words-{hashlib.sha256(path.read_bytes()).hexdigest()[:32]}.json"
    with contextlib.suppress(ValueError, TypeError, AttributeError):
        kept = json.loads(read_cache(name) or "")
        return {context: CatalogueEntries(*own) for context, own in kept.items()}
    catalogue = _entries_of(_read(path))
    kept = {context: (own.texts, own.plurals, own.rule) for context, own in catalogue.items()}
    write_cache(name, json.dumps(kept).encode())
    return catalogue


def _entries_of(catalog: Catalog) -> dict[str, CatalogueEntries]:
    """Return the translations by their contexts. Messages without one, or with a fuzzy one, are left out."""
    by_context: dict[str, CatalogueEntries] = {}
    for entry in catalog:
        forms = entry.string or ""
        if not entry.id or entry.fuzzy:
            continue
        own = by_context.setdefault(entry.context or "", CatalogueEntries({}, {}, catalog.plural_expr))
        if isinstance(entry.id, str) and isinstance(forms, str):
            own.texts.update({entry.id: forms} if forms else {})
        elif not isinstance(forms, str) and all(forms):
            own.plurals[entry.id[0]] = list(forms)
    return by_context


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
        own = _load(path).get(context)
        if own is None:
            continue
        if plural_template:
            forms = own.plurals.get(template)
            text = forms[own.form(count)] if forms else ""
        else:
            text = own.texts.get(template, "")
        if text:
            return text
    return None


def entries(language: str, context: str) -> CatalogueEntries:
    """Return all translations of a context into a language. Messages without a translation are left out."""
    texts: dict[str, str] = {}
    plurals: dict[str, list[str]] = {}
    rule = "0"
    for path in reversed(_files(language)):
        own = _load(path).get(context)
        if own is not None:
            texts |= own.texts
            plurals |= own.plurals
            rule = own.rule
    return CatalogueEntries(texts, plurals, rule)


def forget_catalogues() -> None:
    """Read the catalogues again when they are next needed."""
    _files.cache_clear()
    _load.cache_clear()
