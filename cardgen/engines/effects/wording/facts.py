"""Whether a designer's own text says the same as the effect: numbers, the optional word, limits, suits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.errors import Text
from cardgen.base.sentences import syntax
from cardgen.base.words.messages import message
from cardgen.engines.effects.model import Effect, Phrase
from cardgen.engines.effects.parts import effect_steps, phrases_in, words_in
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.wording.languages import Phrases, writing_language

_NUMBERS = {
    "en": ("a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "zh": ("〇", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"),
}
_ALSO = {"an": 1, "两": 2, "兩": 2}

_EN = r"(\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
_ZH = r"(\d+|[一二两兩三四五六七八九十])"

#: Verb -> what texts say for it, with the number.
_VERBS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "draw": rf"\bdraws? (?:up to )?{_EN}\b",
        "discard": rf"\bdiscards? {_EN}\b",
        "damage": rf"\b{_EN} (?:\w+ )?damage\b",
        "recover": rf"\b(?:recovers?|heals?|regains?) {_EN}\b",
        "lose": rf"\bloses? {_EN} (?:hp|life)\b",
    },
    "zh": {
        "draw": rf"(?:摸|抽|抓){_ZH}[张張]",
        "discard": rf"[弃棄](?:置|掉)?{_ZH}[张張]",
        "damage": rf"{_ZH}[点點][^，。；]{{0,4}}[伤傷]害",
        "recover": rf"(?:恢复|回复|恢復|回復|回){_ZH}[点點]",
        "lose": rf"失去{_ZH}[点點]?[体體]力",
    },
}
_MAY = {"en": r"\b(?:may|can|up to|if you (?:want|like|wish))\b", "zh": r"可以|可|选择是否|選擇是否|至多"}
_LIMIT = {
    "en": r"\b(?:once|twice|one time|(?:\d+|two|three|four) times)\b",
    "zh": r"限[一二两兩三四五六七八九十\d]+次|限定技|一次|[两兩]次",
}


def compare_text(
    vocabulary: Vocabulary, effects: Sequence[Effect], text: str, tag: str, is_whole: bool = True
) -> Iterator[Text]:
    """Yield what a text says unlike the effects that it describes. Words that are in no list are no difference.

    Limits and whether effects are optional are compared if the text is the whole one of a single effect.
    """
    written = writing_language(tag)
    if written is None:
        return
    language = "en" if written == "en" else "zh"
    yield from _compare_numbers(effects, text.lower(), language)
    if is_whole and len(effects) == 1:
        yield from _compare_one(effects[0], text.lower(), language)
    yield from _compare_words(Phrases(vocabulary, written), effects, text)


def _number(word: str, language: str) -> int:
    if word.isdecimal():
        return int(word)
    words = _NUMBERS[language]
    return _ALSO[word] if word in _ALSO else max(1, words.index(word))


def _compare_numbers(effects: Sequence[Effect], text: str, language: str) -> Iterator[Text]:
    amounts: dict[str, list[Any]] = {}
    for effect in effects:
        for step in effect_steps(effect):
            if isinstance(step.argument, Phrase):
                amounts.setdefault(step.verb, []).append(step.argument.node)
    for verb, pattern in _VERBS[language].items():
        nodes = amounts.get(verb, [])
        if not nodes or not all(isinstance(node, syntax.Value) and type(node.value) is int for node in nodes):
            continue
        done = [node.value for node in nodes]
        for match in re.finditer(pattern, text):
            if _number(match[1], language) not in (*done, sum(done)):
                yield message("text says {said!r}, the effect {does}", said=match[0], does=_does(verb, done[0]))


def _does(verb: str, number: int) -> Text:
    return {
        "draw": message("draws {number}", number=number),
        "discard": message("discards {number}", number=number),
        "damage": message("deals {number} damage", number=number),
        "recover": message("recovers {number}", number=number),
        "lose": message("loses {number}", number=number),
    }[verb]


def _compare_one(effect: Effect, text: str, language: str) -> Iterator[Text]:
    """Yield whether a text of one effect lacks the optional word or a limit, or has one too many."""
    is_optional = effect.may is not None or any(step.verb in ("may", "ask") for step in effect_steps(effect))
    if is_optional and not re.search(_MAY[language], text):
        yield message("text lacks {word!r}", word="may" if language == "en" else "可以")
    said = re.search(_LIMIT[language], text)
    if effect.limit is not None and said is None:
        yield message("text lacks {word!r}", word=f"{_times(effect)} each {effect.limit.span}")
    is_repeated = any(step.verb == "repeat" for step in effect_steps(effect))
    if effect.limit is None and said is not None and effect.head in ("use", "when", "instead") and not is_repeated:
        yield message("text says {said!r}, the effect has no limit", said=said[0])


def _times(effect: Effect) -> str:
    most = effect.limit.most.text if effect.limit is not None else ""
    return "once" if most == "1" else most


def _compare_words(phrases: Phrases, effects: Sequence[Effect], text: str) -> Iterator[Text]:
    """Yield the words of an attribute, such as suits, of which the text has others than the effects."""
    used = {word for effect in effects for phrase in phrases_in(effect) for word in words_in(phrase.node)}
    for attribute in phrases.vocabulary.attributes.values():
        named = {word: phrases.name(word) for word in attribute.words if word in phrases.vocabulary.names}
        said = [word for word, name in named.items() if _has_word(text, name, phrases.is_chinese)]
        done = [word for word in attribute.words if word in used]
        if said and done and not set(said) & set(done):
            one, other = phrases.name(said[0]), phrases.name(done[0])
            yield message("text says {said!r}, the effect says {done!r}", said=one, done=other)


def _has_word(text: str, name: str, is_chinese: bool) -> bool:
    if is_chinese:
        return len(name) > 1 and name in text
    return re.search(rf"\b{re.escape(name)}s?\b", text, re.IGNORECASE) is not None
