"""A stage for the tablet: the real page and static files around a view, without a room.

`python -m tests.dealer_ui.stage [FOLDER]` photographs every fixture beside its mock's size.
"""

import json
import mimetypes
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from players.standing import Standing  # asks for Django's settings, which `main` makes

from tests.dealer_ui.stud_views import VIEWS, stud_view

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "dealer_ui" / "static"
NOW = 1763701021000
CSP = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PEOPLE = [
    {"player": f"x{i}", "name": name}
    for i, name in enumerate(["Bellows", "Spindle", "Hinge", "Pulley", "Funnel", "Mallet"])
]


def fixture(name: str) -> dict[str, Any]:
    """A view as the engine would give it, or after a few commands as it does."""
    if name in VIEWS:
        return stud_view(name)
    view: dict[str, Any] = json.loads((HERE / "fixtures" / f"{name}.json").read_text())
    return view


def called(key: str = "", **house: Any) -> Any:
    """What the server adds to an open call: what can happen on the flop of a hold'em table, and what was reported."""
    from dealer_ui.open_call import OpenCall
    from poker.irregularities.propose import possible_irregularities
    from tests.dealer_ui.play import opened, play, weighed

    facts = """ facts='{"burned":1}'""" if key == "premature_turn" else ""
    message = f"report key={key}{facts}" if key else "call_floor"
    flop = play(opened({"game": "holdem"}, seats=9, **house), "close_street count=5", "call_floor")
    table = play(flop, message)
    return OpenCall(rows=possible_irregularities(table), weighed=weighed(table) if key else None)


TIME = {"kind": "time", "time_charge": 600}


def before_the_draw(**plaque: Any) -> dict[str, Any]:
    """A table that has opened and has no button yet."""
    from tests.dealer_ui.play import seen, undrawn

    return seen(undrawn({"game": "holdem"} | plaque, seats=9))


def three_contenders() -> dict[str, Any]:
    """The award with seats 9, 2 and 5, in this order from the button's left, for the main pot."""
    view = fixture("award")
    award = view["award"]
    award["pots"][2]["out"] = [7]
    ways = {
        "5+9": ({"9": 12700, "5": 12600}, [[9, 100]]),
        "2+9": ({"9": 12700, "2": 12600}, [[9, 100]]),
        "2+5": ({"2": 12700, "5": 12600}, [[2, 100]]),
        "2+5+9": ({"9": 8500, "2": 8400, "5": 8400}, [[9, 100]]),
    }
    award["splits"] = {seats: {"shares": s, "odd": odd} for seats, (s, odd) in ways.items()}
    return view


FILES = sorted(path.stem for path in (HERE / "fixtures").glob("*.json"))
FIXTURES = sorted({*FILES, *VIEWS})


class Stage(ThreadingHTTPServer):
    """Plays the room: answers the page, the snapshot and every command; `down` leaves all unanswered."""

    daemon_threads = True

    def __init__(self, name: str, state: str = "table") -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.view = fixture(name)
        self.beside: dict[str, object] = {}
        self.called: Any = called() if self.view["floor"] else None
        self.state = state
        self.seq = 7
        self.down = False
        self.refusal: dict[str, Any] | None = None
        self.refuse_seat = 0  # the refusal is for taps of this seat only; 0 for all
        self.then: dict[str, Any] | None = None  # the view after the next command
        self.commands: list[dict[str, Any]] = []
        self.marks: dict[str, Standing] = {}  # by player
        self.whose: dict[str, Any] = {
            "queue": "floorbook.1.1",
            "dealer": "staff.1",
            "name": "Wren",
            "supervises": False,
        }
        self.knocks: list[tuple[str, dict[str, Any]]] = []

    @property
    def url(self) -> str:
        """Where the tablet is."""
        return f"http://127.0.0.1:{self.server_port}/tablet/"

    def screen(self) -> dict[str, Any]:
        """What a snapshot answers."""
        from dealer_ui.screen import screen

        known = {"people": PEOPLE, "marks": self.marks, "call": self.called}
        shown = screen(self.view, now_ms=NOW, **known)
        return {"seq": self.seq, "screen": shown, "beside": self.beside}

    def page(self) -> str:
        """The real template."""
        from django.template.loader import render_to_string

        from dealer_ui.boot import boot

        data = boot(state=self.state, csrf="stage", table=self.view["table"]["name"])  # type: ignore[arg-type]
        return render_to_string("dealer_ui/tablet.html", {"boot": data, "owner": self.whose})

    def handle_error(self, request: object, client_address: object) -> None:
        """A page that was closed in mid-answer is no error."""


