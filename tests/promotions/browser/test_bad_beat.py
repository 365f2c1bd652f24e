"""A bad beat in the browsers of everyone: from the deal on the tablet to the paid shares and the public page."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.dealer import Dealer
from tests.support.floor_pages import ROWAN, open_floor_page, page_errors
from tests.support.live_hands import dealer, play_to_flop
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

__all__ = ["dealer", "page_errors"]

pytestmark = pytest.mark.browser
FLOOR = (1366, 768)
PHONE = (390, 844)
PUBLISH = """
import json
from uuid import uuid4
from django.utils import timezone
from promotions.funds import fund_create, fund_execute
from promotions.pages.promotion_form import first_terms
from promotions.publishing import promotion_create, version_publish
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import FundPolicy
from promotions.table_sync import sync_room
from staff.models import Room, Staff

room = Room.objects.order_by("pk").first()
now = timezone.now()
manager = Staff.objects.get(badge="301")
fund = fund_create(
    room=room, title="Bad beat jackpot", policy=FundPolicy(surveillance=False), brought=2_000_000,
    actor=manager.key, now=now,
)
fund_execute(
    fund_id=fund.pk, command_id=str(uuid4()), command=c.Post(2_000_000, 0, 0, "opening"),
    actor=manager.key, now=now,
)
promotion = promotion_create(
    room=room, terms=first_terms("bad_beat", "Bad beat jackpot"), fund=fund, staff=manager, now=now
)
version_publish(promotion=promotion, badge="302", pin="5820", seen=1, now=now)
sync_room(room, now)
print("MARK", json.dumps(room.pk))
"""
CLAIM = "Call the floor: Bad beat jackpot, seat 2 quad tens, beaten by seat 7"
BOARD = ("10 diamonds", "10 spades", "J spades", "Q spades", "4 hearts")
HANDS = {2: ("10 hearts", "10 clubs"), 7: ("9 spades", "8 spades")}


def publish(room: LiveRoom) -> int:
    """Open a fund of $20,000 and publish its bad beat; return the room's number."""
    result = room.manage("shell", "-c", PUBLISH)
    assert result.returncode == 0, result.stderr
    number: int = json.loads(result.stdout.split("MARK")[1])
    return number


def deal_the_beat(dealer: Dealer) -> None:
    """Deal a hand to its showdown, and enter its board and the two hands that count."""
    play_to_flop(dealer)
    dealer.tap("4 players still in", "4 players still in", "4 players still in")
    dealer.expect_step("Showdown.")
    dealer.tap("More", "Enter cards", "The board", *BOARD, "Done")
    for seat, cards in HANDS.items():
        dealer.tap("More", "Enter cards", "A hand", f"Cards of seat {seat}", *cards, "Done")


def decide(page: Page) -> None:
    """Answer the questions, verify with badge and PIN, and record the seal."""
    page.get_by_role("link", name="Decide").click()
    expect(page.locator("h1")).to_have_text("Bad beat jackpot, T1")
    for count in range(1, 5):
        page.locator("form.question button.amber").click()
        expect(page.locator("#people-title .count")).to_have_text(f"{count} of 4")
    save_picture(page, "bad-beat-floor")
    page.get_by_text("Verify hit, PIN").click()
    page.fill("#badge-verify", ROWAN[0])
    page.fill("#pin-verify", ROWAN[1])
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#paid-title .count")).to_have_text("0 of 9 paid")
    page.fill("[name=envelope]", "0412")
    page.get_by_role("button", name="Record the seal").click()
    expect(page.get_by_text("Sealed, envelope 0412")).to_be_visible()


def pay(page: Page, room: LiveRoom) -> None:
    """Print the slips, and pay all shares."""
    slips = page.get_by_role("link", name="Print 9 slips").get_attribute("href")
    assert page.request.get(f"{room.url}{slips}").body().startswith(b"%PDF")
    for count in range(1, 10):
        page.locator(".payments [value=cash], .payments [value=check]").first.click()
        expect(page.locator("#paid-title .count")).to_have_text(f"{count} of 9 paid")
    expect(page.get_by_text("$20,000 paid, $0 held, $0 to pay")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    save_picture(page, "bad-beat-paid")


def test_bad_beat_from_the_deal_to_the_slips(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    number = publish(live_room)
    dealer.sit_down()
    deal_the_beat(dealer)
    expect(dealer.page.locator(f"[aria-label^='{CLAIM}']")).to_be_visible()
    save_picture(dealer.page, "bad-beat-due")
    dealer.tap(CLAIM)
    expect(dealer.page.locator(".step.freeze")).to_contain_text(
        "Leave deck, board and hands as they are."
    )
    dealer.expect_footer("all sent")
    save_picture(dealer.page, "bad-beat-hold")
    page = open_floor_page(chromium, live_room, page_errors, account=ROWAN, size=FLOOR)
    page.goto(f"{live_room.url}/funds/?room={number}")
    decide(page)
    dealer.tap("Award to seat 7")
    dealer.expect_step("first card to seat 2")
    save_picture(dealer.page, "bad-beat-next-hand")
    pay(page, live_room)
    phone = chromium.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}).new_page()
    phone.goto(f"{live_room.url}/funds/{number}")
    expect(phone.locator("main")).to_contain_text("T1")
    expect(phone.locator("main")).to_contain_text("$20,000")
    save_picture(phone, "bad-beat-public")
    phone.context.close()
    page.context.close()
    assert page_errors == []
