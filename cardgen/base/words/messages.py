"""Messages: English text that remembers its template and its values, to be rendered in another language last.

    message("column {name!r} conflicts with {other!r}", name="names", other="names.en")
    plural("{count} card", "{count} cards", count)

The English template is the key of the catalogues (gettext's msgid). Write it as a literal, so that `make words` finds
it. Placeholders are those of `str.format`, with names; values may be messages themselves.

Words on products are `printed` and `printed_plural`: they have catalogues in more languages, and a game can replace
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from cardgen.base.words.catalogues import is_traditional, translate

OwnWords: TypeAlias = Mapping[str, str | Mapping[Any, str]]
"""A game's words by the English template: a template, or one for each category of numbers (`one`, `few`, `other`)."""


class PrintedLanguage(str):
    """A language that a game is printed in, as a BCP 47 tag, with the game's `words` in place of cardgen's."""

    __slots__ = ("words",)

    words: OwnWords

    def __new__(cls, tag: str, words: OwnWords) -> PrintedLanguage:
        language = super().__new__(cls, tag)
        language.words = words
        return language

    def __getnewargs__(self) -> tuple[str, OwnWords]:  # type: ignore[override]
        return str(self), self.words


def own_template(words: OwnWords, template: str, language: str, count: int) -> str | None:
    """Return the template that a game's `words` have in place of one; None if they have none."""
    own = words.get(template)
    if own is None or isinstance(own, str):
        return own
    from babel import Locale  # slow to import

    category = Locale.parse(language.split("-")[0]).plural_form(count)
    return own.get(category, own["other"])


class Message(str):
    """English text that can be rendered in another language. Used as a `str`, it is the English text."""

    __slots__ = ("plural_template", "template", "values")

    template: str
    """The English text with its placeholders."""
    plural_template: str
    """The same for any number but 1; "" for a message that counts nothing. `values["count"]` is the number."""
    values: Mapping[str, Any]

    def __new__(cls, template: str, values: Mapping[str, Any], plural_template: str = "") -> Message:
        chosen = plural_template if plural_template and values["count"] != 1 else template
        text = super().__new__(cls, chosen.format_map(values) if values else chosen)
        text.template, text.plural_template, text.values = template, plural_template, values
        return text

    def __getnewargs__(self) -> tuple[str, Mapping[str, Any], str]:  # type: ignore[override]
        return self.template, self.values, self.plural_template

    def in_language(self, language: str) -> str:
        """Return the text in a language (a BCP 47 tag); in English if the language has no catalogue or no such text.

        A PrintedLanguage has words of its own, which come first.
        """
        count = self.values.get("count", 1)
        own = language.words if isinstance(language, PrintedLanguage) else {}
        template = own_template(own, self.template, language, count)
        if template is None:
            template = translate(language, self.template, self.plural_template, count)
        if template is None:
            template = self.plural_template if self.plural_template and count != 1 else self.template
        values = {name: render(value, language) for name, value in self.values.items()}
        return template.format_map(values) if values else template


class OwnMessage(Message):
    """A message of a game's data, with its text in some languages; "" for a text in all languages."""

    __slots__ = ("texts",)

    texts: Mapping[str, str]

    def __new__(cls, texts: Mapping[str, str]) -> OwnMessage:
        english = texts.get("en") or texts.get("") or next(iter(texts.values()))
        text = str.__new__(cls, english)
        text.template, text.plural_template, text.values, text.texts = english, "", {}, texts
        return text

    def __getnewargs__(self) -> tuple[Mapping[str, str]]:  # type: ignore[override]
        return (self.texts,)

    def in_language(self, language: str) -> str:
        """Return the text in a language, or in it without its subtags; otherwise in English or the first language.

        Any traditional Chinese is in `zh-Hant`, too, before `zh`.
        """
        parts = language.replace("_", "-").split("-")
        tags = ["-".join(parts[:end]) for end in range(len(parts), 0, -1)]
        if is_traditional(language):
            tags.insert(-1, "zh-Hant")
        return next((self.texts[tag] for tag in tags if tag in self.texts), str(self))


class Joined(str):
    """Several values as one text, separated in the way of the language."""

    __slots__ = ("items",)

    items: tuple[Any, ...]

    def __new__(cls, items: Iterable[Any]) -> Joined:
        parts = tuple(items)
        text = super().__new__(cls, ", ".join(map(str, parts)))
        text.items = parts
        return text

    def __getnewargs__(self) -> tuple[tuple[Any, ...]]:  # type: ignore[override]
        return (self.items,)

    def in_language(self, language: str) -> str:
        """Return the items in a language, with its own separator between them."""
        return str(render(message(", "), language)).join(str(render(item, language)) for item in self.items)


def message(template: str, /, **values: Any) -> Message:
    """Return a message. KeyError if a placeholder of the template has no value."""
    return Message(template, values)


def plural(singular: str, plural_template: str, count: int, /, **values: Any) -> Message:
    """Return a message about a number of things, which the templates may name as `{count}`."""
    return Message(singular, {"count": count, **values}, plural_template)


def printed(template: str, /, **values: Any) -> Message:
    """Return a message that is printed on products. KeyError if a placeholder of the template has no value."""
    return Message(template, values)


def printed_plural(singular: str, plural_template: str, count: int, /, **values: Any) -> Message:
    """Return a message about a number of things that is printed on products."""
    return Message(singular, {"count": count, **values}, plural_template)


def joined(items: Iterable[Any]) -> Joined:
    """Return several values as one: `a, b, c` in English, `a、b、c` in Chinese."""
    return Joined(items)


def render(value: Any, language: str) -> Any:
    """Return a message or joined values in a language, and any other value as it is."""
    return value.in_language(language) if isinstance(value, Message | Joined) else value
