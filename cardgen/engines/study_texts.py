"""The texts of a study in Chinese and English, from a YAML file beside its modules: sentences, and the words of charts.

    texts:
      end: {zh: "最常见的结局是{end}。", en: "Most often games end by {end}."}
    charts:
      ends:
        title: {zh: 对局如何结束, en: How games end}
        label: end

A text has placeholders. A chart has a `title`, a `note`, the titles of its labels and values (`label`, `value`), its
`labels` if they are always the same, its `kind` and its `unit`. Any of its words may be the name of one of the `texts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from cardgen.engines.data_files import load_written
from cardgen.engines.studies import Chart, Estimate, Series, Texts

_Tally = TypeVar("_Tally", bound=Any)
_LANGUAGES = ("zh", "en")


class StudyTexts:
    """The texts in the file `name`.yaml beside a module, which is read when one of them is needed."""

    def __init__(self, module_file: str, name: str = "") -> None:
        self._path = Path(module_file).with_name(f"{name or Path(module_file).stem}.yaml")

    @cached_property
    def _file(self) -> Mapping[str, Any]:
        content: Mapping[str, Any] = load_written(self._path)
        return content

    def __call__(self, name: str, /, **values: object) -> Texts:
        """Return a text with its placeholders filled in. A value may be a text in both languages itself."""
        return fill_text(self._file["texts"][name], values)

    def chart(
        self,
        id_: str,
        tallies: Sequence[_Tally],
        figures: Callable[[_Tally], Iterable[Estimate | None]],
        labels: Sequence[Texts] | None = None,
        words: str = "",
        **values: object,
    ) -> Chart:
        """Return a chart with a series for each tally, which has a `name`: its `figures`, one for each label.

        `words` names its words in the file, if these are not those of its id. A tally may have fewer figures than there
        are labels. One tally alone needs no name: its series is named by what its figures are.
        """
        entry = self._file["charts"][words or id_]

        def text(word: Any) -> Texts:
            return fill_text(self._file["texts"][word] if isinstance(word, str) else word, values)

        title, note, label, value = (text(entry.get(key, _EMPTY)) for key in ("title", "note", "label", "value"))
        if labels is None:
            labels = [text(word) for word in entry["labels"]]
        series = []
        for tally in tallies:
            estimates = list(figures(tally))
            name = tally.name if len(tallies) > 1 else value
            series.append(Series(name, [*estimates, *[None] * (len(labels) - len(estimates))]))
        return Chart(id_, title, note, entry.get("kind", "bars"), label, value, labels, series, entry.get("unit", ""))


_EMPTY: Texts = {"zh": "", "en": ""}

#: The texts that the studies of several games share.
SHARED = StudyTexts(__file__, "studies")


def fill_text(text: Texts, values: Mapping[str, object]) -> Texts:
    """Return a text with its placeholders filled in."""
    return {lang: text[lang].format_map({name: _in(value, lang) for name, value in values.items()}) for lang in text}


def _in(value: object, language: str) -> object:
    return value[language] if isinstance(value, Mapping) else value


def same_in_both(labels: Iterable[object]) -> list[Texts]:
    """Return labels that are the same in both languages, such as numbers and ids of cards."""
    return [dict.fromkeys(_LANGUAGES, str(label)) for label in labels]
