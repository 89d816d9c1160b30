"""The figures of a game's cards as data, as lines of text, and as the charts of a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, message, plural
from cardgen.engines.studies import Chart, Estimate, Series, Summary, Texts
from cardgen.project.figures.counts import CrossTable, FieldCounts
from cardgen.project.figures.hands import Chances


@dataclass(frozen=True, slots=True)
class HandFigures:
    """The chances of a hand: how many cards, from how many, what is wanted and how many of each, and the redraws."""

    hand: int
    cards: int
    wishes: tuple[str, ...]
    least: tuple[int, ...]
    matching: tuple[int, ...]
    redraws: int
    chances: Chances


@dataclass(frozen=True, slots=True)
class CardFigures:
    """The figures of a game's cards: how many there are, counts, cross tables, chances of hands."""

    game: str
    decks: tuple[str, ...]
    where: str
    cards: int
    different: int
    counts: tuple[FieldCounts, ...]
    tables: tuple[CrossTable, ...]
    hand: HandFigures | None


def figures_as_data(figures: CardFigures) -> dict[str, Any]:
    """Return the figures as JSON values. A chance is a number from 0 to 1, and exact as a fraction."""
    return {
        "game": figures.game,
        "decks": list(figures.decks),
        "where": figures.where,
        "cards": figures.cards,
        "different": figures.different,
        "fields": {
            counts.field: {
                "values": [
                    {"value": value, "cards": copies, "different": different}
                    for value, copies, different in zip(counts.values, counts.copies, counts.different, strict=True)
                ],
                "missing": counts.missing,
                "average": counts.average,
            }
            for counts in figures.counts
        },
        "tables": [
            {
                "fields": list(table.fields),
                "rows": [
                    {"value": value, "cards": dict(zip(table.values[1], row, strict=True))}
                    for value, row in zip(table.values[0], table.rows, strict=True)
                ],
            }
            for table in figures.tables
        ],
        "hand": None if figures.hand is None else _hand_data(figures.hand),
    }


def _hand_data(hand: HandFigures) -> dict[str, Any]:
    return {
        "draw": hand.hand,
        "from": hand.cards,
        "redraws": hand.redraws,
        "wishes": [
            {
                "where": wish,
                "at_least": hand.least[number],
                "cards": hand.matching[number],
                "expected": _chance(hand.chances.expected(number)),
                "first_hand": [_chance(chance) for chance in hand.chances.numbers[number]],
                "after_redraws": [_chance(chance) for chance in hand.chances.after[number]],
            }
            for number, wish in enumerate(hand.wishes)
        ],
        "all_wishes": {
            "first_hand": _chance(hand.chances.all_first),
            "after_redraws": _chance(hand.chances.all_after),
        },
    }


def _chance(value: Fraction) -> dict[str, Any]:
    return {"value": float(value), "exact": f"{value.numerator}/{value.denominator}"}


# ---------------------------------------------------------------- text


def figures_as_lines(figures: CardFigures, language: str) -> Iterator[str]:
    """Yield the figures as lines of text in a language."""
    yield _heading(figures).in_language(language)
    for counts in figures.counts:
        yield ""
        yield f"{counts.field}{_average(counts, language)}"
        rows = [
            [value, str(copies), plural("{count} different", "{count} different", different).in_language(language)]
            for value, copies, different in zip(counts.values, counts.copies, counts.different, strict=True)
        ]
        if counts.missing:
            rows.append([message("(without a value)").in_language(language), str(counts.missing), ""])
        yield from _aligned(rows)
    for table in figures.tables:
        yield ""
        yield f"{table.fields[0]} × {table.fields[1]}"
        body = [[value, *map(str, row)] for value, row in zip(table.values[0], table.rows, strict=True)]
        yield from _aligned([["", *table.values[1]], *body])
    if figures.hand is not None:
        yield ""
        yield from _hand_lines(figures.hand, language)


def _heading(figures: CardFigures) -> Message:
    cards = plural("{count} card", "{count} cards", figures.cards)
    return message(
        "{game}: {cards}, {different} of them different", game=figures.game, cards=cards, different=figures.different
    )


def _average(counts: FieldCounts, language: str) -> str:
    if counts.average is None:
        return ""
    return " " + message("(average {average:.2f})", average=counts.average).in_language(language)


