"""A trainee at the school's page, and the room's answers until its own are there."""

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.support.cable import Cable
from tests.support.live_room import LiveRoom

TIMEOUT_MS = 30_000
CODE = "31313131"  # pairs the tablet of a table without a game
TABLE = "T2"
REPEAT_PAUSE_MS = 520  # sooner, the tablet takes a tap for the second of the same finger
PAIR = """
from django.utils import timezone
from tables.models import Device, Table
from tables.pairing import pairing_code_make
device = Device.objects.create(name="Tablet {table}", table=Table.objects.get(name="{table}"))
pairing_code_make(device=device, now=timezone.now(), code="{code}")
"""
KEY_OF = """async (tap) => {
  const { keyOf } = await import("/static/dealer_ui/school/right_key.js");
  const { exercise } = window.floorbook.school;
  return keyOf(exercise.screen, tap)?.name ?? null;
}"""


class SchoolRoom:
    """Answers sign-ins and results as the room does. trainees: (badge, PIN) -> the trainee."""

    def __init__(self) -> None:
        self.trainees: dict[tuple[str, str], dict[str, Any]] = {}
        self.received: list[dict[str, Any]] = []
        self.refuse: dict[str, str] = {}  # the id of a result -> why it is refused

    def add(self, badge: str, pin: str, name: str, **record: Any) -> None:
        """Add someone of the staff."""
        self.trainees[badge, pin] = {
            "key": f"staff.{badge}",
            "name": name,
            "token": f"token-{badge}",
            "done": {},
            "due": [],
            "telling": "at_once",
            "tempo": 0,
            "may_choose": True,
        } | record

    def answer(self, route: Route) -> None:
        """Answer one request of the page."""
        body = route.request.post_data_json
        if route.request.url.endswith("/sign-in"):
            trainee = self.trainees.get((body["badge"], body["pin"]))
            if trainee is None:
                message = {"code": "bad_sign_in", "message": "Wrong badge or PIN."}
                route.fulfill(status=403, json=message)
            else:
                route.fulfill(json=trainee)
            return
        self.received += body["results"]
        answers = [
            {"id": result["id"], "code": "refused", "message": why}
            if (why := self.refuse.get(result["id"]) or self.refuse.get("*"))
            else {"id": result["id"]}
            for result in body["results"]
        ]
        route.fulfill(body=json.dumps({"answers": answers}), content_type="application/json")


class Trainee:
    """Taps the school of one tablet."""

    def __init__(self, page: Page, cable: Cable, room: SchoolRoom) -> None:
        self.page, self.cable, self.room = page, cable, room
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: print(said.text) if said.type == "error" else None)
        self.connect()

    def connect(self) -> None:
        """Let the room answer."""
        self.page.route("**/tablet/school/sign-in", self.room.answer)
        self.page.route("**/tablet/school/results", self.room.answer)

    def pull(self) -> None:
        """Take the network away: the room answers nothing."""
        self.cable.pull()
        self.page.unroute_all()
        for name in ("sign-in", "results"):
            self.page.route(f"**/tablet/school/{name}", lambda route: route.abort())

    def plug(self) -> None:
        """Bring the network back."""
        self.cable.plug()
        self.page.unroute_all()
        self.connect()

    def pair(self, live: LiveRoom) -> None:
        """Pair the tablet with a table without a game."""
        done = live.manage("shell", "-c", PAIR.format(table=TABLE, code=CODE))
        assert done.returncode == 0, done.stderr
        self.page.goto(f"{self.cable.url}/tablet/")
        self.digits(CODE, "PAIR")
        self.page.wait_for_selector("[aria-label='Badge number, 0']")

    def open(self) -> None:
        """Open the school and wait for its engine."""
        self.page.goto(f"{self.cable.url}/tablet/school/")
        self.expect_engine()

    def expect_engine(self) -> None:
        """Expect the engine to be ready, and the page to be kept."""
        for mark in ("[data-engine='ready']", "[data-kept]"):
            expect(self.page.locator(f"body{mark}")).to_be_attached(timeout=TIMEOUT_MS)

    def digits(self, text: str, last: str) -> None:
        """Tap digit keys."""
        for digit in (*text, last):
            self.page.locator(f".digits [aria-label='{digit}']").tap()

    def sign_in(self, badge: str, pin: str) -> None:
        """Enter badge and PIN."""
        self.page.wait_for_selector("[aria-label='Badge number, 0']")
        self.digits(badge, "NEXT")
        self.digits(pin, "SIGN IN")

    def tap(self, name: str) -> None:
        """Tap a key by the start of its name; the same spot takes no second tap at once."""
        self.page.wait_for_timeout(REPEAT_PAUSE_MS)
        self.page.locator(f"[aria-label^='{name}']").first.tap()

    def start(self, title: str) -> None:
        """Choose a lesson by the start of its title, and start it."""
        self.tap(title)
        self.tap("Start: ")
        expect(self.page.locator(".pod").first).to_be_visible()

    @property
    def state(self) -> dict[str, Any]:
        """Return the page's counts of the exercise."""
        counts: dict[str, Any] = self.page.evaluate("() => window.floorbook.school.exercise.counts")
        return counts

    def moves(self) -> Iterator[dict[str, Any]]:
        """Yield the right taps of the exercise in order."""
        steps = self.page.evaluate("() => window.floorbook.school.exercise.exercise.steps")
        for step in steps:
            yield from step.get("do", ())

    def key_of(self, move: dict[str, Any]) -> str:
        """Return the name of the key that makes a tap on the screen as it is now."""
        name = self.page.evaluate(KEY_OF, {"name": move["name"], "args": move.get("args", {})})
        assert name, f"no key for {move}"
        return str(name)

    def make(self, move: dict[str, Any]) -> None:
        """Tap the key of a move, and wait until the engine has judged it."""
        before = self.state
        if move["name"] == "report" and "key" in move["args"]:
            self.page.locator(".what.is-due, .call .what").first.wait_for()
            groups = self.page.evaluate(GROUP_OF, move["args"]["key"])
            self.tap(groups)
        self.tap(self.key_of(move))
        self.page.wait_for_function(
            "before => !window.floorbook.school.exercise"
            " || JSON.stringify(window.floorbook.school.exercise.counts) !== before",
            arg=json.dumps(before, separators=(",", ":"), ensure_ascii=False),
        )


GROUP_OF = """(key) => {
  const { floor } = window.floorbook.school.exercise.screen;
  const [group] = Object.entries(floor.rows).find(([, rows]) => rows.some((row) => row.do?.args?.key === key));
  return floor.groups.find((one) => one.do?.args?.group === group).name;
}"""
