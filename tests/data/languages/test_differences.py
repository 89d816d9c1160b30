"""What a translation loses or gains of the icons, placeholders and numbers of its text."""

from __future__ import annotations

from pathlib import Path

from cardgen.data.languages.differences import compare_texts
from tests.cases import for_cases
from tests.tea_game import GAME, GERMAN, WHOLE, tea_game_in


@for_cases(
    ("source", "translation", "lost", "gained"),
    [
        ("Gain {clay}.", "Erhalte Ton.", ["{clay}"], []),
        ("Gain {clay}.", "Erhalte {salt}.", ["{clay}"], ["{salt}"]),
        ("Cost {cost}", "Kosten {cost}", [], []),
        ("{names.en}", "{names.de}", [], []),
        ("{b}Draw 2 cards.", "{b}Ziehe zwei Karten.", [], []),
        ("Draw 2 cards.", "Ziehe drei Karten.", ["2"], []),
        ("Draw two cards.", "Ziehe 2 Karten.", [], []),
        ("Draw two cards.", "Ziehe 3 Karten.", [], ["3"]),
        ("Pay 1,000 coins or 1.5 pounds.", "Zahle 1.000 Münzen oder 1,5 Pfund.", [], []),
        ("Pay 20 coins.", "Zahle viele Münzen.", ["20"], []),
        ("Look.", "Schau.", [], []),
    ],
)
def test_names_and_numbers_are_compared(source: str, translation: str, lost: list[str], gained: list[str]) -> None:
    differences = compare_texts(source, "en", translation, "de", ("en", "de"))
    assert (list(differences.lost), list(differences.gained)) == (lost, gained)


@for_cases(
    ("number", "translation", "language", "lost"),
    [
        ("23", "共二十三张。", "zh", []),
        ("2", "两张", "zh-Hans", []),
        ("2", "三张", "zh-Hant", ["2"]),
        ("10", "十張", "zh-Hant", []),
        ("2", "kaksi", "fi", []),  # whose words are not known
        ("13", "kolmetoista", "fi", ["13"]),
    ],
)
def test_a_number_may_be_a_word(number: str, translation: str, language: str, lost: list[str]) -> None:
    assert list(compare_texts(f"{number} cards", "en", translation, language, ()).lost) == lost


def test_differences_are_findings_where_the_translation_is(tmp_path: Path) -> None:
    tea = tea_game_in(tmp_path)
    tea.change(GAME, "languages: [en, de, zh]", "languages: [en, de]")
    tea.write(GERMAN, WHOLE.replace("Ziehe eine Karte.", "Ziehe 2 Karten.").replace("Tee {id}", "Tee"))
    found = [f"{finding.place} {finding.message}" for finding in tea.check().findings if finding.code == "CG204"]
    assert found == [
        f"{GERMAN}:3:32 card 'oolong': rules in 'de' gains 2",
        f"{GERMAN}:11:5 face.label of templates/tea.yaml in 'de' loses {{id}}",
    ]
