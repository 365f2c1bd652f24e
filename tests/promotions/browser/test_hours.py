"""Players' hours in a browser: statement and redemption at the desk, rates, a drawing, the player's phone."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.axe import serious_violations
from tests.support.floor_pages import HORNBEAM, open_floor_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
DESK = (1366, 768)
PHONE = (390, 844)
LONG_REWARD = "Seat in the Sunday satellite of the championship, with dinner"
FILL = f"""
import json
from datetime import timedelta
from uuid import uuid4
from django.utils import timezone
from poker import commands as p
from promotions.hours_log import hours_execute
from promotions.models import EarnedHours
from promotions.pages.hours_page import own_token
from promotions.rules import hours_commands as c
from promotions.tasks import earn_all
from staff.models import Room
from tables.lifecycle import table_create
from tables.models import SeatSession
from tests.support.room import NOW, TableDriver, create_plaque

room = Room.objects.order_by("pk").first()
table = TableDriver(
    table_create(
        room=room, name="T99", seats=9, plaque=create_plaque(), actor="staff.1", now=NOW
    )
)
table.seat_players(8, 9)
table.open()
for minutes in (268, 288, 156, 563, 221, 95, 310, 44, 130, 260, 75, 180, 400):
    table.seat_players(1)
    table.now += timedelta(minutes=minutes)
    table.execute(p.LeaveSeat(1))
    table.now += timedelta(hours=9)
earn_all()

def send(command, actor="staff.1"):
    return hours_execute(
        room_id=room.pk, command_id=str(uuid4()), command=command, actor=actor, now=timezone.now()
    )

for key, title, hours in (("a", "$10 food", 5), ("b", "$20 food", 10), ("c", {LONG_REWARD!r}, 90)):
    send(c.SetReward(key, title, hours * 60, 1000, approved="staff.2"))
player = SeatSession.objects.filter(left__isnull=False).first().visit.player
days = sorted(EarnedHours.objects.values_list("day", flat=True))
first, last = (day.isoformat() for day in (days[0], days[-1]))
source = "State lottery, evening number"
send(c.AnnounceDrawing("Turkey drawing", first, last, 60, 1, 50000, source, approved="staff.2"))
print("MARK", json.dumps({{"room": room.pk, "player": player.alias, "token": own_token(room, player)}}))
"""


def fill(room: LiveRoom) -> dict[str, str]:
    result = room.manage("shell", "-c", FILL)
    assert result.returncode == 0, result.stderr
    data: dict[str, str] = json.loads(result.stdout.split("MARK")[1])
    return data


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_hours_from_the_statement_to_the_draw(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    data = fill(live_room)
    page = open_floor_page(chromium, live_room, page_errors, size=DESK)
    page.goto(f"{live_room.url}/hours/?room={data['room']}")
    page.fill("[name=player]", data["player"])
    page.click("text=Show hours")
    expect(page.locator(".balance")).to_contain_text("To use")
    page.click("text=$10 food")
    save_picture(page, "hours-desk")
    assert fits(page)
    assert serious_violations(page) == []
    page.click("text=Redeem and print slip")
    expect(page.locator(".done")).to_contain_text("Print slip 1")
    page.click(".last >> text=Undo")
    expect(page.locator("tbody")).to_contain_text("slip 1, undone")
    page.click("nav.tabs >> text=Drawings")
    page.click("text=Close the list")
    page.fill("[name=published]", "0417")
    page.click("button:text-is('Draw')")
    expect(page.locator(".winners")).to_contain_text(data["player"])
    save_picture(page, "hours-drawing")
    assert fits(page)
    assert serious_violations(page) == []
    phone = chromium.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}).new_page()
    phone.goto(f"{live_room.url}/hours/mine/{data['token']}")
    expect(phone.locator(".balance")).to_contain_text("To use")
    save_picture(phone, "hours-phone")
    assert fits(phone)
    phone.goto(f"{live_room.url}/hours/public/{data['room']}/drawings/")
    expect(phone.locator("main, body").first).to_contain_text("Turkey drawing")
    assert fits(phone)


def test_manager_proposes_rates(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    data = fill(live_room)
    page = open_floor_page(chromium, live_room, page_errors, account=HORNBEAM, size=DESK)
    page.goto(f"{live_room.url}/hours/rates/?room={data['room']}")
    page.fill("tbody tr:first-child [name=percent]", "200")
    page.fill("tbody tr:first-child [name=starts]", "06:00")
    page.fill("tbody tr:first-child [name=ends]", "12:00")
    page.fill("tbody tr:nth-child(2) [name=percent]", "100")
    page.fill("[name=cap_hours]", "8")
    page.click("text=Propose to a second manager")
    expect(page.locator("main")).to_contain_text("Version 1 is proposed.")
    save_picture(page, "hours-rates")
    assert fits(page)
    assert serious_violations(page) == []
