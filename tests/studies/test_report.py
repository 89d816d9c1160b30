"""The report: every figure has its interval; page and data agree; the files are safe, complete and repeatable."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from cardgen.engines.studies import Estimate, Series, Summary
from cardgen.studies import report
from cardgen.studies.page import shared_settings
from cardgen.studies.report import write_report
from tests.review.test_accessibility import AXE, broken_rules
from tests.studies.made_up import HEADING, NO_MERCY, SUMMARY, WINS, same

REPOSITORY = Path(__file__).parent.parent.parent
LANGUAGES = ("zh", "en")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    write_report(folder, HEADING, SUMMARY)
    return folder


@pytest.fixture(scope="module")
def page(written: Path) -> str:
    return (written / "simulate.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def data(written: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((written / "simulate.json").read_text(encoding="utf-8"))
    return found


def digests(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_report_is_a_page_its_data_and_a_plot_for_each_language(tmp_path: Path) -> None:
    folder = tmp_path / "balance"
    paths = write_report(folder, HEADING, SUMMARY)
    plots = [f"simulate/{chart.id}.{language}.svg" for chart in SUMMARY.charts for language in LANGUAGES]
    names = ["simulate.html", "simulate.json", *plots]
    assert [path.relative_to(folder).as_posix() for path in paths] == names
    assert sorted(digests(tmp_path)) == sorted(f"balance/{name}" for name in names)


def test_the_same_bytes_from_another_process_and_another_hash_seed(written: Path, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from cardgen.studies.report import write_report\n"
        "from tests.studies.made_up import HEADING, SUMMARY; write_report(Path(sys.argv[1]), HEADING, SUMMARY)"
    )
    for seed in ("0", "12345"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C"}
        subprocess.run([sys.executable, "-c", program, tmp_path / seed], cwd=REPOSITORY, env=environment, check=True)
        assert digests(tmp_path / seed) == digests(written)


def figures(page: str, language: str) -> list[float]:
    """Return the values of the page's figures in one language, in order."""
    parts = page.split("<main>")[1].split(f'<div data-language="{language}"')[1].split("<div data-language=")[0]
    return [float(value) for value in re.findall(r'<data value="([^"]*)"', parts)]


def in_order(data: dict[str, Any]) -> list[float]:
    """Return the figures of the data in the order of the tables."""
    found: list[float] = []
    for chart in data["charts"]:
        columns = [series["estimates"] for series in chart["series"]]
        rows = columns if chart["kind"] == "lines" else [list(row) for row in zip(*columns, strict=True)]
        for estimate in (item for row in rows for item in row if item):
            exact = estimate["low"] == estimate["high"]
            found += [estimate["value"], *(() if exact else (estimate["low"], estimate["high"])), estimate["samples"]]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_of_the_page_is_in_the_data_with_the_same_value(
    page: str, data: dict[str, Any], language: str
) -> None:
    assert figures(page, language) == in_order(data)


def test_every_figure_of_the_summary_is_in_the_data(data: dict[str, Any]) -> None:
    for chart, sent in zip(SUMMARY.charts, data["charts"], strict=True):
        assert sent["id"] == chart.id
        for series, sent_series in zip(chart.series, sent["series"], strict=True):
            assert sent_series["name"] == dict(series.name)
            for estimate, sent_estimate in zip(series.estimates, sent_series["estimates"], strict=True):
                if estimate is None:
                    assert sent_estimate is None
                else:
                    assert sent_estimate["samples"] == estimate.samples
                    for name in ("value", "low", "high"):
                        assert sent_estimate[name] == pytest.approx(getattr(estimate, name), rel=1e-9)


