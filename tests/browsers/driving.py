"""Firefox by Marionette and WebKit by WebKitWebDriver: the commands of WebDriver, over a socket and over HTTP.

Both programs speak these protocols themselves, so nothing else is needed. A browser that is missing fails its tests.
"""

from __future__ import annotations

import base64
import io
import itertools
import json
import os
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from PIL import Image

from tests.review.waiting import PATIENCE

#: Where Debian has MiniBrowser, the browser that comes with WebKitGTK.
_WEBKIT_FOLDERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser"
#: The name of an element's member in WebDriver.
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
#: The keys of WebDriver that are no characters.
KEYS = {
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Tab": "\ue004",
    "Space": " ",
    "Control": "\ue009",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Home": "\ue011",
    "End": "\ue010",
}
_FIREFOX_SETTINGS = {
    "marionette.port": 0,
    "intl.accept_languages": "en-GB",
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}

Command = Callable[[str, dict[str, Any]], Any]


class DriverError(Exception):
    """A command that the browser refused."""


class Browser:
    """A browser window. A method that looks for something waits until it is there."""

    def __init__(self, name: str, command: Command, screen: Path | None = None) -> None:
        self.name = name
        self._command = command
        self._screen = screen

    def open(self, address: str) -> None:
        """Open an address."""
        self._command("Navigate", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        """Return the value of an expression in the page. `arguments[n]` are the arguments.

        In Firefox it runs beside the page and sees the document, but not the scripts' own names.
        """
        return self._command("ExecuteScript", {"script": f"return ({script})", "args": list(arguments)})

    def until(self, script: str, *arguments: Any, seconds: float = PATIENCE) -> Any:
        """Wait until an expression is true in the page, and return its value."""
        ends = time.monotonic() + seconds
        while not (value := self._tried(script, *arguments)):
            if time.monotonic() > ends:
                raise AssertionError(f"{self.name}: not true after {seconds} s: {script} {arguments}")
            time.sleep(0.05)
        return value

    def _tried(self, script: str, *arguments: Any) -> Any:
        try:
            return self.run(script, *arguments)
        except DriverError:  # the page is being loaded, or the script meets what is not there yet
            return None

    def find(self, selector: str, text: str = "") -> Any:
        """Return the first visible element of a selector that contains a text."""
        return self.until(
            "[...document.querySelectorAll(arguments[0])].find((element) => element.checkVisibility()"
            " && `${element.innerText ?? element.textContent} ${element.getAttribute('aria-label') ?? ''}`"
            ".includes(arguments[1])) ?? null",
            selector,
            text,
        )

    def place(self, selector: str) -> list[float]:
        """Return the left, top, width and height of the first element of a selector in px.

        In one script: the page may draw the element anew between two.
        """
        rectangle = "(({ left, top, width, height }) => width && [left, top, width, height])"
        left, top, width, height = self.until(
            f"{rectangle}(document.querySelector(arguments[0]).getBoundingClientRect())", selector
        )
        return [left, top, width, height]

    def click(self, selector: str, text: str = "") -> None:
        """Click an element with the mouse. One that the page draws anew meanwhile is looked for again."""
        ends = time.monotonic() + PATIENCE
        while True:
            element = self.find(selector, text)
            try:
                self.run("arguments[0].scrollIntoView({ block: 'center' })", element)
                self._command("ElementClick", {"id": element[_ELEMENT]})
            except DriverError as error:
                if "stale element" not in str(error) or time.monotonic() > ends:
                    raise
            else:
                return

    def click_at(self, x: float, y: float) -> None:
        """Click a point of the window with the mouse."""
        move = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y), "origin": "viewport"}
        buttons = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._act("pointer", [move, *buttons])

    def drag(self, selector: str, x: float, y: float) -> None:
        """Drag from the middle of an element with the mouse, by px."""
        left, top, width, height = self.place(selector)

        def move(share: float) -> dict[str, Any]:
            at = {"x": round(left + width / 2 + share * x), "y": round(top + height / 2 + share * y)}
            return {"type": "pointerMove", "duration": 0, "origin": "viewport", **at}

        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self._act("pointer", [move(0), down, move(0.5), move(1), up])

    def press(self, *keys: str) -> None:
        """Press keys by name, each with the ones before + held down: `Control+z`."""
        for key in keys:
            names = [KEYS.get(name, name) for name in (key.split("+") if len(key) > 1 else [key])]
            downs = [{"type": "keyDown", "value": name} for name in names]
            self._act("key", downs + [{"type": "keyUp", "value": name} for name in reversed(names)])

    def write(self, text: str) -> None:
        """Type a text."""
        self._act("key", [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")])

    def fill(self, selector: str, text: str) -> None:
        """Replace the text of a field."""
        element = self.find(selector)
        self.run("(arguments[0].focus(), arguments[0].select())", element)
        self.write(text)

    def sees(self, selector: str, text: str) -> None:
        """Wait until an element contains a text."""
        self.find(selector, text)

    def picture(self) -> bytes:
        """Return a screenshot as PNG: of the page, or of the screen if the browser has one of its own."""
        if self._screen is None:
            return base64.b64decode(self._command("TakeScreenshot", {}))
        return screen_as_png(self._screen.read_bytes())

    def _act(self, kind: str, actions: list[dict[str, Any]]) -> None:
        self._command("PerformActions", {"actions": [{"type": kind, "id": kind, "actions": actions}]})


# ----------------------------------------------------------------------------------------------------------------------
# Firefox


@contextmanager
def firefox(folder: Path) -> Iterator[Browser]:
    """Start Firefox without a window, with a profile in `folder`."""
    program = _program("firefox-esr", "firefox")
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _FIREFOX_SETTINGS.items()]
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    env = {**os.environ, "HOME": str(folder), "MOZ_HEADLESS_WIDTH": "1280", "MOZ_HEADLESS_HEIGHT": "900"}
    with _running(command, env):
        port = int(_wait_for(lambda: _read(folder / "MarionetteActivePort"), "Firefox's Marionette"))
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            yield _marionette(connection)


def _marionette(connection: socket.socket) -> Browser:
    stream = connection.makefile("rb")
    numbers = itertools.count(1)

    def read() -> Any:
        length = b""
        while (byte := stream.read(1)) != b":":
            length += byte
        return json.loads(stream.read(int(length)))

    def command(name: str, parameters: dict[str, Any]) -> Any:
        message = json.dumps([0, next(numbers), f"WebDriver:{name}", parameters]).encode()
        connection.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = read()
        if error:
            raise DriverError(f"{error['error']}: {error['message']}")
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    read()  # the greeting
    command("NewSession", {"strictFileInteractability": False})
    command("SetWindowRect", {"width": 1280, "height": 900})
    return Browser("Firefox", command)


# ----------------------------------------------------------------------------------------------------------------------
# WebKit

#: Command -> method and path below the session of WebDriver over HTTP.
_ROUTES = {
    "Navigate": ("POST", "url"),
    "ExecuteScript": ("POST", "execute/sync"),
    "ElementClick": ("POST", "element/{id}/click"),
    "PerformActions": ("POST", "actions"),
}


@contextmanager
def webkit(folder: Path) -> Iterator[Browser]:
    """Start WebKitGTK's MiniBrowser on a screen of its own, with its data in `folder`."""
    driver = _program("WebKitWebDriver")
    browsers = [path for pattern in _WEBKIT_FOLDERS for path in sorted(Path("/").glob(pattern[1:]))]
    if not browsers:
        raise AssertionError("there is no MiniBrowser of WebKitGTK: install libwebkit2gtk-4.1-0")
    reading, writing = os.pipe()
    screen = [_program("Xvfb"), "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    screen += ["-fbdir", str(folder)]
    with _running(screen, dict(os.environ), pass_fds=(writing,)):
        os.close(writing)
        with os.fdopen(reading) as numbers:
            display = numbers.readline().strip()
        port = _free_port()
        env = {
            **os.environ,
            "DISPLAY": f":{display}",
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "LANG": "C.UTF-8",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        }
        with (
            _running([driver, f"--port={port}"], env),
            httpx.Client(base_url=f"http://127.0.0.1:{port}/", timeout=4 * PATIENCE, trust_env=False) as client,
        ):
            _wait_for(lambda: _answers(client), "WebKitWebDriver")
            options = {"binary": str(browsers[-1]), "args": ["--automation"]}
            wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
            session = _value(client.post("session", json=wanted))["sessionId"]

            def command(name: str, parameters: dict[str, Any]) -> Any:
                method, path = _ROUTES[name]
                url = f"session/{session}/{path.format(**parameters)}"
                return _value(client.request(method, url, json=parameters if method == "POST" else None))

            try:
                # WebKitWebDriver's own screenshots may never come.
                yield Browser("WebKit", command, folder / "Xvfb_screen0")
            finally:
                client.delete(f"session/{session}")


def screen_as_png(dump: bytes) -> bytes:
    """Return a screen of Xvfb as PNG. `dump` is a file of the X Window System (XWD), 32 bits a pixel."""
    header = struct.unpack(">25I", dump[:100])
    size, width, height, bits, stride, colours = (header[at] for at in (0, 4, 5, 11, 12, 19))
    assert bits == 32, bits
    pixels = dump[size + 12 * colours :]
    picture = Image.frombuffer("RGB", (width, height), pixels, "raw", "BGRX", stride, 1)
    png = io.BytesIO()
    picture.save(png, "PNG")
    return png.getvalue()


def _value(response: httpx.Response) -> Any:
    value = response.json()["value"]
    if response.status_code != 200:
        raise DriverError(f"{value['error']}: {value['message']}")
    return value


def _answers(client: httpx.Client) -> str:
    try:
        return "yes" if client.get("status").json()["value"]["ready"] else ""
    except httpx.HTTPError:
        return ""


# ----------------------------------------------------------------------------------------------------------------------


def _program(*names: str) -> str:
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        raise AssertionError(f"{names[0]} is not installed: `make browsers` installs it on Debian and Ubuntu")
    return program


@contextmanager
def _running(command: list[str], env: dict[str, str], **more: Any) -> Iterator[None]:
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(ask: Callable[[], str], what: str) -> str:
    ends = time.monotonic() + PATIENCE
    while not (answer := ask()):
        if time.monotonic() > ends:
            raise AssertionError(f"{what} did not start within {PATIENCE} s")
        time.sleep(0.1)
    return answer


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])
