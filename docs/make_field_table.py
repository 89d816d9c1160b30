"""Write the table of field kinds into docs/data.md: python docs/make_field_table.py"""

from __future__ import annotations

from pathlib import Path

from cardgen.data.fields import markdown_table

PAGE = Path(__file__).parent / "data.md"


def main() -> None:
    text = PAGE.read_text(encoding="utf-8")
    lines = list(markdown_table())
    start = text.index(lines[0])
    end = text.index("\n\n", start)
    PAGE.write_text(text[:start] + "\n".join(lines) + text[end:], encoding="utf-8")


if __name__ == "__main__":
    main()
