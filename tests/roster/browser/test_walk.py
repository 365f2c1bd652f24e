"""From need to payroll in a browser: plan, change by hand, publish; a dealer gives a shift up, another one takes it, a
supervisor approves; clock-in, early out, and the hours in the payroll.
"""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.axe import serious_violations
from tests.support.floor_pages import HORNBEAM, ROWAN, check_page, open_floor_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.support.signed_in_pages import sign_in_window
from tests.support.waiting import WAIT_MS

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
DESK = (1366, 768)
TABLET = (1180, 820)
PHONE = (390, 844)
WREN = ("101", "2580")
LONGEST = "Wolfgang-Amadeus Featherstonehaugh-Smith"  # 40 characters, as many as an alias may have
TAKER = ("7101", "2580")
OWN_SHIFTS = ".own-shifts > li > details"
PLAN_MS = 120_000  # a run of the solver on busy cores
FILL = f"""
import json
from datetime import timedelta
from uuid import uuid4
from django.contrib.auth.models import Group
from django.utils import timezone
from roster.crew_log import crew_execute
from roster.local_days import monday_of
from roster.rules import crew_commands as c
from roster.rules.people import ShiftTemplate
from staff.account_changes import staff_save
from staff.accounts import secrets_hashed
from staff.models import Room, Staff

room = Room.objects.order_by("pk").first()
names = [("7101", {LONGEST!r}), ("7102", "Finch"), ("7103", "Osprey")]
dealers = [Staff.objects.get(badge="101")]
for badge, alias in names:
    dealers.append(
        staff_save(
            staff=Staff(alias=alias, badge=badge, house_wide=False),
            username=f"roster{{badge}}",
            role=Group.objects.get(name="dealer"),
            is_active=True,
            secrets=secrets_hashed(pin="2580", password=""),
            rooms=[room],
        )
    )

def send(command):
    crew_execute(
        room_id=room.pk,
        command_id=str(uuid4()),
        command=command,
        actor="system.test",
        now=timezone.now(),
    )

for number, staff in enumerate(dealers):
    send(c.SetMember(staff.key, "full", 0, 2400, f"2020-01-0{{number + 1}}"))
send(c.SetTemplate(ShiftTemplate("day", "Day", 600, 480)))
send(c.SetTemplate(ShiftTemplate("swing", "Swing", 1080, 480)))
now = timezone.localtime()
today = now.date()
monday = monday_of(timezone.now())
print("MARK", json.dumps({{
    "room": room.pk,
    "today": today.isoformat(),
    "now": f"{{now.hour:02}}:00",
    "end": f"{{(now.hour + 8) % 24:02}}:00",
    "this": monday.isoformat(),
    "next": (monday + timedelta(weeks=1)).isoformat(),
    "thursday": (monday + timedelta(days=10)).isoformat(),
    "keys": {{staff.alias: staff.key for staff in dealers}},
}}))
"""


def fill(room: LiveRoom) -> dict[str, str]:
    result = room.manage("shell", "-c", FILL)
    assert result.returncode == 0, result.stderr
    data: dict[str, str] = json.loads(result.stdout.split("MARK")[1])
    return data


def open_phone(browser: Browser, room: LiveRoom, account: tuple[str, str]) -> Page:
    """Return a dealer's own week on a phone, signed in."""
    window = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, timezone_id="UTC"
    )
    window.set_default_timeout(WAIT_MS)
    sign_in_window(window, f"{room.url}/roster/mine/", account)
    page = window.new_page()
    page.goto(f"{room.url}/roster/mine/")
    return page


def check(page: Page, size: tuple[int, int], name: str) -> None:
    """Check that a page fits and everyone can use it, and take its picture."""
    check_page(page, size)
    assert serious_violations(page) == []
    save_picture(page, name)


def plan_next_week(manager: Page, room: LiveRoom, data: dict[str, str]) -> None:
    manager.goto(f"{room.url}/roster/?room={data['room']}&week={data['next']}")
    manager.click("text=Open the week")
    manager.click("text=Change the need")
    manager.fill("[name=from]", "18:00")
    manager.fill("[name=to]", "02:00")
    manager.fill("[name=dealers]", "2")
    manager.click("text=Set need")
    expect(manager.locator("#grid th[data-short]").first).to_be_visible()
    manager.click("text=Make a plan")
    expect(manager.locator("#grid tbody .shift")).to_have_count(2, timeout=PLAN_MS)
    expect(manager.locator("#run")).to_contain_text("Plan again")


def add_by_hand(manager: Page, alias: str, day: str, start: str, end: str) -> None:
    """Add a shift in the dialog over the grid."""
    before = manager.locator("#grid tbody .shift").count()
    row = manager.locator(f"tr[data-name={alias.lower()!r}]")
    row.locator(f"a.add[href*='day={day}']").click()
    dialog = manager.locator("#shift-dialog")
    dialog.locator("[name=start]").fill(start)
    dialog.locator("[name=end]").fill(end)
    save_picture(manager, "roster-shift")
    dialog.locator("text=Add shift").click()
    expect(dialog).to_be_hidden()
    expect(manager.locator("#grid tbody .shift")).to_have_count(before + 1)
    expect(row.locator(".shift.fixed")).to_have_count(1)


def publish(manager: Page) -> None:
    manager.click("text=/Publish version \\d+ to/")
    expect(manager.locator("#side")).to_contain_text("The draft equals the published plan.")


