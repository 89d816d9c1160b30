"""The pages of exports: their tables are those of the services, and each export has a page."""

from __future__ import annotations

from pathlib import Path

from cardgen.products.exports.registry import export_names, load_export
from tests.cases import for_cases
from tests.scripts import docs_script

DOCS = Path(__file__).parents[3] / "docs"
PAGES = [*sorted(DOCS.glob("exports*.md")), DOCS / "printing.md"]


@for_cases("path", PAGES)
def test_the_tables_are_those_of_the_services(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert docs_script("make_exports").with_tables(page) == page, "run python docs/make_exports.py"


def test_every_export_is_in_the_overview() -> None:
    overview = (DOCS / "exports.md").read_text(encoding="utf-8")
    assert [name for name in export_names() if f"`{name}`]" not in overview] == []


def test_every_option_of_an_export_is_on_its_page_or_in_the_overview() -> None:
    overview = (DOCS / "exports.md").read_text(encoding="utf-8")
    missing = []
    for name in export_names():
        own = DOCS / f"exports-{name}.md"
        text = overview + (own.read_text(encoding="utf-8") if own.exists() else "")
        missing += [
            (name, option) for option in load_export(name).options.model_fields if f"| `{option}` |" not in text
        ]
    assert missing == []
