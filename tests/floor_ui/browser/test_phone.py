"""Calls on a phone in a browser: refused, without a push service, allowed; and what a notification does.

The browser of the tests refuses every notification and has no push service, as a phone whose owner said no. Where it
is to allow them, Notification and PushManager are stand-ins.
"""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from floor_ui.views.phone import SCRIPT
from tests.support.dealer import Dealer
from tests.support.floor_pages import (
    PHONE,
    TABLET_SIZE,
    check_page,
    dealer,
    open_floor_page,
    page_errors,
)
from tests.support.live_room import LiveRoom

__all__ = ["dealer", "page_errors"]

pytestmark = pytest.mark.browser
ALLOWING = """() => {
  let permission = "default";
  window.Notification = class { static get permission() { return permission; } };
  window.Notification.requestPermission = async () => (permission = "granted");
}"""
# The subscription that a browser's push service would give.
SUBSCRIBED = """() => {
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    const [first] = applicationServerKey;
    window.subscribedWith = { bytes: applicationServerKey.length, first, userVisibleOnly };
    const keys = {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    return { toJSON: () => ({ endpoint: "https://push.example/rowan", keys }) };
  };
}"""
VIBRATING = "() => { window.vibrated = []; navigator.vibrate = (pattern) => window.vibrated.push(pattern); }"


def open_phone_page(page: Page, room: LiveRoom) -> None:
    """Open the page from the queue."""
    page.tap("a:has-text('Phone')")
    expect(page.locator("h1")).to_have_text("Calls on this phone")


def expect_state(page: Page, state: str, text: str) -> None:
    """Wait until the page shows this state of the phone alone, with this text."""
    shown = page.locator("#here > div[data-when]:visible")
    expect(shown).to_have_attribute("data-when", state)
    expect(shown).to_contain_text(text)


