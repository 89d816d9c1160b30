"""Write the tables of codes in docs/checks.md, of checks, products and exports: `python docs/make_checks.py`."""

from __future__ import annotations

import re
from pathlib import Path

from cardgen.base.plugins import find_plugins, load_plugin
from cardgen.products.exports.registry import bundled_services, load_export

PAGE = Path(__file__).parent / "checks.md"

#: A table of the codes that begin with the letters and the digit, between two comments.
_TABLE = re.compile(r"(<!-- codes (\w{3}): docs/make_checks\.py -->\n).*?(<!-- end -->)", re.DOTALL)


def with_tables(page: str) -> str:
    """Return the page with every table written anew."""
    return _TABLE.sub(lambda match: f"{match[1]}\n{_table(match[2])}\n{match[3]}", page)


def _table(group: str) -> str:
    """Return the table of the codes of one group, such as CG1, of cardgen's own checks, products and exports."""
    rows = sorted({f"| {code} | {name} | {words} |\n" for code, name, words in _own_codes() if code.startswith(group)})
    return "".join(["| code | name | |\n", "|---|---|---|\n", *rows])


def _own_codes() -> list[tuple[str, str, str]]:
    offering = [
        load_plugin(kind, name)
        for kind in ("checks", "products")
        for name, plugin in find_plugins(kind).items()
        if plugin.package == "cardgen"
    ]
    offering += [load_export(name) for name in bundled_services()]
    return [(code.code, code.name, str(code.words)) for plugin in offering for code in plugin.codes]


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
