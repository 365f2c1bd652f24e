"""A stage for the tablet: the real page and static files around a view, without a room.

`python -m tests.support.stage [FOLDER]` saves a screenshot of every fixture.
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
    from playwright.sync_api import ViewportSize, WebSocketRoute

    from players.standing import Standing  # needs Django's settings, which `main` sets up

from absences.rules import AbsenceLimits
from dealer_ui.screen.room_settings import RoomSettings
from tests.support.bounty_views import BOUNTIES
from tests.support.promotion_views import PROMOTIONS
from tests.support.screenshots import pixels
from tests.support.special_pots import SPECIAL_POTS
from tests.support.stud_views import VIEWS, stud_view
from tests.support.tournament_views import TOURNAMENTS
from tests.support.waiting import WAIT_MS

FOLDER = Path(__file__).parents[1] / "dealer_ui"
STATIC = {name: FOLDER.parents[1] / name / "static" for name in ("dealer_ui", "web")}
NOW = 1763701021000
SIZE: "ViewportSize" = {"width": 1180, "height": 820}
CSP = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
# Chromium uses only one list: the first name is ours, the others are those of Playwright that
# matter on loopback.
DISABLED_FEATURES = (
    "SpareRendererForSitePerProcess",  # a renderer for a page that no test opens
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
    "--js-flags=--liftoff-only",  # the engine runs too briefly for code that takes longer to compile
]
PEOPLE = [
    {"player": f"x{i}", "name": name}
    for i, name in enumerate(["Bellows", "Spindle", "Hinge", "Pulley", "Funnel", "Mallet"])
]


def fixture(name: str) -> dict[str, Any]:
    """Return a view from the engine, or the view after a few commands."""
    if name in VIEWS:
        return stud_view(name)
    if name in SPECIAL_POTS:
        return SPECIAL_POTS[name]()
    if name in TOURNAMENTS:
        return TOURNAMENTS[name]()
    if name in BOUNTIES:
        return BOUNTIES[name]()
    if name in PROMOTIONS:
        return PROMOTIONS[name]()
    view: dict[str, Any] = json.loads((FOLDER / "fixtures" / f"{name}.json").read_text())
    return view


def call_data(key: str = "", **house: Any) -> Any:
    """Return the server's data of an open call: possible irregularities on a hold'em flop, and the report."""
    from dealer_ui.screen.open_call import OpenCall
    from poker.irregularities.propose import possible_irregularities
    from tests.support.play import assess_call, open_table, play

    facts = """ facts='{"burned":1}'""" if key == "premature_turn" else ""
    last_line = f"report key={key}{facts}" if key else "call_floor"
    flop = play(
        open_table({"game": "holdem"}, seats=9, **house), "close_street count=5", "call_floor"
    )
    table = play(flop, last_line)
    return OpenCall(
        rows=possible_irregularities(table), weighed=assess_call(table) if key else None
    )


TIME = {"kind": "time", "time_charge": 600}


def view_before_button_draw(seats: int = 9, **plaque: Any) -> dict[str, Any]:
    """Return a view of a table that has opened without a button."""
    from tests.support.play import open_table_without_button, stored_view

    return stored_view(open_table_without_button({"game": "holdem"} | plaque, seats=seats))


def view_with_side_pots(*lines: str, seats: int = 9, **plaque: Any) -> dict[str, Any]:
    """Return a view with counted stacks after these acts; seats 8 and 9 have $30 and $75."""
    from tests.support.play import open_table_without_button, play, stored_view

    table = open_table_without_button(
        {"game": "holdem", "limit": "none", "blinds": [100, 300]} | plaque, seats=seats
    )
    for seat in range(1, seats + 1):
        stack = {8: 3000, 9: 7500}.get(seat, 40000)
        table = play(table, f"add_chips seat={seat} amount={stack}")
    table = play(table, "set_button seat=5")
    return stored_view(play(table, *lines))


SLEEPERS = {"kinds": ["under_the_gun", "sleeper"]}


def view_with_straddles(
    *lines: str, seats: int = 9, straddles: dict[str, Any] | None = None, **house: Any
) -> dict[str, Any]:
    """Return a view before the deal at a table with straddles, seat 6 on the button."""
    from tests.support.play import open_table_without_button, play, stored_view

    stakes = {"game": "holdem", "limit": "none", "small_bet": 300, "big_bet": 300}
    offered = straddles or {"kinds": ["under_the_gun", "button"], "cap": 5000}
    table = open_table_without_button(
        stakes | {"blinds": [100, 300], "straddle": True, "straddles": offered},
        seats=seats,
        **house,
    )
    return stored_view(play(table, "set_button seat=6", *lines))


THREE_POTS = (
    "8 all_in 3000",
    "9 all_in 7500",
    "1 raise 12000",
    "2 fold",
    "3 fold",
    "4 call",
    "5 fold",
    "6 fold",
    "7 call",
    "close_street count=5",
)


RAKE = {"kind": "percent", "basis_points": 1000, "cap": 500, "unit": 100}


ROOM_COLORS = {
    "totals_colors": ((100, "blue"), (500, "yellow"), (2500, "pink"), (10000, "brown")),
    "totals_sums": (),
}


def view_with_totals(*awards: str) -> dict[str, Any]:
    """Return a view after the award of three pots."""
    return view_with_side_pots(*THREE_POTS, *("close_street count=5",) * 3, *awards, rake=RAKE)


def view_of_three_winners() -> dict[str, Any]:
    """Return a view after three pots, two of them to one seat."""
    return view_with_totals("award seats=7", "award seats=7", "award seats=8")


def view_of_ten_totals() -> dict[str, Any]:
    """Return a view of ten players after a pot that three of them split."""
    from tests.support.play import open_table, play, stored_view

    table = open_table({"game": "holdem", "rake": RAKE}, seats=10)
    table = play(table, "3 raise 800", "4 5 call", "6 7 8 9 10 1 2 fold")
    return stored_view(
        play(
            table,
            "close_street count=3",
            "close_street count=3",
            "close_street count=3",
            "close_street count=3",
            "award seats=3,4,5",
        )
    )


def view_of_ten_no_limit() -> dict[str, Any]:
    """Return a view of ten players at a no-limit table, on the first round."""
    from tests.support.play import open_table, play, stored_view

    table = open_table({"game": "holdem", "limit": "none"}, seats=10)
    return stored_view(play(table, "3 call"))


def view_with_rewritten_call() -> dict[str, Any]:
    """Return a view just after seat 6's inferred call became a fold; the calls of 5 and 7 are still inferred."""
    from tests.support.play import open_table, play, stored_view

    table = open_table({"game": "holdem"}, seats=9)
    return stored_view(play(table, "leave_seat seat=1", "set_button seat=2", "8 fold", "6 fold"))