class Handler(BaseHTTPRequestHandler):
    """Four addresses: page, static files, snapshot, command."""

    server: Stage

    def log_message(self, format: str, *args: object) -> None:
        """Silent."""

    def do_GET(self) -> None:
        """Page, static file or snapshot."""
        if self.path.startswith("/static/"):
            self._file(STATIC / self.path.removeprefix("/static/"))
        elif self.path == "/tablet/":
            self._answer(200, self.server.page().encode(), "text/html; charset=utf-8")
        elif self.path == "/tablet/snapshot" and not self.server.down:
            self._json(200, self.server.screen())
        else:
            self._json(503 if self.server.down else 404, {})

    def do_POST(self) -> None:
        """A command, or somebody at the gate."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.server.down:
            self._json(503, {})
        elif self.path == "/tablet/incident" and not self.server.refusal:
            self.server.commands.append(body)
            data = {"prev": -1, "seq": self.server.seq, "recorded": "Kept."}
            self._json(200, data)
        elif self.path not in ("/tablet/command", "/tablet/incident", "/tablet/carry-out"):
            self.server.knocks.append((self.path, body))
            self._json(403, {"message": "Wrong badge or PIN."})
        elif self.server.refusal and self.server.refuse_seat in (0, body["args"].get("seat")):
            self._json(409, self.server.refusal)
        else:
            self.server.commands.append(body)
            self.server.seq += 1
            self.server.view, self.server.then = self.server.then or self.server.view, None
            self._json(200, self.server.screen() | {"prev": self.server.seq - 1})

    def _file(self, path: Path) -> None:
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self._answer(200, path.read_bytes(), kind) if path.is_file() else self._json(404, {})

    def _json(self, status: int, body: object) -> None:
        self._answer(status, json.dumps(body).encode(), "application/json")

    def _answer(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", CSP)
        self.end_headers()
        self.wfile.write(body)


PLAYED: set[int] = set()  # ports: what a browser keeps belongs to one, so none plays twice


def _stage(name: str, state: str) -> Stage:
    while (stage := Stage(name, state)).server_port in PLAYED:
        stage.server_close()
    PLAYED.add(stage.server_port)
    return stage


@contextmanager
def staged(name: str, state: str = "table") -> Iterator[Stage]:
    """A stage that plays until the block ends."""
    stage = _stage(name, state)
    thread = threading.Thread(target=stage.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield stage
    finally:
        stage.shutdown()
        stage.server_close()
        thread.join()


def window(browser: Any) -> Any:
    """Where pages of the tablet's size open. One that does nothing stays, and so does the process that draws them.

    A process for each test would take twice the time.
    """
    context = browser.new_context(
        viewport={"width": 1180, "height": 820},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
    )
    with staged("flop") as stage:
        context.new_page().goto(f"{stage.url}../static/dealer_ui/css/tokens.css")
    return context


def tablet(context: Any) -> Any:
    """A page whose socket opens and stays silent."""
    page = context.new_page()
    page.route_web_socket("**/ws/tablet/", lambda socket: None)
    return page


SCENES = {
    "upcards": [".s3", "[aria-label^='Enter upcards']", ".cards .key:nth-child(5)"],
    "deck_count": [".s3", "[aria-label^='Correct stub']"],
    "pad": [
        ".c0r1 .bet",
        ".n2.chip-key",
        ".n3.chip-key",
        ".n5.chip-key",
        ".n7.chip-key",
        ".n5.chip-key",
    ],
    "more": [".s3"],
    "conduct": [".s3", "[aria-label^='Report conduct, seat 4']"],
    "conduct_more": [".s3", "[aria-label^='Report conduct, seat 4']", ".people .key:last-child"],
    "conduct_ten": [".s3"],
    "armed": [".s2"],
    "coming": [],
    "button_draw": [],
    "time": [".s3", "[aria-label^='Collect time']", ".people .key:nth-child(2)"],
    "pushed": [".coming"],
    "pushed_pin": [".coming", *[".digits .key:nth-child(1)"] * 4],
    "games": [".s3", "[aria-label^='Choose the next']"],
    "chosen": ["[aria-label^='High to seat 3']", "[aria-label^='Low to seat 3']"],
    "split": [".c0r1 .fold"],
    "seat": [".s3", "[aria-label^='Change a seat']", ".c4r1 .key"],
    "picker": [
        ".s3",
        "[aria-label^='Enter cards']",
        "[aria-label^='The board']",
        ".cards .key:nth-child(13)",
    ],
    "cards": [".s3", "[aria-label^='Enter cards']"],
    "said": [".s3", "[aria-label^='Verbal']", ".c1r0 .key"],
    "confirm": [".s3", "[aria-label^='Change a seat']", ".c3r0 .key", ".choice.h-2"],
    "happened": [".w-0"],
    "proposed": [],
    "decides": [],
    "read_clause": [".clause"],
    "taken_back": [".solved .key"],
    "sit": [".c3r0 .whole"],
    "keyboard": [".c3r0 .whole", ".people .key:last-child", ".letters .key:nth-child(3)"],
}
ON = {"games": "rotation", "chosen": "halves", "upcards": "stud_first", "deck_count": "stud_first",
      "armed": "flop", "more": "flop", "coming": "deal", "pushed": "deal",
      "pushed_pin": "deal",
      "button_draw": "closed", "time": "closed",
      "conduct": "flop", "conduct_more": "flop",
      "conduct_ten": "ten", "split": "award", "seat": "flop", "picker": "flop",
      "confirm": "flop", "cards": "uncounted", "said": "flop", "sit": "closed", "keyboard": "closed",
      "pad": "pad", "happened": "floor", "taken_back": "floor",
      "proposed": "floor", "decides": "floor", "read_clause": "floor"}  # fmt: skip


# Whom the line-up names next.
NAMED = {"text": "Next: Plover 22:00", "due": 0, "name": "Plover", "badge": "102"}
COMING: dict[str, object] = {"next": NAMED, "clocked": "", "handover": None}

# What was reported before a scene.
REPORTED = {
    "proposed": "button_misplaced",
    "decides": "string_bet",
    "read_clause": "premature_turn",
}


def scene(show: Callable[..., tuple[Stage, Any]], name: str) -> Any:
    """A fixture or a helper, brought about by taps."""
    state = name if name in ("pair", "sign-in") else "table"
    stage, page = show(ON.get(name, name if state == "table" else "flop"), state)
    if key := REPORTED.get(name):
        stage.called = called(key)
        page.reload()
        page.wait_for_selector(".call")
    if name in ("coming", "pushed", "pushed_pin"):
        stage.beside = COMING
        page.reload()
        page.wait_for_selector(".coming")
    if name == "time":
        stage.view = before_the_draw(rake=TIME)
        page.reload()
    if name == "button_draw":
        stage.view = before_the_draw()
        page.reload()
        page.wait_for_selector(".closed .key")
    for selector in SCENES.get(name, []):
        page.click(selector, timeout=15_000)
    return page


def main(folder: str) -> None:
    """Photographs of every fixture and of the helpers."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django
    from playwright.sync_api import sync_playwright

    django.setup()
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=CHROMIUM
        )
        context = window(browser)
        for name in dict.fromkeys([*FIXTURES, *SCENES, "pair", "sign-in"]):
            _photograph(context, name, target / f"{name}.png")
        browser.close()


def _photograph(context: Any, name: str, path: Path) -> None:
    with ExitStack() as stack:

        def show(view: str, state: str) -> tuple[Stage, Any]:
            stage = stack.enter_context(staged(view, state))
            page = tablet(context)
            stack.callback(page.close)
            page.on("console", lambda message: print(name, message.text))
            page.on("pageerror", lambda error: print(name, error))
            page.goto(stage.url)
            page.wait_for_selector(".frame")
            page.wait_for_function("document.fonts.status === 'loaded'")
            return stage, page

        scene(show, name).screenshot(path=path)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "/tmp/floorbook-tablet")
