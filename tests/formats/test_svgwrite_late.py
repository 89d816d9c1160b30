"""svgwrite is imported without modules that are seldom needed, and uses them when they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent.parent


def run(script: str) -> str:
    """Run a script in a process of its own, which has imported nothing yet."""
    command = [sys.executable, "-c", f"import sys\n{script}"]
    return subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout.strip()


def test_a_drawing_needs_neither_the_network_nor_the_checks_of_attributes() -> None:
    script = """
from cardgen.formats.svg import to_svg
from cardgen.scene.items import Scene
print(to_svg(Scene(5, 5, ())).startswith("<?xml"), {"urllib.request", "svgwrite.data.svgparser"} & sys.modules.keys())
"""
    assert run(script) == "True set()"


def test_a_drawing_for_debugging_has_its_attributes_checked() -> None:
    script = """
from cardgen.formats.svgwrite_late import svgwrite
drawing = svgwrite.Drawing(debug=True)
drawing.add(drawing.path("M0 0L1 1Z", transform="scale(2)"))
for attributes in ({"d": "M0 0"}, {"d": "nonsense"}, {"d": "M0 0", "transform": "scale of two"}):
    try:
        drawing.path(**attributes).get_xml()
        print("right")
    except (TypeError, ValueError):
        print("wrong")
"""
    assert run(script).split() == ["right", "wrong", "wrong"]


def test_the_modules_are_the_real_ones_for_everybody_else() -> None:
    script = """
import cardgen.formats.svgwrite_late
from svgwrite.data.svgparser import is_valid_pathdata
from urllib.request import Request, urlopen
print(is_valid_pathdata("M0 0"), Request("file:///none").type, urlopen.__module__)
"""
    assert run(script) == "True file urllib.request"


def test_nothing_is_replaced_in_a_process_of_several_threads() -> None:
    script = """
import threading
end = threading.Event()
threading.Thread(target=end.wait).start()
import cardgen.formats.svgwrite_late
print("svgwrite.data.svgparser" in sys.modules)
end.set()
"""
    assert run(script) == "True"