def test_the_data_describe_themselves(data: dict[str, Any], written: Path) -> None:
    assert data["format"] == 1
    assert data["study"] == "simulate"
    assert [run["key"] for run in data["runs"]] == ["5f0c1d9ab2", "91be22c07d"]
    assert data["runs"][1]["settings"] == HEADING.runs[1].settings
    assert (data["runs"][0]["of"], data["runs"][1]["of"]) == (None, 10000)
    text = (written / "simulate.json").read_text(encoding="utf-8")
    assert text == json.dumps(data, ensure_ascii=False, sort_keys=True, indent=1) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_on_the_page_in_its_language(page: str, language: str) -> None:
    part = unescape(
        page.split("<main>")[1].split(f'<div data-language="{language}"')[1].split("<div data-language=")[0]
    )
    plain = re.sub("</?span[^>]*>", "", part)
    for texts in SUMMARY.sentences:
        assert texts[language] in plain
    assert '<span class="whole">34.4–38.6%</span>' in part
    for chart in SUMMARY.charts:
        assert f">{chart.title[language]}</h2>" in part
        for texts in (chart.note, chart.label_title, chart.value_title, *chart.labels, *(s.name for s in chart.series)):
            assert texts[language] in part
    order = [plain.index(text) for text in (SUMMARY.sentences[0][language], WINS.note[language], "5f0c1d9ab2")]
    assert order == sorted(order), "the answer first, the settings last"
    assert {"zh": "36.5%", "en": "36.5%"}[language] in part
    assert {"zh": "无数据", "en": "no data"}[language] in part
    assert {"zh": "精确值", "en": "exact"}[language] in part


def test_shared_settings_are_listed_once() -> None:
    common, own = shared_settings([run.settings for run in HEADING.runs])
    assert ("seed", "20240601") in common
    assert ("rules.limits.garbage", "12") in common
    assert ("policies", "greedy, patient, counter, random") in common
    assert ("rules.pass", "true") in common
    assert own == [
        [("rules.combo", "0, 0, 1, 1, 2"), ("rules.name", "standard")],
        [("rules.combo", "0, 1, 1, 2, 3"), ("rules.name", "no-mercy")],
    ]
    settings = {"a": 1, "b": [[1, 2], []], "c": {}, "d": [["x", 8], ["T", 12]], "e": [{"f": None}]}
    expected = [("a", "1"), ("b.1", "1, 2"), ("b.2", "[]"), ("c", "{}"), ("d", "x, 8; T, 12"), ("e.1.f", "null")]
    assert shared_settings([settings]) == ([], [expected])


def test_every_setting_is_on_the_page(page: str) -> None:
    common, own = shared_settings([run.settings for run in HEADING.runs])
    for name, value in [*common, *own[0], *own[1]]:
        entry = f'<dt><code translate="no">{name}</code></dt><dd><code translate="no">{value}</code></dd>'
        assert page.count(entry) == len(LANGUAGES)


def test_markup_in_texts_is_escaped(tmp_path: Path) -> None:
    text = "</style></title><script>alert(1)</script><img src=x onerror=alert(2)>\"' {{ 7 * 7 }} url(#x)"
    chart = replace(WINS, title=same(text), note=same(text), labels=[same(text)] * 4, value_title=same(text))
    chart = replace(chart, series=[replace(item, name=same(text)) for item in chart.series])
    run = replace(HEADING.runs[0], description=same(text), key=text, settings={text: {text: [text]}})
    heading = replace(HEADING, title=same(text), game=same(text), version=text, runs=[run])
    paths = write_report(tmp_path, heading, Summary([same(text)], [chart]))
    page = paths[0].read_text(encoding="utf-8")
    assert page.count("<script") == page.count("</script>") == 1
    assert page.count("<style") == page.count("</style>") == 1
    assert "<img" not in page
    assert text in unescape(page)
    assert "49" not in re.sub(r"url\(data:[^)]*\)|\bd=\"[^\"]*\"|(?:\d|\.)+", "", page)


