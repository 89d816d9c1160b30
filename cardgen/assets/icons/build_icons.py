"""Write the paths of the npm package @iconify-json/game-icons into game-icons.json, for the icons that it lists.

usage: build_icons.py PACKAGE, the folder of the unpacked package
"""

import hashlib
import json
import sys
from pathlib import Path

FILE = Path(__file__).with_name("game-icons.json")
START, END = '<path fill="currentColor" d="', '"/>'


def path_of(name: str, body: str) -> str:
    """Return the data of an icon's only path."""
    data = body.removeprefix(START).removesuffix(END)
    if f"{START}{data}{END}" != body or "<" in data:
        sys.exit(f"{name} is not one path in currentColor")
    return data


def line(name: str, icon: dict[str, str]) -> str:
    """Return an icon as a line of the file."""
    return f"  {json.dumps(name)}: {json.dumps(icon, ensure_ascii=False)}"


def main(package: Path) -> None:
    """Write the file again."""
    content = (package / "icons.json").read_bytes()
    bodies = {name: icon["body"] for name, icon in json.loads(content)["icons"].items()}
    data = json.loads(FILE.read_text("utf-8"))
    version = json.loads((package / "package.json").read_text("utf-8"))["version"]
    data["source"] |= {"version": version, "sha256": hashlib.sha256(content).hexdigest()}
    icons = [line(name, {**icon, "d": path_of(name, bodies[name])}) for name, icon in sorted(data["icons"].items())]
    head = json.dumps({"source": data["source"], "authors": data["authors"]}, ensure_ascii=False, indent=1)
    FILE.write_text(head[:-2] + ',\n "icons": {\n' + ",\n".join(icons) + "\n }\n}\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