def test_phone_that_refuses_says_what_to_do_and_rings_while_the_page_is_open(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    page = open_floor_page(chromium, live_room, page_errors, size=PHONE)
    page.add_init_script(f"({VIBRATING})()")
    open_phone_page(page, live_room)
    expect_state(page, "denied", "refuses notifications")
    expect(page.locator("[data-when=no-ring]")).to_be_visible()
    expect(page.locator("[data-allow]:visible")).to_have_count(0)
    check_page(page, PHONE)
    page.tap("#sound")
    expect(page.locator("#sound")).to_have_text("Sound on")
    dealer.without_engine()
    dealer.sign_in("T1")
    dealer.tap("Call the floor")
    expect(page.locator("#calls [data-call]")).to_contain_text("T1")
    expect(page).to_have_title("(1) Calls on this phone · Floorbook")
    page.wait_for_function("document.documentElement.dataset.tones === '1'")
    assert page.evaluate("window.vibrated") == [[200, 100, 200]]
    # An open page of someone who may answer delivers the call.
    expect(dealer.page.locator(".ladder .reached")).to_contain_text(["Sent", "Delivered"])
    check_page(page, PHONE)
    page.tap("#calls [data-call] button:has-text('On the way')")
    expect(page.locator("#calls [data-call]")).to_contain_text("Rowan is on the way")
    expect(page.locator("#calls [data-call] button")).to_have_text("At the table")
    assert page_errors == []


@pytest.mark.release
def test_phone_is_allowed_tested_and_stopped(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = open_floor_page(chromium, live_room, page_errors)
    page.add_init_script(f"({ALLOWING})()")
    open_phone_page(page, live_room)
    check_page(page, TABLET_SIZE)
    page.tap("button:has-text('Allow calls on this phone')")
    expect_state(page, "unreachable", "push service doesn't answer")  # there is none
    page.evaluate(SUBSCRIBED)
    page.tap("button:has-text('Try again')")
    expect_state(page, "rings", "Calls ring here")
    assert page.evaluate("window.subscribedWith") == {
        "bytes": 65,  # the room's key, as a point of the curve
        "first": 4,
        "userVisibleOnly": True,
    }
    expect(page.locator("#phones")).to_contain_text("1 of 5")
    page.tap("button:has-text('Go on duty')")
    expect(page.locator("#duty")).to_contain_text("On duty until")
    check_page(page, TABLET_SIZE)
    page.tap("button:has-text('Send a test')")
    # The page looks again by itself, and says what became of the test.
    expect(page.locator("#here")).to_contain_text("The last one didn't arrive")
    expect_state(page, "rings", "Send a test")
    page.tap("button:has-text('Stop on this phone')")
    expect(page.locator("#phones")).to_contain_text("0 of 5")
    expect_state(page, "ask", "Allow calls on this phone")
    assert page_errors == []


WORKER = """async ([code, steps]) => {
  const done = { shown: [], posted: [], closed: [], opened: [] };
  const listeners = {};
  const notification = (title, options) => ({ title, ...options, close: () => done.closed.push(title) });
  const last = () => done.shown.slice(-1).map((one) => notification(one.title, one));
  const self = {
    addEventListener: (type, listener) => { listeners[type] = listener; },
    skipWaiting: () => {},
    registration: {
      showNotification: async (title, options) => { done.shown.push({ title, ...options }); },
      getNotifications: async ({ tag }) => last().filter((one) => one.tag === tag),
    },
    clients: { matchAll: async () => [], openWindow: async (url) => { done.opened.push(url); } },
  };
  let answer = null;
  const fetch = async (url, { body }) => {
    done.posted.push([url, Object.fromEntries(body)]);
    if (url.endsWith("answer") && answer === null) throw new TypeError("Failed to fetch");
    const headers = { "Content-Type": "application/json" };
    return new Response(JSON.stringify(answer ?? {}), { status: answer?.status ?? 200, headers });
  };
  new Function("self", "fetch", "setTimeout", code)(self, fetch, (call) => call());
  const run = async (type, event) => {
    let work;
    listeners[type]({ ...event, waitUntil: (promise) => { work = promise; } });
    await work;
  };
  for (const [type, value, response] of steps) {
    answer = response ?? null;
    if (type === "push") await run("push", { data: { json: () => value } });
    else await run("notificationclick", { action: value, notification: last()[0] });
  }
  return done;
}"""
ALERT: dict[str, Any] = {
    "tag": "call-3",
    "title": "T7 calls the floor",
    "body": "Misdeal",
    "calledAt": 1,  # the phone's clock is far ahead of it
    "age": 20_000,
    "until": 140_000,
    "vibrate": [200, 100, 200],
    "isSilent": False,
    "isOver": False,
    "keys": [{"action": "seen", "title": "Seen"}, {"action": "coming", "title": "On the way"}],
    "url": "/floor/calls/3/",
    "token": "signed",
}


@pytest.fixture
def worker_page(chromium: Browser) -> Page:
    return chromium.new_context(bypass_csp=True).new_page()


def run_worker(page: Page, *steps: tuple[object, ...]) -> dict[str, Any]:
    """Run the service worker's script with stand-ins for the browser; return what it did."""
    done: dict[str, Any] = page.evaluate(WORKER, [SCRIPT.read_text(), steps])
    return done


def test_notification_shows_the_age_vibrates_and_is_confirmed(worker_page: Page) -> None:
    done = run_worker(worker_page, ("push", ALERT))
    [shown] = done["shown"]
    assert shown["body"] == "Misdeal · waiting 2:20"  # never more than its lifetime
    assert (shown["vibrate"], shown["renotify"], shown["silent"]) == ([200, 100, 200], True, False)
    assert shown["actions"] == ALERT["keys"]
    assert done["posted"] == [["/floor/phone/shown", {"token": "signed"}]]
    future = ALERT | {"calledAt": 10**15}
    assert run_worker(worker_page, ("push", future))["shown"][0]["body"].endswith("waiting 0:20")


def test_notification_of_a_call_that_is_over_closes(worker_page: Page) -> None:
    over = ALERT | {
        "title": "T7: answered",
        "isOver": True,
        "isSilent": True,
        "keys": [],
        "calledAt": 0,
    }
    done = run_worker(worker_page, ("push", ALERT), ("push", over))
    assert done["shown"][-1]["silent"]
    assert "vibrate" not in done["shown"][-1]  # a silent one with a pattern is an error in browsers
    assert done["shown"][-1]["tag"] == done["shown"][0]["tag"]
    assert done["closed"] == ["T7: answered"]


def test_key_on_the_notification_answers_and_shows_what_came_of_it(worker_page: Page) -> None:
    seen = {"title": "T7", "text": "You've seen the call at T7.", "keys": ALERT["keys"][1:]}
    coming = {"title": "T7", "text": "You're on the way to T7.", "keys": []}
    done = run_worker(
        worker_page, ("push", ALERT), ("tap", "seen", seen), ("tap", "coming", coming)
    )
    assert done["posted"][1:] == [
        ["/floor/phone/answer", {"token": "signed", "how": "seen"}],
        ["/floor/phone/answer", {"token": "signed", "how": "coming"}],
    ]
    assert [shown["body"] for shown in done["shown"][1:]] == [seen["text"], coming["text"]]
    assert done["shown"][1]["actions"] == seen["keys"]
    assert done["closed"][-1] == "T7"


def test_refused_and_lost_answers_are_said(worker_page: Page) -> None:
    refused = {"text": "The call at T7 is already closed.", "status": 409}
    done = run_worker(worker_page, ("push", ALERT), ("tap", "seen", refused))
    assert done["shown"][-1]["body"] == refused["text"]
    done = run_worker(worker_page, ("push", ALERT), ("tap", "seen", None))
    assert "No connection" in done["shown"][-1]["body"]
    assert done["shown"][-1]["actions"] == ALERT["keys"]


def test_tap_on_the_notification_opens_the_call(worker_page: Page) -> None:
    assert run_worker(worker_page, ("push", ALERT), ("tap", "", None))["opened"] == [
        "/floor/calls/3/"
    ]
