"""A trainee at the school's page, with the room's answers replaced."""

import json
from typing import Any

import msgspec
from playwright.sync_api import Page, Route, expect

from ops import demo
from poker.rules import HouseRules
from school.lessons.prepare import prepare
from school.lessons.reader import lesson_files
from school.tablet.model import Lesson
from tests.support.cable import Cable
from tests.support.few_lessons import LESSONS
from tests.support.guard_clock import pause
from tests.support.waiting import WAIT_MS

POLL_MS = 50  # between two looks at the room's received results
TABLE = "T2"  # of the demo, without a game
KEY_OF = """async (tap) => {
  const { keyOf } = await import("/static/school/right_key.js");
  const { exercise } = window.floorbook.school;
  return keyOf(exercise.screen, tap)?.name ?? null;
}"""


GIVE_LESSONS = """([lessons, editions]) => {
  Object.assign(window.floorbook.school.data, { lessons, editions, preparing: [] });
  window.floorbook.school.paint();
}"""


def lessons() -> tuple[Lesson, ...]:
    """Return the lessons of these tests under the usual rules, because the school's own may change."""
    return prepare(lesson_files(LESSONS), HouseRules()).lessons


class SchoolRoom:
    """Answers sign-ins and results as the room does. trainees: (badge, PIN) -> the trainee."""

    def __init__(self) -> None:
        self.trainees: dict[tuple[str, str], dict[str, Any]] = {}
        self.received: list[dict[str, Any]] = []
        self.refuse: dict[str, str] = {}  # the id of a result -> the reason for refusing it

    def add(self, badge: str, pin: str, name: str, **record: Any) -> None:
        """Add a staff member."""
        self.trainees[badge, pin] = {
            "key": f"staff.{badge}",
            "name": name,
            "token": f"token-{badge}",
            "done": {},
            "due": [],
            "hand_times": {},
            "ride_times": {},
            "telling": "at_once",
            "tempo": 0,
            "may_choose": True,
        } | record

    def answer(self, route: Route) -> None:
        """Answer one request of the page."""
        body: dict[str, Any] = route.request.post_data_json or {}
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
        self.page = page
        self.cable = cable
        self.room = room
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

        self.connect()

    def connect(self) -> None:
        self.page.route("**/tablet/school/sign-in", self.room.answer)
        self.page.route("**/tablet/school/results", self.room.answer)

    def results(self, count: int) -> list[dict[str, Any]]:
        """Return the results that the room received, after waiting for this many."""
        for _ in range(WAIT_MS // POLL_MS):
            if len(self.room.received) >= count:
                break
            self.page.wait_for_timeout(POLL_MS)
        return self.room.received

    def pull(self) -> None:
        """Unplug the network: the room answers nothing."""
        self.cable.pull()
        self.page.unroute_all()
        for name in ("sign-in", "results"):
            self.page.route(f"**/tablet/school/{name}", lambda route: route.abort())

    def plug(self) -> None:
        self.cable.plug()
        self.page.unroute_all()

        self.connect()

    def pair(self) -> None:
        """Pair the tablet with the demo's table without a game."""
        self.page.goto(f"{self.cable.url}/tablet/")
        self.digits(demo.CODES[TABLE], "PAIR")
        self.page.wait_for_selector("[aria-label='Badge number, 0']")

    def open(self) -> None:
        """Open the school with the key of the tablet's gate, and wait for its engine."""
        self.tap("Dealer school")
        self.page.wait_for_url("**/tablet/school/")
        self.expect_engine()

    def expect_engine(self) -> None:
        """Expect the engine to be ready, and the page to be stored."""
        expect(self.page.locator("body[data-kept]")).to_be_attached()
        self.expect_lessons()

    def expect_lessons(self) -> None:
        """Expect the engine to be ready, and give the page the lessons of these tests."""
        ready = self.page.locator("body[data-engine='ready']")
        expect(ready).to_be_attached()
        taught = msgspec.to_builtins(lessons(), str_keys=True)
        editions = {exercise["id"]: "test" for lesson in taught for exercise in lesson["exercises"]}
        self.page.evaluate(GIVE_LESSONS, [taught, editions])

    def digits(self, text: str, last: str) -> None:
        """Tap digit keys."""
        for digit in (*text, last):
            self.page.locator(f".digits [aria-label='{digit}']").tap()

    def sign_in(self, badge: str, pin: str) -> None:
        self.page.wait_for_selector("[aria-label='Badge number, 0']")
        self.digits(badge, "NEXT")
        self.digits(pin, "SIGN IN")

    def tap(self, name: str, *, of: str = "") -> None:
        """Tap a key by the start of its name, after a pause.

        of: selects the part of the page with the key.
        """
        key = self.page.locator(f"{of} [aria-label^='{name}']").first
        key.wait_for()
        pause(self.page)
        key.tap()

    def start(self, title: str) -> None:
        """Choose a lesson by the start of its title, and start it."""
        self.tap(title, of=".lessons")
        self.tap("Start: ")
        expect(self.page.locator(".pod").first).to_be_visible()

    def expect_strip(self, text: str) -> None:
        """Expect this text in the strip about the table or the result."""
        expect(self.page.locator(".step")).to_contain_text(text)

    @property
    def state(self) -> dict[str, Any]:
        """Return the page's counts of the exercise."""
        counts: dict[str, Any] = self.page.evaluate("() => window.floorbook.school.exercise.counts")
        return counts

    def moves(self) -> list[dict[str, Any]]:
        """Return the right taps of the exercise in order. The deal has no key: the first tap of a hand implies it."""
        steps = self.page.evaluate("() => window.floorbook.school.exercise.exercise.steps")
        return [move for step in steps for move in step.get("do", ()) if move["name"] != "deal"]

    def deal(self, moves: list[dict[str, Any]]) -> None:
        """Make these taps in order."""
        for move in moves:
            self.make(move)

    def key_of(self, move: dict[str, Any]) -> str:
        """Return the name of the key for a tap on the current screen."""
        name = self.page.evaluate(KEY_OF, {"name": move["name"], "args": move.get("args", {})})
        assert name, f"no key for {move}"
        return str(name)

    def make(self, move: dict[str, Any]) -> None:
        """Tap the key of a move, and wait until the engine has judged it."""
        before = self.state
        key = move.get("args", {}).get("key") if move["name"] == "report" else None
        if key:
            self.tap(str(self.page.evaluate(GROUP_OF, key)), of=".call")
        self.tap(self.key_of(move), of=".call" if key else "")
        self.judged(before)

    def undo(self) -> None:
        """Tap UNDO, and wait until the engine has taken the last tap back."""
        before = self.state
        self.tap("Undo")
        self.judged(before)

    def judged(self, before: dict[str, Any]) -> None:
        """Wait until the engine has judged the last tap: its counts have changed, or the exercise is over."""
        self.page.wait_for_function(JUDGED, arg=before)


JUDGED = """(before) => {
  const { exercise } = window.floorbook.school;
  return !exercise || exercise.isOver || JSON.stringify(exercise.counts) !== JSON.stringify(before);
}"""
GROUP_OF = """(key) => {
  const { floor } = window.floorbook.school.exercise.screen;
  const [group] = Object.entries(floor.rows).find(([, rows]) => rows.some((row) => row.do?.args?.key === key));
  return floor.groups.find((one) => one.do?.args?.group === group).name;
}"""
