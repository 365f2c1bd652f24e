"""Tokes in a browser: count blind, split, a second person's signature, payroll, export, a dealer's own page."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.axe import serious_violations
from tests.support.floor_pages import HORNBEAM, check_page, open_floor_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.support.signed_in_pages import sign_in_at
from tests.support.toke_room import without_random_values

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
DESK_SIZE = (1366, 768)
PHONE = (390, 844)
SIZES = (PHONE, DESK_SIZE)
WREN = ("101", "2580")
COBALT = ("401", "6240")
ROWAN = ("201", "7410")
LONGEST = "Wolfgang-Amadeus Featherstonehaugh-Smith"  # 40 characters, as many as an alias may have
FILL = f"""
import json
from datetime import date, timedelta
from uuid import uuid4
from django.contrib.auth.models import Group
from django.utils import timezone
from promotions.gaming_days import day_starts, gaming_day
from roster.rules import toke_commands as c
from roster.rules.toke_state import OtherShare
from roster.toke_log import toke_execute
from staff.account_changes import staff_save
from staff.accounts import secrets_hashed
from staff.models import Room, Staff

room = Room.objects.order_by("pk").first()
now = timezone.now()
today = date.fromisoformat(gaming_day(room, now))
start = day_starts(room, today - timedelta(days=1))
week = today - timedelta(days=7)
names = [{LONGEST!r}, *(f"Dealer {{number}}" for number in range(2, 13))]
dealers = [
    staff_save(
        staff=Staff(alias=name, badge=str(7000 + number), house_wide=True),
        username=f"toke{{number}}",
        role=Group.objects.get(name="dealer"),
        is_active=True,
        secrets=secrets_hashed(pin="", password=""),
        rooms=(),
    )
    for number, name in enumerate(names)
]
dealers.append(Staff.objects.get(badge="101"))
manager = Staff.objects.get(badge="301")

def send(command, staff, at):
    return toke_execute(
        room_id=room.pk, command_id=str(uuid4()), command=command, actor=staff.key, now=at
    )

tables = list(room.tables.order_by("pk").values_list("name", flat=True))
pickups = (c.Pickup("table", tables[0], "B7"), c.Pickup("pool", "", "P1"))
others = (OtherShare("group.chip-runners", "Chip runners", 5),)
send(c.SetPolicy("hours", "day", 1, week.isoformat(), "House choice", others), manager, start)
send(c.PullBoxes(pickups), manager, start + timedelta(hours=12))
day = (today - timedelta(days=1)).isoformat()
for number, dealer in enumerate(dealers):
    minutes = 540 - 60 * (number % 5) - number
    send(c.AdjustHours(dealer.key, day, minutes, "Clock-in was missed"), manager, now)
print("MARK", json.dumps({{"room": room.pk, "day": (today - timedelta(days=1)).isoformat()}}))
"""


def fill(room: LiveRoom) -> dict[str, str]:
    result = room.manage("shell", "-c", FILL)
    assert result.returncode == 0, result.stderr
    data: dict[str, str] = json.loads(result.stdout.split("MARK")[1])
    return data


def check(page: Page, name: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Check a page at the desk's and the phone's size, and take pictures of both."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        save_picture(page, f"{name}-{width}")
        check_page(page, (width, height))
        assert serious_violations(page) == []


def sign(page: Page, account: tuple[str, str]) -> None:
    page.fill("main [name=badge]", account[0])
    page.fill("main [name=pin]", account[1])


def count_box(page: Page, label: str, account: tuple[str, str], dollars: int) -> None:
    """Count a box in one-dollar chips, as the person of an account."""
    page.click(f"#main a:has-text('{label}')")
    page.fill("main [name=n-100]", str(dollars))
    page.fill("main [name=total]", str(dollars))
    sign(page, account)
    page.click("text=SEND MY COUNT")


def test_tokes_from_the_box_to_the_payroll(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    data = fill(live_room)
    page = open_floor_page(chromium, live_room, page_errors, account=HORNBEAM, size=DESK_SIZE)
    page.goto(f"{live_room.url}/roster/tokes/?room={data['room']}")
    expect(page.locator("#count-title")).to_contain_text("2")
    check(page, "tokes-to-count")
    count_box(page, "B7", COBALT, 321)
    expect(page.locator(".done")).to_contain_text("Someone else counts next.")
    assert "321" not in page.locator("main").inner_text()
    page.click("#main a:has-text('B7')")
    assert "321" not in without_random_values(page.content())
    check(page, "tokes-count")
    page.go_back()
    count_box(page, "B7", COBALT, 321)
    expect(page.locator(".refused")).to_contain_text("already counted this box")
    page.goto(f"{live_room.url}/roster/tokes/?room={data['room']}")
    count_box(page, "B7", ROWAN, 321)
    expect(page.locator(".done")).to_contain_text("is counted")
    count_box(page, "P1", COBALT, 0)
    count_box(page, "P1", ROWAN, 0)
    expect(page.locator(".done")).to_contain_text("is counted")
    page.click("text=Propose the split")
    expect(page.locator(".done")).to_contain_text("A second person approves it.")
    page.click("#main a:has-text('$321')")
    expect(page.locator("tbody")).to_contain_text("5 % of $321")
    check(page, "tokes-split")
    sign(page, HORNBEAM)
    page.click("button:text-is('APPROVE')")
    expect(page.locator(".refused")).to_contain_text("A second person approves it")
    sign(page, ROWAN)
    page.click("button:text-is('APPROVE')")
    expect(page.locator(".done")).to_contain_text("is approved")
    check(page, "tokes-done")
    page.goto(f"{live_room.url}/roster/tokes/payroll/?room={data['room']}&day={data['day']}")
    expect(page.locator("tfoot")).to_contain_text("$321")
    check(page, "tokes-payroll")
    with page.expect_download() as download:
        page.click("text=Export, CSV")
    text = download.value.path().read_text(encoding="utf-8-sig")
    assert text.startswith("first_day,last_day,status,badge,alias,regular_minutes")
    assert f",7000,{LONGEST}," in text
    page.click(f"table a:has-text('{LONGEST}')")
    expect(page.locator(".statement")).to_contain_text("Tokes to pay")
    check(page, "tokes-dealer")
    own = sign_in_at(chromium, f"{live_room.url}/roster/tokes/mine/", WREN, PHONE, page_errors)
    expect(own.locator(".statement").last).to_contain_text("of $304.95")
    check(own, "tokes-own", (PHONE,))


def test_manager_sets_the_rules(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = open_floor_page(chromium, live_room, page_errors, account=HORNBEAM, size=DESK_SIZE)
    page.goto(f"{live_room.url}/roster/tokes/rules/")
    page.select_option("[name=mode]", "downs")
    page.fill("[name=title-1]", "Chip runners")
    page.fill("[name=percent-1]", "60")
    page.fill("[name=title-2]", "Cage")
    page.fill("[name=percent-2]", "40")
    page.fill("[name=reason]", "As the dealers voted")
    page.click("button:has-text('Set the rules')")
    expect(page.locator(".refused")).to_contain_text("less than 100 percent")
    expect(page.locator("[name=title-1]")).to_have_value("Chip runners")
    page.fill("[name=percent-1]", "5")
    page.click("button:has-text('Set the rules')")
    expect(page.locator(".done")).to_contain_text("The rules are set.")
    check(page, "tokes-rules")