def test_the_security_policy_allows_only_the_own_style_and_script(page: str) -> None:
    policy = unescape(re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1])  # type: ignore[index]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        content = page.split(f"<{tag}>")[1].split(f"</{tag}>")[0]
        assert rules[f"{tag}-src"] == f"'sha256-{b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"
    assert ' style="' not in page, "the policy would refuse it"
    assert not re.search(r'\bon\w+="', page)
    assert re.findall(r'(?:href|src)="(?!#)', page) == []
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_ids_on_the_page_are_unique(page: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    wanted = re.findall(r'href="#([^"]+)"', page) + re.findall(r"url\(#([^)]+)\)", page)
    wanted += [item for names in re.findall(r'(?:aria-labelledby|for)="([^"]+)"', page) for item in names.split()]
    assert wanted
    assert set(wanted) <= set(ids)


def test_plots_on_the_page_follow_the_theme(page: str) -> None:
    body = page.split("<body>")[1]
    assert not re.search(r"(?:fill|stroke)[:=]\s*\"?#", body)
    classes = set(re.findall(r'class="(plot-\d+)"', body))
    assert classes
    assert all(f".plot .{name} {{" in page for name in classes)
    assert "fill: var(--plot-series-1)" in page


@pytest.mark.parametrize(
    ("heading", "summary", "fault"),
    [
        (replace(HEADING, study="../simulate"), SUMMARY, "'../simulate' is not a file name"),
        (HEADING, Summary([], [replace(WINS, id="a/b")]), "'a/b' is not a file name"),
        (HEADING, Summary([], [replace(WINS, id="")]), "'' is not a file name"),
        (HEADING, Summary([], [WINS, WINS]), "2 charts are named 'wins-by-policy'"),
        (HEADING, Summary([], [replace(WINS, labels=WINS.labels[1:])]), "4 estimates in series 0, 3 labels"),
        (
            HEADING,
            Summary([], [replace(WINS, labels=[same("a")], series=[Series(same("s"), [Estimate(1.0, 2.0, 1.0, 3)])])]),
            "is not an estimate",
        ),
        (
            HEADING,
            Summary(
                [], [replace(WINS, labels=[same("a")], series=[Series(same("s"), [Estimate(float("nan"), 0, 1, 3)])])]
            ),
            "is not an estimate",
        ),
        (replace(HEADING, title={}), SUMMARY, "the title has no language"),
        (replace(HEADING, title={"../en": "x"}), SUMMARY, "not a language code"),
        (
            replace(HEADING, runs=[replace(HEADING.runs[0], settings={"x": float("inf")})]),
            SUMMARY,
            "not JSON compliant",
        ),
    ],
)
def test_a_report_with_faults_changes_no_file(tmp_path: Path, heading: Any, summary: Summary, fault: str) -> None:
    with pytest.raises(ValueError, match=re.escape(fault)):
        write_report(tmp_path / "balance", heading, summary)
    assert list(tmp_path.iterdir()) == []


def test_all_faults_are_reported_at_once() -> None:
    with pytest.raises(ValueError, match="not a file name") as caught:
        write_report(Path("nowhere"), replace(HEADING, study="A"), Summary([], [replace(WINS, id="B")]))
    assert len(str(caught.value).splitlines()) == 2


def test_a_failed_write_keeps_the_last_page(written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_report(tmp_path, HEADING, SUMMARY)

    def refuse(path: Path, _: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(report, "write_atomic", refuse)
    with pytest.raises(OSError, match="No space"):
        write_report(tmp_path, replace(HEADING, title=NO_MERCY), SUMMARY)
    assert digests(tmp_path) == digests(written)


def test_a_report_in_one_language_has_no_switch(tmp_path: Path) -> None:
    paths = write_report(tmp_path, replace(HEADING, title={"en": "Whole games"}), SUMMARY)
    page = paths[0].read_text(encoding="utf-8")
    assert '<html lang="en">' in page
    assert "<fieldset" not in page
    assert 'data-language="zh"' not in page
    assert not [path for path in paths if ".zh." in path.name]


# ---------------------------------------------------------------- in a browser


def outside(url: str) -> list[str]:
    """Return the address if it is outside of the page's own file."""
    return [] if url.startswith(("file:", "data:")) else [url]


def opened(browser: Any, file: Path, locale: str, theme: str, width: int, **options: Any) -> Any:
    size = {"width": width, "height": 800}
    context = browser.new_context(locale=locale, color_scheme=theme, viewport=size, **options)
    page = context.new_page()
    page.messages = []
    page.on("console", lambda message: page.messages.append(message.text))
    page.on("pageerror", lambda error: page.messages.append(str(error)))
    page.on("request", lambda request: page.messages.extend(outside(request.url)))
    page.goto(file.as_uri())
    return page


@pytest.mark.browser
@pytest.mark.parametrize(
    ("locale", "theme", "width"),
    [
        ("zh-CN", "light", 360),
        pytest.param("en-GB", "dark", 1280, marks=pytest.mark.soak),
        pytest.param("zh-CN", "dark", 1280, marks=pytest.mark.soak),
        pytest.param("en-GB", "light", 360, marks=pytest.mark.soak),
    ],
)
def test_axe_reports_no_violations(browser: Any, written: Path, locale: str, theme: str, width: int) -> None:
    page = opened(browser, written / "simulate.html", locale, theme, width, bypass_csp=True)
    page.evaluate(AXE)
    assert broken_rules(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.messages == []
    page.context.close()


@pytest.mark.browser
def test_the_security_policy_blocks_nothing_on_the_page(browser: Any, written: Path) -> None:
    page = opened(browser, written / "simulate.html", "en-GB", "dark", 1280)
    assert page.messages == []
    assert page.evaluate("document.fonts.size") > 0
    bar = "getComputedStyle(document.querySelector('#wins-by-policy-en-bar-0-0')).fill"
    assert page.evaluate(bar) == "rgb(110, 168, 255)"
    page.emulate_media(color_scheme="light")
    assert page.evaluate(bar) == "rgb(31, 95, 191)"
    page.emulate_media(color_scheme="dark", media="print")
    assert page.evaluate(bar) == "rgb(31, 95, 191)", "paper is white"
    page.context.close()


@pytest.mark.browser
@pytest.mark.parametrize("scripts", [True, False])
def test_languages_are_switched_by_keyboard_with_and_without_scripts(
    browser: Any, written: Path, scripts: bool
) -> None:
    from playwright.sync_api import expect

    page = opened(browser, written / "simulate.html", "fr-FR", "light", 1280, java_script_enabled=scripts)
    expect(page.locator("h1:visible")).to_have_text("整局模拟")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1:visible")).to_have_text("Whole games")
    expect(page.locator(".plot:visible")).to_have_count(len(SUMMARY.charts))
    if scripts:
        expect(page).to_have_title("Whole games · Block-Killer")
        assert page.evaluate("document.documentElement.lang") == "en"
    page.context.close()


@pytest.mark.browser
def test_the_readers_language_comes_first(browser: Any, written: Path) -> None:
    from playwright.sync_api import expect

    page = opened(browser, written / "simulate.html", "en-US", "light", 1280)
    expect(page.locator("h1:visible")).to_have_text("Whole games")
    page.context.close()


def test_runs_have_short_names_and_full_descriptions(tmp_path: Path) -> None:
    runs = [replace(run, name=same(f"short {number}")) for number, run in enumerate(HEADING.runs)]
    heading = replace(HEADING, runs=runs, common=[same("all alike")])
    write_report(tmp_path, heading, SUMMARY)
    header, main = (tmp_path / "simulate.html").read_text(encoding="utf-8").split("<main>")
    assert [header.count(f"<li>{text}") for text in ("all alike", "short 0", "short 1")] == [2, 2, 2]
    assert main.count(f"<h3>{HEADING.runs[0].description['en']}</h3>") == 1
    data = json.loads((tmp_path / "simulate.json").read_text(encoding="utf-8"))
    assert [run["name"]["en"] for run in data["runs"]] == ["short 0", "short 1"]
    assert data["common"] == [{"zh": "all alike", "en": "all alike"}]


def test_missing_figures_are_left_out_of_a_table(tmp_path: Path) -> None:
    nobody = Series(same("silent"), [None] * len(WINS.labels))
    write_report(tmp_path, HEADING, Summary([], [replace(WINS, series=[*WINS.series, nobody])]))
    main = (tmp_path / "simulate.html").read_text(encoding="utf-8").split("<main>")[1]
    assert "silent" not in main
    assert 'class="figure quiet"' not in main


def test_long_settings_are_cut() -> None:
    runs = [
        {"deck": "x" * 1000, "cards": [{"id": str(card), "copies": 2} for card in range(most)]} for most in (30, 31)
    ]
    common, (first, second) = shared_settings(runs)
    assert common == [("deck", "x" * 200 + "…")]
    assert [(name, len(value)) for name, value in (*first, *second)] == [("cards", 201)] * 2
