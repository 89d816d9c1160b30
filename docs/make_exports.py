"""Write the tables of exports and presses into their pages: `python docs/make_exports.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from cardgen.formats.press.options import PressOptions
from cardgen.products.exports.registry import load_bundled, load_export
from cardgen.products.exports.services.fitting import cut_of
from cardgen.products.exports.services.model import PageProduct, PageService, PictureProduct, PictureService, Service

DOCS = Path(__file__).parent

#: A table between two comments: its kind, and what it is of.
_TABLE = re.compile(r"(<!-- (\w+) of ([\w-]+): docs/make_exports\.py -->\n).*?(<!-- end -->)", re.DOTALL)

#: A product with a size of its own does not depend on a deck.
_NO_DECK: Any = None

_MODELS: dict[str, type[BaseModel]] = {
    "picture-service": PictureService,
    "picture-product": PictureProduct,
    "page-service": PageService,
    "page-product": PageProduct,
    "press": PressOptions,
}


def with_tables(page: str) -> str:
    """Return the page with every table written anew."""
    return _TABLE.sub(lambda match: f"{match[1]}\n{table_of(match[2], match[3])}\n{match[4]}", page)


def table_of(kind: str, name: str) -> str:
    """Return a table: the `options` of an export, the `products` of a service, or the `keys` of a model."""
    lines = {"options": _options, "products": _products, "keys": _keys}[kind](name)
    return "".join(f"{line}\n" for line in lines)


def _options(export: str) -> Iterator[str]:
    yield from ("| option | what it says | left out |", "|---|---|---|")
    yield from _rows(load_export(export).options)


def _keys(model: str) -> Iterator[str]:
    yield from ("| key | what it says | left out |", "|---|---|---|")
    yield from _rows(_MODELS[model])


def _rows(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        if field.default is PydanticUndefined:
            default = "needed"
        elif field.default in (None, (), {}, (0.0, 0.0)):
            default = ""
        else:
            default = f"`{_as_yaml(field.default)}`"
        yield f"| `{name}` | {field.description} | {default} |"


def _as_yaml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(f"{part:g}" for part in value) + "]"
    return str(value)


def _products(name: str) -> Iterator[str]:
    service = load_bundled(name)
    first = "picture, pixels" if isinstance(service, PictureService) else "page, mm"
    yield f"| product | {first} | card, mm | bleed, mm | safe area, mm inside | |"
    yield "|---|---|---|---|---|---|"
    for key, product in service.products.items():
        notes = [product.shape] * (product.shape != "rectangle") + ["not verified"] * (not product.verified)
        if isinstance(product, PictureProduct):
            notes += [f"{product.sheet} a sheet"] * (product.sheet is not None) + ["only if named"] * product.named_only
        yield f"| `{key}` | {_figures(service, key)} | {', '.join(notes)} |"


def _figures(service: Service, product: str) -> str:
    """Return the size of a picture or page, that of the card, the bleed and the safe area, between bars."""
    one = service.products[product]
    if isinstance(one, PageProduct) and one.trim is None:
        return f"that of the card and its bleed | that of the deck | {one.bleed:.4g} | {one.safe:.4g}"
    cut = cut_of(service, product, _NO_DECK)
    size = one.pixels if isinstance(one, PictureProduct) else cut.size
    safe = tuple((length - inner) / 2 for length, inner in zip(cut.trim, cut.safe, strict=True))
    return " | ".join(
        [" × ".join(f"{n:.4g}" for n in pair) for pair in (size, cut.trim)] + [_inset(cut.bleed), _inset(safe)]
    )


def _inset(lengths: tuple[float, ...]) -> str:
    return " × ".join(dict.fromkeys(f"{length:.3g}" for length in lengths))


if __name__ == "__main__":
    for path in (*sorted(DOCS.glob("exports*.md")), DOCS / "printing.md"):
        path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")
