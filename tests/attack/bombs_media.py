"""Bombs among the pictures of a game: SVG, PNG, JPEG and WebP. They are generated, always with the same bytes."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping

from PIL import Image

from tests.attack.bombs import Bomb

GAME = """\
titles: {en: Bomb}
author: Nobody
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [en]
sizes:
  card: {width: 63, height: 88}
decks:
  main: {titles: {en: Cards}, cards: cards.yaml, template: bomb.yaml, size: card, fields: {name: text, art: text}}
targets:
  cards: {decks: [main]}
"""
TEMPLATE = """\
face:
  description: {en: "Card {id}"}
  boxes:
    art: {kind: image, box: trim, file: "{art}"}
    label: {kind: rect, box: [5, 5, 53, 10], fill: "#ffffff"}
    name: {kind: text, box: [5, 6, 53, 8], text: "{name}"}
back:
  description: {en: A back}
  boxes:
    ground: {kind: rect, box: trim, fill: "#223344"}
"""


def project(pictures: Mapping[str, bytes], cards: Iterable[str] = ()) -> dict[str, bytes]:
    """Return a game of one card for each of the pictures named in `cards`, or for each picture."""
    lines = [f"  - {{id: c{i}, name: Card {i}, art: {name}}}" for i, name in enumerate(cards or pictures, 1)]
    files = {
        "card_data/bomb/game.yaml": GAME.encode(),
        "card_data/bomb/cards.yaml": "\n".join(["cards:", *lines, ""]).encode(),
        "templates/bomb.yaml": TEMPLATE.encode(),
    }
    return files | {f"card_data/bomb/{name}": content for name, content in pictures.items()}


# ---------------------------------------------------------------- SVG


def svg(inside: str, doctype: str = "", more: str = "") -> bytes:
    """Return a picture of 100 × 140 units."""
    space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'{doctype}<svg {space} viewBox="0 0 100 140" {more}>\n{inside}\n</svg>'.encode()


def small_curves(size: int, seed: int = 1) -> str:
    """Return `size` characters of path data as drawing programs write them."""
    chance = random.Random(seed)
    parts = ["M50 70"]
    length = 0
    while length < size:
        parts.append("c" + ",".join(f"{chance.uniform(-0.9, 0.9):.2f}" for _ in range(6)))
        length += len(parts[-1])
    return "".join(parts)


def zigzag(count: int) -> str:
    """Return lines across the whole picture."""
    chance = random.Random(2)
    return "M0 0L" + " ".join(f"{chance.randrange(100)} {chance.randrange(140)}" for _ in range(count))


def _stops(count: int, opacity: str = "") -> str:
    return "".join(f'<stop offset="{i / count}" stop-color="#{i % 4096:03x}"{opacity}/>' for i in range(count))


def _circles(count: int, attributes: str) -> str:
    return f'<circle cx="50" cy="70" r="70" {attributes}/>\n' * count


def svg_bombs(n: int) -> Iterator[tuple[str, bytes]]:
    """Yield pictures whose time or memory grows with `n`, by name; 5,000 in campaigns, fewer in tests."""
    shape = '<path d="M0 0h9v9z"/>'
    laughs = "".join(f'<!ENTITY a{i + 1} "{f"&a{i};" * 10}">' for i in range(9))
    yield "entities", svg("<desc>&a9;</desc>", f'<!DOCTYPE svg [<!ENTITY a0 "ha">{laughs}]>')
    yield "attribute-defaults", svg("<g/>\n" * n, f'<!DOCTYPE svg [<!ATTLIST g id CDATA "{"x" * 200 * n}">]>')
    yield "attributes", svg("<g " + " ".join(f'a{i}=""' for i in range(500 * n)) + "/>")
    yield "transforms", svg(f'<g transform="{"rotate(1)" * 500 * n}">{shape}</g>')
    yield "transform-spaces", svg(f'<g transform="{" " * 5_000 * n}!">{shape}</g>')
    yield "length-of-digits", svg(f'<rect width="{"1" * 5_000 * n}!" height="9"/>')
    yield "points", svg(f'<polygon points="{"1 2 " * 1_000 * n}"/>')
    yield "dashes", svg(f'<g stroke="red" stroke-dasharray="{"1 " * 900}">' + shape * 10 * n + "</g>")
    yield "long-value", svg(f'<g fill="{" " * 1_000 * n}red">' + shape * 8 * n + "</g>")
    yield "style-rules", svg(f"<style>{'*{fill:red}' * 100 * n}</style>" + shape * 8 * n)
    yield "style-comments", svg(f"<style>{'/* ' * 1_000 * n}</style>")
    yield "style-declarations", svg(f'<path d="M0 0h9v9z" style="{";" * 5_000 * n}"/>')
    yield "style-spaces", svg(f"<style>a{' ' * 5_000 * n}</style>")
    clip = f'<clipPath id="c" clipPathUnits="objectBoundingBox"><path d="{zigzag(n)}"/></clipPath>'
    boxed = f'<linearGradient id="g">{_stops(n)}</linearGradient>'
    yield "clips-and-gradients", svg(clip + boxed + _circles(2 * n, 'fill="url(#g)" clip-path="url(#c)"'))
    links = "".join(f'<linearGradient id="g{i}" xlink:href="#g{i + 1}"/>\n' for i in range(4 * n))
    last = f'<linearGradient id="g{4 * n}">{_stops(2)}</linearGradient>'
    yield "gradient-links", svg(links + last + _circles(4 * n, 'fill="url(#g0)"'))
    used = "".join(f'<g id="u{i}"><use xlink:href="#u{i + 1}"/></g>\n' for i in range(4 * n))
    yield "use-of-use", svg(f'<defs>{used}<g id="u{4 * n}"/></defs><use xlink:href="#u0"/>')
    path = f'<defs><path id="p" d="{small_curves(20 * n)}"/></defs>'
    yield "path-used-often", svg(path + '<use xlink:href="#p"/>\n' * 1_000)
    yield "arcs", svg(f'<path d="M9 9{"a9 5 20 1 1 0 1" * 100 * n}"/>')
    yield "long-path", svg(f'<path d="{small_curves(6_000 * n)}"/>')
    yield "closings", svg(f'<path d="M9 9{"z" * 6_000 * n}"/>')
    yield "lines-across", svg(f'<path d="{zigzag(140 * n)}"/>')
    yield (
        "round-strokes",
        svg(f'<path stroke="red" stroke-width="100" stroke-linejoin="round" d="{small_curves(1_000 * n)}"/>'),
    )
    yield "layers", svg(_circles(8 * n, 'stroke="red" opacity=".5"'))
    yield (
        "layers-in-layers",
        svg('<g opacity=".9">' * 55 + f'<path d="{small_curves(900 * n)}" stroke="red"/><circle r="9"/>' + "</g>" * 55),
    )
    radial = f'<radialGradient id="g">{_stops(2)}</radialGradient>'
    yield "radial-gradients", svg(radial + _circles(8 * n, 'fill="url(#g)"'))
    fading = f"""<radialGradient id="g">{_stops(2, ' stop-opacity=".5"')}</radialGradient>"""
    yield "fading-gradients", svg(fading + _circles(8 * n, 'fill="url(#g)"'))
    yield "see-through", svg(_circles(8 * n, 'fill-opacity=".5"'))
    yield "clipped", svg('<clipPath id="c"><circle r="90"/></clipPath>' + _circles(8 * n, 'clip-path="url(#c)"'))
    yield "groups", svg("<g>" * 100 * n)
    yield "other-groups", svg('<x:a xmlns:x="urn:x">' + "<x:a>" * 1_000 * n)
    yield "text", svg(f"<desc>{'&#65;<!-- -->' * 300 * n}</desc>")
    yield "faults", svg("<text/>\n" * 8 * n)
    nothing = '<g id="n"><svg viewBox="0 0 9 9"/></g>'
    yield "empty-clip", svg(f'<clipPath id="c" clipPathUnits="objectBoundingBox">{shape}</clipPath>{nothing}<use '
                            'xlink:href="#n" clip-path="url(#c)"/>')  # fmt: skip


def honest_svg() -> bytes:
    """Return 5 MB of path data: large, but it has to be drawn."""
    paths = (f'<path fill="#{i:03x}" d="{small_curves(50_000, i)}"/>' for i in range(100))
    return svg("\n".join(paths))


# ---------------------------------------------------------------- pixels


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(
    width: int, height: int, colour: int = 2, depth: int = 8, before: bytes = b"", behind: bytes = b"", lace: int = 0
) -> bytes:
    """Return an empty PNG of any size, with other chunks `before` and `behind` its samples."""
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    row = bytes(1 + (width * samples * depth + 7) // 8)
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(row) for _ in range(height * (2 if lace else 1))) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, lace)
    chunks = (chunk(b"IHDR", head), before, chunk(b"IDAT", packed), behind, chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def text_chunk(size: int) -> bytes:
    """Return a text of `size` characters, compressed to a thousandth."""
    return chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"a" * size, 9))


def lossless_webp(width: int, height: int) -> bytes:
    """Return only the head of a WebP of that size."""
    data = b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14) + bytes(16)
    body = b"WEBPVP8L" + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def saved(kind: str, side: int, mode: str = "RGB", **settings: object) -> bytes:
    """Return a picture of noise, `side` pixels wide and high."""
    noise = random.Random(3).randbytes(side * side * len(mode))
    file = io.BytesIO()
    Image.frombytes(mode, (side, side), noise).save(file, kind, **settings)
    return file.getvalue()


def jpeg_of_scans(side: int, count: int) -> bytes:
    """Return a progressive JPEG whose last scan is repeated."""
    file = io.BytesIO()
    Image.new("L", (side, side), 99).save(file, "JPEG", progressive=True)
    whole = file.getvalue().removesuffix(b"\xff\xd9")
    return whole + whole[whole.rindex(b"\xff\xda") :] * count + b"\xff\xd9"


def damaged(content: bytes, count: int, seed: int = 4) -> Iterator[bytes]:
    """Yield the content cut off at `count` places, and as often with changed bytes."""
    chance = random.Random(seed)
    for _ in range(count):
        yield content[: chance.randrange(len(content))]
        changed = bytearray(content)
        for _ in range(chance.randrange(1, 4)):
            changed[chance.randrange(len(content))] = chance.randrange(256)
        yield bytes(changed)


def pixel_bombs(side: int) -> Iterator[tuple[str, bytes]]:
    """Yield picture files whose time or memory grows with `side`, by name; 8,000 in campaigns, fewer in tests."""
    yield "large.png", png(side, side, 6)
    yield "larger.png", png(2 * side, 2 * side)
    yield "deep.png", png(side, side, 0, 16)
    yield "laced.png", png(side, side, lace=1)
    yield "palette.png", png(side, side, 3, 1, chunk(b"PLTE", bytes(6)) + chunk(b"tRNS", b"\0"))
    yield "clear.png", png(side, side, 2, 8, chunk(b"tRNS", bytes(6)))
    yield "cut-tRNS.png", png(9, 9, 2, 8, chunk(b"tRNS", bytes(3)))
    yield "texts.png", png(9, 9, before=text_chunk(900_000) * max(1, side // 80))
    yield "text-behind.png", png(9, 9, behind=text_chunk(side * 4_000))
    yield "profile.png", png(9, 9, before=chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(side * 4_000), 9)))
    yield "head.webp", lossless_webp(2 * side, 2 * side)
    yield "scans.jpg", jpeg_of_scans(side, side)
    yield "no-samples.png", png(9, 9).replace(b"IDAT", b"iDAT")


def media_bombs() -> Iterator[Bomb]:
    """Yield each of them as a game with the picture on its cards."""
    for name, content in svg_bombs(5_000):
        yield Bomb(f"svg-{name}", project({"art.svg": content}, ["art.svg"] * 3))
    yield Bomb("svg-honest", project({"art.svg": honest_svg()}, ["art.svg"] * 3))
    for name, content in pixel_bombs(8_000):
        yield Bomb(f"pixels-{name}", project({name: content}, [name] * 3))
    many = {f"{i:02}.png": png(8_000, 8_000 - i) for i in range(20)}
    yield Bomb("pixels-many", project(many))
    for kind, name in (("PNG", "a.png"), ("JPEG", "a.jpg"), ("WEBP", "a.webp")):
        broken = {f"{i:02}-{name}": content for i, content in enumerate(damaged(saved(kind, 40), 30))}
        yield Bomb(f"damaged-{name}", project(broken))