def test_from_need_to_payroll(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    data = fill(live_room)
    manager = open_floor_page(chromium, live_room, page_errors, account=HORNBEAM, size=DESK)
    plan_next_week(manager, live_room, data)
    add_by_hand(manager, "Wren", data["thursday"], "18:00", "02:00")
    manager.fill("#find", "wren")
    expect(manager.locator("#grid tbody tr[data-name='osprey']")).to_be_hidden()
    manager.fill("#find", "")
    check(manager, DESK, "roster-week")
    publish(manager)

    wren = open_phone(chromium, live_room, WREN)
    shifts = wren.locator(OWN_SHIFTS).count()
    own = wren.locator(OWN_SHIFTS).last
    own.locator("summary").first.click()
    check(wren, PHONE, "roster-phone")
    own.locator("button:text-is('Give up')").click()
    expect(wren.locator("#own-done")).to_contain_text("Offered to everyone")

    taker = open_phone(chromium, live_room, TAKER)
    taker.locator(".own-tabs >> text=Offers").click()
    offer = taker.locator(".offer", has_text="Wren gives it up")
    check(taker, PHONE, "roster-offers")
    offer.locator("text=Take this shift").click()
    expect(taker.locator("#asked")).to_contain_text("waits for a supervisor")

    supervisor = open_floor_page(chromium, live_room, page_errors, account=ROWAN, size=TABLET)
    supervisor.goto(f"{live_room.url}/roster/day/?room={data['room']}")
    expect(supervisor.locator("#floor")).to_contain_text(f"gives up a shift to {LONGEST}")
    supervisor.locator("button[aria-label='Approve: Wren']").click()
    expect(taker.locator("#asked")).to_contain_text("approved")
    expect(wren.locator(OWN_SHIFTS)).to_have_count(shifts - 1)

    work_today(manager, supervisor, taker, live_room, data)


def work_today(
    manager: Page, supervisor: Page, dealer: Page, room: LiveRoom, data: dict[str, str]
) -> None:
    """Plan a shift for now, clock in, let the dealer go early, and show the hours in the payroll."""
    manager.goto(f"{room.url}/roster/?room={data['room']}&week={data['this']}")
    manager.click("text=Open the week")
    add_by_hand(manager, LONGEST, data["today"], data["now"], data["end"])
    publish(manager)
    supervisor.goto(f"{room.url}/floor/dealers/?room={data['room']}")
    expect(supervisor.locator("#next-hour")).to_be_visible()
    supervisor.select_option(".clock-in select", label=LONGEST)
    supervisor.click(".clock-in button")
    expect(supervisor.locator("#people")).to_contain_text(LONGEST)
    dealer.locator(".own-tabs >> text=Shifts").click()
    expect(dealer.locator("#next")).to_contain_text("Clocked in at")
    dealer.click("text=Ask for an early out")
    expect(dealer.locator("#next")).to_contain_text("you\N{RIGHT SINGLE QUOTATION MARK}re first")
    check(dealer, PHONE, "roster-early-out")
    supervisor.goto(f"{room.url}/roster/day/?room={data['room']}")
    expect(supervisor.locator("#floor")).to_contain_text(f"1. {LONGEST}")
    check(supervisor, TABLET, "roster-day")
    supervisor.locator(f"button[aria-label='Let {LONGEST} go']").click()
    expect(supervisor.locator("#floor")).to_contain_text("No one has asked.")
    manager.goto(f"{room.url}/roster/tokes/payroll/?room={data['room']}")
    expect(manager.locator("main")).to_contain_text(LONGEST)
    save_picture(manager, "roster-payroll")  # its own test checks this page


def test_pages_of_the_roster_fit_their_screens(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    data = fill(live_room)
    manager = open_floor_page(chromium, live_room, page_errors, account=HORNBEAM, size=DESK)
    parts = ("people", "time-off", "shifts", "rules")
    pages = [f"crew/?room={data['room']}&part={part}" for part in parts]
    pages += [f"fairness/?room={data['room']}", f"day/?room={data['room']}"]
    for address in pages:
        manager.goto(f"{live_room.url}/roster/{address}")
        check(manager, DESK, f"roster-{re.sub('[^a-z]+', '-', address)}")
    phone = open_phone(chromium, live_room, TAKER)
    for part in ("offers", "time-off", "wishes", "more", "tokes"):
        phone.goto(f"{live_room.url}/roster/mine/{part}/")
        check(phone, PHONE, f"roster-phone-{part}")


def test_an_old_calendar_link_says_what_to_do(chromium: Browser, live_room: LiveRoom) -> None:
    fill(live_room)
    phone = open_phone(chromium, live_room, WREN)
    phone.locator(".own-tabs >> text=More").click()
    phone.click("text=Make a calendar link")
    old = phone.input_value("#calendar-link")
    phone.click("text=Make a new link")
    expect(phone.locator("#calendar-link")).not_to_have_value(old)
    answer = phone.goto(old)
    assert answer is not None
    assert answer.status == 404
    expect(phone.locator("h1")).to_contain_text("This calendar link no longer works")
    phone.click("text=Open my week")
    expect(phone.locator("#calendar-link")).to_be_visible()


def test_the_form_of_the_crew_offers_the_next_dealer(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = open_floor_page(chromium, live_room, page_errors, account=HORNBEAM)
    page.goto(f"{live_room.url}/roster/crew/")
    form = page.locator("#member form").first
    first = form.locator("[name=member]").input_value()
    form.get_by_label("Minimum hours a week").fill("16")
    form.get_by_label("Maximum hours a week").fill("40")
    form.get_by_label("Hired").fill("2024-02-01")
    form.get_by_role("button", name="Add to the crew").click()
    expect(page.locator("h1")).to_contain_text("1 dealer")
    expect(form.locator("[name=member]")).not_to_have_value(first)
