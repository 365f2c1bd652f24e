"""Firefox, driven by WebDriver BiDi, which it supports without a separate driver: Debian has no geckodriver."""

import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.run import FIREFOX
from tests.support.hand_walk import contains

WINDOW = (1180, 940)  # the tablet's page, and the toolbars above it
TEXT = "selector => document.querySelector(selector)?.textContent ?? null"
# The first match once a finger would hit it, because keys move while a page is laid out.
FIND = """selector => {
  const key = document.querySelector(selector);
  const { left, top, width, height } = key?.getBoundingClientRect() ?? {};
  return key?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ? key : null;
}"""
READY = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
TIMEOUT = 60  # seconds; two cores run the room, the browser and other tests


class FirefoxTablet:
    """A `TabletBrowser` of the one page of a BiDi session."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = count(1)
        self._send("session.new", capabilities={})
        contexts = self._send("browsingContext.getTree")["contexts"]
        self.context: str = contexts[0]["context"]

    def open(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def reload(self) -> None:
        self._send("browsingContext.reload", context=self.context, wait="complete")

    def tap(self, selector: str) -> None:
        """Touch the first match as soon as it exists."""
        _wait_until(lambda: self._touch(self._call(FIND, selector)), f"{selector} is there")

    def expect(self, selector: str, text: str = "") -> None:
        """Wait until the first match has the text."""
        _wait_until(lambda: contains(self._text(selector), text), f"{selector} has {text!r}")

    def _text(self, selector: str) -> str | None:
        text: str | None = self._call(TEXT, selector).get("value")
        return text

    def _touch(self, element: dict[str, Any]) -> bool:
        if element["type"] != "node":
            return False
        origin = {"type": "element", "element": {"sharedId": element["sharedId"]}}
        acts = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        self._send(
            "input.performActions", context=self.context, actions=[{**finger, "actions": acts}]
        )
        return True

    def _call(self, function: str, selector: str) -> dict[str, Any]:
        answer = self._send(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": selector}],
            target={"context": self.context},
            awaitPromise=False,
        )
        result: dict[str, Any] = answer["result"]
        return result

    def _send(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != number:
            pass  # an event
        assert answer["type"] == "success", answer
        result: dict[str, Any] = answer["result"]
        return result


@contextmanager
def firefox(folder: Path) -> Iterator[FirefoxTablet]:
    """Run Firefox without a screen for the block. folder: for its profile and its log."""
    profile = folder / "profile"
    log = folder / "firefox.log"
    profile.mkdir()
    size = [f"--width={WINDOW[0]}", f"--height={WINDOW[1]}"]
    command = [FIREFOX, "--headless", *size, "--profile", str(profile)]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--remote-debugging-port=0", "about:blank"],
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_until(lambda: READY.search(log.read_text()), "Firefox listens")
        match = READY.search(log.read_text())
        assert match
        with connect(f"{match[1]}/session", max_size=None) as socket:
            yield FirefoxTablet(socket)
    finally:
        process.terminate()
        process.wait()


def _wait_until(is_met: Callable[[], object], condition: str) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not is_met():
        assert time.monotonic() < deadline, f"Waited {TIMEOUT} s: {condition}"
        time.sleep(0.05)