def view_with_three_contenders() -> dict[str, Any]:
    """Return the award with seats 9, 2 and 5, in order from the button's left, for the main pot."""
    view = fixture("award")
    award = view["award"]
    award["pots"][2]["out"] = [7]
    award["units"] = [[9], [2], [5]]
    split_options = {
        "5+9": ({"9": 12700, "5": 12600}, [[9, 100]]),
        "2+9": ({"9": 12700, "2": 12600}, [[9, 100]]),
        "2+5": ({"2": 12700, "5": 12600}, [[2, 100]]),
        "2+5+9": ({"9": 8500, "2": 8400, "5": 8400}, [[9, 100]]),
    }
    award["splits"] = {
        seats: {"shares": s, "odd": odd_chips} for seats, (s, odd_chips) in split_options.items()
    }
    return view


FILES = sorted(path.stem for path in (FOLDER / "fixtures").glob("*.json"))
FIXTURES = sorted({*FILES, *VIEWS, *SPECIAL_POTS, *TOURNAMENTS, *BOUNTIES, *PROMOTIONS})


class Stage(ThreadingHTTPServer):
    """Replaces the room: serves the page, the snapshot and every command; `down` stops all responses."""

    daemon_threads = True

    def __init__(self, name: str, state: str = "table") -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.show(name, state)

    def show(self, name: str, state: str = "table") -> None:
        """Show another room with this view."""
        self.view = fixture(name)
        self.beside: dict[str, object] = dict(EXTRAS)
        self.called: Any = call_data() if self.view["floor"] else None
        self.state = state
        self.seq = 7
        self.room = RoomSettings()
        self.acted_at = 0  # when the action last moved; 0 if no seat should glow
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
        """Return the tablet's URL."""
        return f"http://127.0.0.1:{self.server_port}/tablet/"

    def screen(self) -> dict[str, Any]:
        from dealer_ui.player_flags import player_flags
        from tests.support.view_json import screen

        context = {"people": PEOPLE, "marks": player_flags(self.marks), "call": self.called}
        context |= {"acted_at": self.acted_at, "room": self.room}
        screen_data = screen(self.view, now_ms=NOW, **context)
        return {"seq": self.seq, "screen": screen_data, "beside": self.beside}

    def page(self) -> str:
        """Return the rendered template."""
        from django.template.loader import render_to_string

        from dealer_ui.boot import boot

        data = boot(state=self.state, csrf="stage", table=self.view["table"]["name"])  # type: ignore[arg-type]
        data["engine"] = None  # the server of a stage decides nothing and renders every screen
        return render_to_string("dealer_ui/tablet.html", {"boot": data, "owner": self.whose})

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore pages that were closed during a response."""


class Handler(BaseHTTPRequestHandler):
    """Four paths: page, static files, snapshot, command. A page has fifty files, so connections stay open."""

    server: Stage
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # head and body in one packet

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        """Serve the page, a static file or the snapshot."""
        if self.path.startswith("/static/"):
            name = self.path.removeprefix("/static/")
            self._send_file(STATIC[name.split("/")[0]] / name)
        elif self.path == "/tablet/":
            self._send(200, self.server.page().encode(), "text/html; charset=utf-8")
        elif self.path == "/tablet/snapshot" and not self.server.down:
            self._send_json(200, self.server.screen())
        else:
            self._send_json(503 if self.server.down else 404, {})

    def do_POST(self) -> None:
        """Accept a command or a sign-in."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.server.down:
            self._send_json(503, {})
        elif self.path == "/tablet/incident" and not self.server.refusal:
            self.server.commands.append(body)
            data = {"prev": -1, "seq": self.server.seq, "recorded": "Kept."}
            self._send_json(200, data)
        elif self.path not in ("/tablet/command", "/tablet/incident", "/tablet/carry-out"):
            self.server.knocks.append((self.path, body))
            self._send_json(403, {"message": "Wrong badge or PIN."})
        elif self.server.refusal and self.server.refuse_seat in (0, body["args"].get("seat")):
            self._send_json(409, self.server.refusal)
        else:
            self.server.commands.append(body)
            self.server.seq += 1
            self.server.view = self.server.then or self.server.view
            self.server.then = None
            self._send_json(200, self.server.screen() | {"prev": self.server.seq - 1})

    def _send_file(self, path: Path) -> None:
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self._send(200, path.read_bytes(), kind) if path.is_file() else self._send_json(404, {})

    def _send_json(self, status: int, body: object) -> None:
        self._send(status, json.dumps(body).encode(), "application/json")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if self.path.startswith("/static/"):
            self.send_header("Cache-Control", "max-age=600")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", CSP)
        self.end_headers()
        self.wfile.write(body)