def _hand_lines(hand: HandFigures, language: str) -> Iterator[str]:
    title = message("a hand of {hand} of {cards} cards", hand=hand.hand, cards=hand.cards)
    yield title.in_language(language)
    for number, wish in enumerate(hand.wishes):
        expected = float(hand.chances.expected(number))
        text = message(
            "{wish}: {cards} cards, {expected:.3f} in a hand on average",
            wish=wish,
            cards=hand.matching[number],
            expected=expected,
        )
        yield f"  {text.in_language(language)}"
        head = ["", message("first hand").in_language(language)]
        columns: list[Sequence[Fraction]] = [hand.chances.numbers[number]]
        if hand.redraws:
            head.append(_after(hand).in_language(language))
            columns.append(hand.chances.after[number])
        rows = [[str(k), *(_percent(column[k]) for column in columns)] for k in range(hand.hand + 1) if columns[0][k]]
        yield from (f"  {line}" for line in _aligned([head, *rows]))
    wanted = ", ".join(f"{least} × {wish}" for least, wish in zip(hand.least, hand.wishes, strict=True))
    chance = message("at least {wanted}: {chance}", wanted=wanted, chance=_percent(hand.chances.all_first))
    yield f"  {chance.in_language(language)}"
    if hand.redraws:
        after = message("{when}: {chance}", when=_after(hand), chance=_percent(hand.chances.all_after))
        yield f"  {after.in_language(language)}"


def _after(hand: HandFigures) -> Message:
    return plural("after up to {count} redraw", "after up to {count} redraws", hand.redraws)


def _percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.4f} %"


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        first, *others = (
            cell.ljust(w) if not i else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        yield "  " + "  ".join([first, *others]).rstrip()


# ---------------------------------------------------------------- charts


def figures_as_summary(figures: CardFigures, languages: Sequence[str]) -> Summary:
    """Return the figures as the summary of a report in some languages: sentences, and a chart for each table."""
    sentences: list[Message] = [_heading(figures)]
    charts = [_field_chart(number, counts, languages) for number, counts in enumerate(figures.counts)]
    charts += [_table_chart(number, table, languages) for number, table in enumerate(figures.tables)]
    hand = figures.hand
    if hand is not None:
        charts += [_hand_chart(number, hand, languages) for number in range(len(hand.wishes))]
        wanted = ", ".join(f"{least} × {wish}" for least, wish in zip(hand.least, hand.wishes, strict=True))
        sentences.append(message("at least {wanted}: {chance}", wanted=wanted, chance=_percent(hand.chances.all_first)))
        if hand.redraws:
            sentences.append(message("{when}: {chance}", when=_after(hand), chance=_percent(hand.chances.all_after)))
    return Summary([in_languages(sentence, languages) for sentence in sentences], charts)


def in_languages(text: Message | str, languages: Sequence[str]) -> Texts:
    """Return a text in each of some languages."""
    return {lang: text.in_language(lang) if isinstance(text, Message) else text for lang in languages}


def _exact(values: Sequence[float], samples: int) -> list[Estimate]:
    return [Estimate(value, value, value, samples) for value in map(float, values)]


def _field_chart(number: int, counts: FieldCounts, languages: Sequence[str]) -> Chart:
    samples = sum(counts.copies) + counts.missing
    series = [
        Series(in_languages(message("cards"), languages), _exact(counts.copies, samples)),
        Series(in_languages(message("different cards"), languages), _exact(counts.different, samples)),
    ]
    return _chart(f"field-{number + 1}", counts.field, counts.field, counts.values, series, languages)


def _table_chart(number: int, table: CrossTable, languages: Sequence[str]) -> Chart:
    samples = sum(map(sum, table.rows))
    series = [
        Series(
            in_languages(f"{table.fields[1]}: {value}", languages), _exact([row[column] for row in table.rows], samples)
        )
        for column, value in enumerate(table.values[1])
    ]
    title = f"{table.fields[0]} × {table.fields[1]}"
    return _chart(f"table-{number + 1}", title, table.fields[0], table.values[0], series, languages)


def _hand_chart(number: int, hand: HandFigures, languages: Sequence[str]) -> Chart:
    series = [
        Series(
            in_languages(message("first hand"), languages), _exact(_floats(hand.chances.numbers[number]), hand.cards)
        )
    ]
    if hand.redraws:
        series.append(
            Series(in_languages(_after(hand), languages), _exact(_floats(hand.chances.after[number]), hand.cards))
        )
    title = message("{wish} in a hand of {hand}", wish=hand.wishes[number], hand=hand.hand)
    label = message("cards in the hand")
    return _chart(f"hand-{number + 1}", title, label, [str(k) for k in range(hand.hand + 1)], series, languages, "%")


def _floats(chances: Sequence[Fraction]) -> list[float]:
    return list(map(float, chances))


def _chart(
    name: str,
    title: Message | str,
    label: Message | str,
    labels: Sequence[str],
    series: Sequence[Series],
    languages: Sequence[str],
    unit: Any = "",
) -> Chart:
    value = message("chance") if unit else message("cards")
    return Chart(
        name,
        in_languages(title, languages),
        in_languages("", languages),
        "bars",
        in_languages(label, languages),
        in_languages(value, languages),
        [in_languages(text, languages) for text in labels],
        series,
        unit,
    )