COMMAND_FIXTURES: set[int] = (
    set()
)  # ports: browser storage belongs to one port, so no port is reused


def _create_stage(name: str, state: str) -> Stage:
    while (stage := Stage(name, state)).server_port in COMMAND_FIXTURES:
        stage.server_close()
    COMMAND_FIXTURES.add(stage.server_port)
    return stage


@contextmanager
def run_stage(name: str, state: str = "table") -> Iterator[Stage]:
    stage = _create_stage(name, state)
    thread = threading.Thread(target=stage.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield stage
    finally:
        stage.shutdown()
        stage.server_close()
        thread.join()


def open_window(browser: Any) -> Any:
    """Return the context for pages of the tablet's size. An empty page stays open, and with it the renderer process.

    A process for each test would take twice the time.
    """
    context = browser.new_context(
        viewport=SIZE,
        device_scale_factor=pixels(),
        has_touch=True,
        is_mobile=True,
    )
    with run_stage("flop") as stage:
        context.new_page().goto(f"{stage.url}../static/web/tokens.css")
    return context


def open_tablet(context: Any) -> Any:
    """Return a page whose socket opens and only answers heartbeats."""
    page = context.new_page()
    page.route_web_socket("**/ws/tablet/", answer_heartbeats)
    return page


def answer_heartbeats(socket: "WebSocketRoute") -> None:
    """Answer as the server does, so that the page keeps its socket."""
    socket.on_message(lambda text: socket.send('{"type":"here"}') if text == "here" else None)


# Scenes in another theme of the tablet.
LIGHT_SCENES = tuple(
    f"light_{name}"
    for name in (
        "flop",
        "side_pots",
        "pad",
        "more",
        "conduct_seat",
        "button_draw",
        "button_cards",
        "halves_read",
        "award",
        "draw",
        "rebuild",
        "stud_tied",
        "stud_bring_in",
        "floor",
        "proposed",
        "pushed",
        "closed",
        "deal",
        "stud_shortage",
        "time",
    )
)
LETTER_SCENES = ("letters_button_cards", "letters_halves_read")
SILENT_SCENES = ("silent", "silent_ten", "silent_stud", "on_clock", "clock_over")
CONDUCT = "[aria-label^='Conduct report']"
BOUNTY_GAME = "[aria-label^='Start, end or pay']"
DRAWN = ("9 hearts", "K diamonds", "4 clubs")
SCENES = {
    "upcards": [
        ".s3",
        "[aria-label^='Enter cards']",
        "[aria-label^='Enter upcards']",
        ".cards .key:nth-child(5)",
    ],
    "deck_count": [".s3", "[aria-label^='Enter cards']", "[aria-label^='Correct stub']"],
    "pad": [".c0r1 .bet", *[f"[aria-label='Digit {digit}']" for digit in "187"]],
    "acts": [".c0r0 .row-key"],
    "acts_amount": [".c0r0 .row-key", ".act-key.e-3"],
    "pad_under": [".c0r1 .bet", ".chip-1"],
    "pad_all_in": [".s0", ".c3r0 .key"],
    "pad_ten": [".c1r2 .bet", "[aria-label='Digit 6']", "[aria-label='Digit 4']"],
    "side_pots": [],
    "side_pots_open": [],
    "totals": [],
    "run_out": [],
    "discards": [],
    "drawmaha": [],
    "courchevel": [],
    **{name: [] for name in SILENT_SCENES},
    "push_supervisors": [".header .coming"],
    "players_away": [],
    "straddles": [],
    "straddle_any_seat": [],
    "straddle_ten": [],
    "sleeper": [],
    "sleeper_asleep": [],
    "splash_pad": [".felt-key.second", *[f"[aria-label='Digit {d}']" for d in ("5", "00")]],
    "splash_pots": [".s3", "[aria-label='Bomb pot or splash pot for the next hand']"],
    "straddle_pad": [".straddle-key:nth-child(2)", *[f"[aria-label='Digit {d}']" for d in "25"]],
    "totals_many": [],
    "totals_ten": [],
    "totals_colors": [],
    "totals_sums": [],
    "look": [".s3", "[aria-label^='This tablet']"],
    **{name: [] for name in (*LIGHT_SCENES, *LETTER_SCENES)},
    "pad_buy_in": [".c3r0 .whole", ".people .key:first-child"],
    "pad_chips": [
        ".s3",
        "[aria-label^='Change a seat']",
        ".c4r1 .key",
        "[aria-label^='Add chips']",
    ],
    "more": [".s3"],
    "more_between": [".s3"],
    "more_ten": [".s3"],
    "conduct_seat": [".s3", CONDUCT],
    "conduct": [".s3", CONDUCT, "[aria-label^='Report conduct of seat 4']"],
    "conduct_more": [
        ".s3",
        CONDUCT,
        "[aria-label^='Report conduct of seat 4']",
        ".people .key:last-child",
    ],
    "conduct_ten": [".s3", CONDUCT],
    "folded_to": [".s3", "[aria-label^='First in']"],
    "count_pot": [],
    "who_shows": [],
    "who_shows_eight": [],
    "count_pot_pad": [".felt-key", *[f"[aria-label='Digit {digit}']" for digit in "136"]],
    "button_cards": [".felt-key", *[f".cards [aria-label='{card}']" for card in DRAWN]],
    "button_ten": [],
    "armed": [".s2"],
    "coming": [],
    "button_draw": [],
    "corrected": [],
    "time": [".s3", "[aria-label^='Collect time']", ".people .key:nth-child(2)"],
    "pushed": [".felt-key"],
    "pushed_lines": [],
    "pushed_pin": [".felt-key", *[".digits .key:nth-child(1)"] * 4],
    "push_names": [".header .coming"],
    "push_badge": [".header .coming", ".who-list .key:last-child"],
    "one_act": [".felt-key", *[".digits .key:nth-child(2)"] * 2],
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
    "floor_sent": [],
    "floor_no_screen": [],
    "happened": [".w-0"],
    "proposed": [],
    "decides": [],
    "read_clause": [".clause"],
    "taken_back": [".solved .key"],
    "bounty_games": [".s3", BOUNTY_GAME],
    "bounty_amount": [
        ".s3",
        BOUNTY_GAME,
        "[aria-label^='Seven-deuce, another']",
        "[aria-label='Digit 5']",
    ],
    "bounty_end": [".s3", BOUNTY_GAME],
    "bounty_payers": [".felt-key.second", ".people .key:nth-child(2)"],
    "bounty_payers_stand_up": [".felt-key.second"],
    "promotion_post": [".promotion-key"],
    "promotion_post_ten": [".promotion-key"],
    "sit": [".c3r0 .whole"],
    "keyboard": [".c3r0 .whole", ".people .key:last-child", ".letters .key:nth-child(3)"],
}
BASE_FIXTURES = {
    **dict.fromkeys(SILENT_SCENES, "flop"),
    "acts_amount": "acts",
    "act_logged": "acts",
    "games": "rotation",
    "chosen": "halves",
    "upcards": "stud_first",
    "deck_count": "stud_first",
    "armed": "flop",
    "more": "flop",
    "coming": "deal",
    "pushed": "deal",
    "pushed_pin": "deal",
    "pushed_lines": "deal",
    "players_away": "deal",
    "push_names": "deal",
    "push_badge": "deal",
    "one_act": "rebuild",
    "button_draw": "closed",
    "corrected": "flop",
    "promotion_post": "promotion_high_hand",
    "promotion_post_ten": "promotion_high_hand_ten",
    "time": "closed",
    "splash_pad": "splash_offer",
    "splash_pots": "splash_bomb_offer",
    "conduct": "flop",
    "conduct_more": "flop",
    "conduct_ten": "ten",
    "conduct_seat": "flop",
    "more_between": "deal",
    "more_ten": "ten",
    "folded_to": "deal",
    "count_pot": "uncounted",
    "who_shows": "flop",
    "who_shows_eight": "flop",
    "count_pot_pad": "uncounted",
    "button_cards": "closed",
    "button_ten": "closed",
    "split": "award",
    "seat": "flop",
    "picker": "flop",
    "confirm": "flop",
    "cards": "uncounted",
    "said": "flop",
    "bounty_games": "bounty_offer",
    "bounty_amount": "bounty_offer",
    "bounty_end": "seven_deuce_asked",
    "bounty_payers": "seven_deuce_due",
    "bounty_payers_stand_up": "stand_up_due",
    "sit": "closed",
    "keyboard": "closed",
    "pad": "pad",
    "pad_under": "pad",
    "pad_all_in": "pad",
    "pad_ten": "ten",
    "pad_buy_in": "closed",
    "pad_chips": "flop",
    "run_out": "flop",
    "push_supervisors": "deal",
    "totals": "flop",
    "totals_colors": "flop",
    "totals_sums": "flop",
    **dict.fromkeys(("straddles", "straddle_any_seat", "straddle_pad"), "flop"),
    **dict.fromkeys(("sleeper", "sleeper_asleep"), "flop"),
    "straddle_ten": "ten",
    "totals_many": "flop",
    "totals_ten": "ten",
    "discards": "flop",
    "drawmaha": "flop",
    "courchevel": "flop",
    "side_pots": "flop",
    "side_pots_open": "flop",
    "look": "deal",
    "floor_sent": "floor",
    "floor_no_screen": "floor",
    "happened": "floor",
    "taken_back": "floor",
    "proposed": "floor",
    "decides": "floor",
    "read_clause": "floor",
}


# The next dealer in the lineup.
NEXT_DEALER = {
    "text": "Next: Plover 22:00",
    "due": 0,
    "at": "22:00",
    "name": "Plover",
    "badge": "102",
    "goes": "You go to T4, Wren.",
    "open": ["Seat 4 was warned: phone", "Seat 6 missed both blinds"],
}
STAFF = {
    "dealers": [{"name": "Siskin", "badge": "103"}, {"name": "Plover", "badge": "102"}],
    "supervisors": [{"name": "Rowan", "badge": "201"}, {"name": "Alder", "badge": "202"}],
}
EXTRAS: dict[str, object] = {"next": None, "staff": STAFF, "clocked": "", "handover": None}
EXTRAS_WITH_NEXT_DEALER = EXTRAS | {"next": NEXT_DEALER}

# The report before a scene.
REPORTED_CALL = {
    "proposed": "button_misplaced",
    "decides": "string_bet",
    "read_clause": "premature_turn",
}


def view_of_silent_seat(*lines: str, seats: int = 9, called: int = 0) -> dict[str, Any]:
    """Return a no-limit flop that seat 6 holds up after a bet. called: seconds since TIME was called, 0 for never."""
    from poker import commands, engine
    from tests.support.play import open_table, play, stored_view

    table = open_table({"game": "holdem", "limit": "none", "blinds": [100, 300]}, seats=seats)
    after = "8 9 10 1 fold" if seats == 10 else "8 9 1 fold"
    table = play(table, "3 4 fold", "5 raise 1200", "6 7 call", after, "2 call")
    table = play(table, "close_street count=4", "5 bet 5000", *lines)
    if called:
        time = commands.CallTime(6, 30)
        table = engine.run(table, time, now=NOW - called * 1000).state
    return stored_view(table)


def view_at_a_push() -> dict[str, Any]:
    """Return a table at the end of a down: two hands, one correction, a new player who waits and one who is away."""
    from tests.support.play import open_table, play, stored_view

    table = play(open_table({"game": "holdem"}, seats=9), "leave_seat seat=8")
    table = play(
        table, "push_dealer dealer=staff.1 name=Wren", "deal", "next_hand", "deal", "next_hand"
    )
    table = play(table, "seat_player seat=8 player=new name=Hinge", "sit_in seat=8 choice=wait")
    view = stored_view(play(table, "sit_out seat=4"))
    view["dealer"] |= {"since": NOW - 3_600_000, "corrections": 1}
    return view


def view_of_silent_stud() -> dict[str, Any]:
    """Return fourth street of stud with a bet that the next seat does not answer."""
    from tests.support.play import stored_view
    from tests.support.stud_views import Room

    room = Room(seats=8).execute("opener", seat=3).count(8).execute("opener", seat=5)
    room.execute("act", seat=5, what="bet")
    return stored_view(room.table)


def view_of_players_away() -> dict[str, Any]:
    """Return a table between hands with three players away: one missed blinds, one is over a limit of 30 minutes."""
    from tests.support.play import open_table, play, stored_view

    table = play(open_table({"game": "holdem"}, seats=9), "sit_out seat=2", "sit_out seat=4")
    table = play(table, "sit_out seat=7", "deal", "next_hand", "deal", "next_hand")
    view = stored_view(table)
    for seat, minutes in ((2, 12), (4, 134), (7, 0)):
        view["seats"][seat - 1]["away_at"] = NOW - minutes * 60_000
    return view


SILENT_VIEWS: dict[str, Callable[[], dict[str, Any]]] = {
    "silent": view_of_silent_seat,
    "silent_ten": lambda: view_of_silent_seat(seats=10),
    "silent_stud": view_of_silent_stud,
    "on_clock": lambda: view_of_silent_seat(called=12),
    "clock_over": lambda: view_of_silent_seat(called=40),
}


def view_checked_on_seventh(seats: int = 4) -> dict[str, Any]:
    """Return a stud showdown of a checked last round, in which no one named the high hand."""
    from tests.support.play import stored_view
    from tests.support.stud_views import Room

    room = Room(seats=seats).execute("opener", seat=1).count(*[seats] * 5)
    return stored_view(room.table)


def view_of_game(game: str, *lines: str) -> dict[str, Any]:
    """Return a full table of a game after these lines."""
    from poker.games import GAMES
    from tests.support.play import open_table, play, stored_view

    table = open_table({"game": game, "blinds": [200, 400]}, seats=min(GAMES[game].seats, 9))
    return stored_view(play(table, *lines))


def view_of_discards() -> dict[str, Any]:
    """Return crazy pineapple with seats 1 and 4 who have thrown a card, and 2 and 8 who have not."""
    flop = ("3 fold", "4 call", "5 6 7 fold", "8 call", "9 fold", "1 call", "2 check")
    bets = ("close_street count=4", "1 bet", "2 4 8 call")
    return view_of_game("crazy_pineapple", *flop, *bets, "discard seat=1", "discard seat=4")


def view_of_drawmaha() -> dict[str, Any]:
    """Return drawmaha's draw, with one number given."""
    flop = ("3 fold", "4 call", "5 6 fold", "1 call", "2 check", "close_street count=3")
    return view_of_game("drawmaha", *flop, "1 bet", "2 4 call", "close_street count=3", "1 draw 3")


def view_of_courchevel() -> dict[str, Any]:
    """Return the first round of Courchevel with its flop card."""
    return view_of_game("courchevel", "deal", "show_board cards=Kh", "3 fold", "4 call")


def view_with_count_pot() -> dict[str, Any]:
    """Return a showdown whose pot is counted for the drop."""
    view = fixture("uncounted")
    view["step"]["facts"] |= {"count_pot": True}
    return view


def view_without_floor_screen(*, since: int) -> dict[str, Any]:
    """Return a floor call that no floor screen has shown. since: seconds ago."""
    view = fixture("floor")
    view["floor"] |= {"at": NOW - since * 1000, "delivered_at": 0}
    return view


# Scenes of views that no fixture has.
SCENE_VIEWS: dict[str, Callable[[], dict[str, Any]]] = {
    "corrected": view_with_rewritten_call,
    "side_pots": lambda: view_with_side_pots(*THREE_POTS),
    "side_pots_open": lambda: view_with_side_pots(*THREE_POTS[:-3]),
    "run_out": lambda: view_with_side_pots(*THREE_POTS, "7 all_in 28000", "1 call", "4 fold"),
    **SILENT_VIEWS,
    "discards": view_of_discards,
    "drawmaha": view_of_drawmaha,
    "courchevel": view_of_courchevel,
    "pushed_lines": view_at_a_push,
    "players_away": view_of_players_away,
    "totals": view_of_three_winners,
    **dict.fromkeys(ROOM_COLORS, view_of_three_winners),
    "totals_many": lambda: view_with_totals(
        "award seats=1,4,7", "award seats=1,4,7,9", "award seats=1,4,7,8,9"
    ),
    "totals_ten": view_of_ten_totals,
    "straddles": view_with_straddles,
    "straddle_pad": view_with_straddles,
    "straddle_any_seat": lambda: view_with_straddles(straddles={"kinds": ["any_seat"]}),
    "straddle_ten": lambda: view_with_straddles(seats=10),
    "sleeper": lambda: view_with_straddles("straddle seat=3", straddles=SLEEPERS),
    "sleeper_asleep": lambda: view_with_straddles("straddle seat=3", "9 fold", straddles=SLEEPERS),
    "pad_ten": view_of_ten_no_limit,
    "time": lambda: view_before_button_draw(rake=TIME),
    "button_draw": view_before_button_draw,
    "button_cards": view_before_button_draw,
    "button_ten": lambda: view_before_button_draw(seats=10),
    "who_shows": view_checked_on_seventh,
    "who_shows_eight": lambda: view_checked_on_seventh(7),
    "count_pot": view_with_count_pot,
    "floor_sent": lambda: view_without_floor_screen(since=1),
    "floor_no_screen": lambda: view_without_floor_screen(since=10),
    "count_pot_pad": view_with_count_pot,
}
LOOKS = {"light": ["theme", "light"], "letters": ["suits", "letters"]}


def open_scene(show: Callable[..., tuple[Stage, Any]], name: str) -> Any:
    """Open a fixture, or reach a helper by taps."""
    look, _, other = name.partition("_")
    if look in LOOKS:
        page = open_scene(show, other)
        page.evaluate(
            "([name, value]) => { document.documentElement.dataset[name] = value; }", LOOKS[look]
        )
        return page
    state = name if name in ("pair", "sign-in") else "table"

    _, page = show(
        BASE_FIXTURES.get(name, name if state == "table" else "flop"),
        state,
        lambda stage: _prepare(stage, name),
    )
    for selector in SCENES.get(name, []):
        page.click(selector, timeout=WAIT_MS)
    return page


def _prepare(stage: Stage, name: str) -> None:
    """Give a stage the data of its scene."""
    if key := REPORTED_CALL.get(name):
        stage.called = call_data(key)
    if name in ("coming", "pushed", "pushed_pin", "pushed_lines"):
        stage.beside = EXTRAS_WITH_NEXT_DEALER
    if name == "push_supervisors":
        stage.beside = EXTRAS | {"staff": STAFF | {"dealers": []}}
    if view := SCENE_VIEWS.get(name):
        stage.view = view()
    if name in ROOM_COLORS:
        stage.room = RoomSettings(chip_colors=ROOM_COLORS[name])
    if name == "players_away":
        stage.room = RoomSettings(absences=AbsenceLimits(minutes=30))
    if name in SILENT_SCENES:
        stage.acted_at = NOW - 52_000


def main(folder: str) -> None:
    """Save screenshots of every fixture and of the helpers."""
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
        context = open_window(browser)
        for name in dict.fromkeys([*FIXTURES, *SCENES, "pair", "sign-in"]):
            _save_screenshot(context, name, target / f"{name}.png")
        browser.close()


def _save_screenshot(context: Any, name: str, path: Path) -> None:
    with ExitStack() as stack:

        def show(view: str, state: str, prepare: Callable[[Stage], None]) -> tuple[Stage, Any]:
            stage = stack.enter_context(run_stage(view, state))
            prepare(stage)
            page = open_tablet(context)
            stack.callback(page.close)
            page.on("console", lambda message: print(name, message.text))
            page.on("pageerror", lambda error: print(name, error))
            page.goto(stage.url)
            page.wait_for_selector(".frame")
            page.wait_for_function("document.fonts.status === 'loaded'")
            return stage, page

        open_scene(show, name).screenshot(path=path)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "/tmp/floorbook-tablet")
