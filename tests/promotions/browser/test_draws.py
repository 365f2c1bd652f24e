"""A splash pot and a mystery board in the browsers of everyone: drawn, dealt, paid; claimed, picked, paid."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.axe import serious_violations
from tests.support.dealer import Dealer
from tests.support.floor_pages import HORNBEAM, ROWAN, open_floor_page, page_errors
from tests.support.live_hands import dealer, play_to_flop
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

__all__ = ["dealer", "page_errors"]

pytestmark = pytest.mark.browser
FLOOR = (1366, 768)
PHONE = (390, 844)
TV = (1920, 1080)
LONG = "Friday night splash of all hold'em games by the river"
PUBLISH = """
import json
from datetime import timedelta
from uuid import uuid4
from django.utils import timezone
from msgspec.structs import replace
from promotions.funds import fund_create, fund_execute
from promotions.pages.promotion_form import first_terms
from promotions.publishing import promotion_create, version_publish
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import FundPolicy
from promotions.rules.terms import Schedule
from promotions.table_sync import sync_room
from staff.models import Room, Staff

room = Room.objects.order_by("pk").first()
manager = Staff.objects.get(badge="301")
now = timezone.now()
before = now - timedelta(hours=2)
fund = fund_create(
    room=room, title="Players' promotions", policy=FundPolicy(surveillance=False, seal_from=0),
    brought=1_000_000, actor=manager.key, now=before,
)
fund_execute(
    fund_id=fund.pk, command_id=str(uuid4()), command=c.Post(1_000_000, 0, 0, "opening"),
    actor=manager.key, now=before,
)

def publish(kind, title, **changes):
    terms = replace(first_terms(kind, title), **changes)
    promotion = promotion_create(room=room, terms=terms, fund=fund, staff=manager, now=before)
    version_publish(promotion=promotion, badge="302", pin="5820", seen=1, now=before)

PROMOTIONS
sync_room(room, before)
sync_room(room, now)
print("MARK", json.dumps({"room": room.pk, "fund": fund.pk}))
"""
SPLASH = """
publish("splash", "Friday splash", prize=10_000, schedule=Schedule(0, 1440, 60))
publish("splash", LONG, prize=2_000_000, games=(), schedule=Schedule(0, 1440, 60))
""".replace("LONG", repr(LONG))
MYSTERY = """
publish("mystery", "Mystery board", asks=(), prizes=(50_000, *[20_000] * 3, *[10_000] * 8))
"""
CLAIM = "Call the floor: Mystery board, seat 2, quad tens"
BOARD = ("10 diamonds", "10 spades", "J spades", "3 spades", "4 hearts")


def publish(room: LiveRoom, promotions: str) -> tuple[int, int]:
    """Open a fund of $10,000 and publish its promotions; return the numbers of room and fund."""
    result = room.manage("shell", "-c", PUBLISH.replace("PROMOTIONS", promotions))
    assert result.returncode == 0, result.stderr
    numbers = json.loads(result.stdout.split("MARK")[1])
    return numbers["room"], numbers["fund"]


def public_page(browser: Browser, room: LiveRoom, number: int, text: str, picture: str) -> None:
    """Open the public page on a phone, which contains this text."""
    phone = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}).new_page()
    phone.goto(f"{room.url}/funds/{number}")
    expect(phone.locator("main")).to_contain_text(text)
    for summary in phone.locator("details summary").all():
        summary.click()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert serious_violations(phone) == []
    phone.locator("details").first.scroll_into_view_if_needed()
    save_picture(phone, picture)
    phone.context.close()


def board(browser: Browser, room: LiveRoom, number: int, text: str, picture: str) -> None:
    screen = browser.new_context(viewport={"width": TV[0], "height": TV[1]}).new_page()
    screen.goto(f"{room.url}/funds/board/{number}")
    expect(screen.locator("main")).to_contain_text(text)
    save_picture(screen, picture)
    screen.context.close()


def edit(page: Page, room: LiveRoom, number: int) -> None:
    """Run a splash promotion over the last month, and draft a mystery board."""
    page.goto(f"{room.url}/funds/promotions/?room={number}")
    page.get_by_role("link", name="Friday splash").first.click()
    page.get_by_role("link", name="Dry run over the last month").click()
    expect(page.locator(".dry-run")).to_contain_text("splash pots, $")
    assert serious_violations(page) == []
    save_picture(page, "splash-editor")
    page.goto(f"{room.url}/funds/promotions/?room={number}")
    page.fill("[name=title]", "Autumn boxes")
    page.select_option("[name=kind]", "mystery")
    page.get_by_role("button", name="Begin a draft").click()
    page.fill("[name=prizes]", "1000\n3 x 500\n8 x 100")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.locator("main")).to_contain_text("The hand picks one of 12 boxes")
    assert serious_violations(page) == []
    save_picture(page, "mystery-editor")


def test_splash_from_the_draw_to_the_ledger(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    room, fund = publish(live_room, SPLASH)
    dealer.sit_down()
    dealer.expect_step("Friday splash: put $100 in the pot.")
    save_picture(dealer.page, "splash-announced")
    page = open_floor_page(chromium, live_room, page_errors, account=HORNBEAM, size=FLOOR)
    page.goto(f"{live_room.url}/funds/ledger/{fund}")
    expect(page.locator(".splash")).to_contain_text("waits for the deal")
    expect(page.locator("main")).to_contain_text("Post the prize first.")
    assert serious_violations(page) == []
    save_picture(page, "splash-due")
    play_to_flop(dealer)
    dealer.expect_footer("all sent")
    save_picture(dealer.page, "splash-dealt")
    page.reload()
    expect(page.locator(".splash")).to_contain_text("hand 1, slip 1")
    page.locator("#splashes-title").scroll_into_view_if_needed()
    save_picture(page, "splash-paid")
    edit(page, live_room, room)
    public_page(chromium, live_room, room, "in the pot of hand 1", "splash-public")
    board(chromium, live_room, room, "T1", "splash-board")
    page.context.close()
    assert page_errors == []


def pick(page: Page) -> None:
    """Verify the claim with badge and PIN, and open the box that the player chose."""
    page.get_by_role("link", name="Decide").click()
    expect(page.locator("#pick-title")).to_have_text("Mystery board")
    page.get_by_text("Verify hit, PIN").click()
    page.fill("#badge-verify", ROWAN[0])
    page.fill("#pin-verify", ROWAN[1])
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#pick-title")).to_have_text("The player picks a box")
    assert serious_violations(page) == []
    save_picture(page, "mystery-pick")
    page.get_by_role("button", name="Box 7", exact=True).click()
    expect(page.locator("#pick-title")).to_contain_text("Box 7: $")
    save_picture(page, "mystery-picked")


def test_mystery_board_from_the_deal_to_the_paid_box(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    room, fund = publish(live_room, MYSTERY)
    dealer.sit_down()
    play_to_flop(dealer)
    dealer.tap("4 players still in", "4 players still in", "4 players still in")
    dealer.expect_step("Showdown.")
    dealer.tap("More", "Enter cards", "The board", *BOARD, "Done")
    cards = ("10 hearts", "10 clubs")
    dealer.tap("More", "Enter cards", "A hand", "Cards of seat 2", *cards, "Done")
    expect(dealer.page.locator(f"[aria-label^='{CLAIM}']")).to_be_visible()
    save_picture(dealer.page, "mystery-due")
    dealer.tap(CLAIM)
    dealer.expect_footer("all sent")
    page = open_floor_page(chromium, live_room, page_errors, account=ROWAN, size=FLOOR)
    page.goto(f"{live_room.url}/funds/?room={room}")
    pick(page)
    page.locator(".payments [value=chips]").click()
    expect(page.locator("#paid-title .count")).to_have_text("1 of 1 paid")
    page.goto(f"{live_room.url}/funds/ledger/{fund}")
    expect(page.locator(".mystery-boxes .taken")).to_have_count(1)
    save_picture(page, "mystery-ledger")
    public_page(chromium, live_room, room, "11 of 12 boxes left", "mystery-public")
    board(chromium, live_room, room, "highest of 11 boxes", "mystery-board")
    page.context.close()
    assert page_errors == []


ALTERNATE = """
from staff.models import Room
from waitlist.models import BoardSettings

room = Room.objects.order_by("pk").first()
BoardSettings.objects.update_or_create(room=room, defaults={"promotion_seconds": 8})
"""


def test_the_board_shows_lists_and_promotions_in_turn(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    room, _ = publish(live_room, SPLASH)
    assert live_room.manage("shell", "-c", ALTERNATE).returncode == 0
    screen = chromium.new_context(viewport={"width": TV[0], "height": TV[1]}).new_page()
    screen.on("pageerror", lambda error: page_errors.append(str(error)))
    screen.goto(f"{live_room.url}/board/{room}")
    cover = screen.locator("#promotions")
    expect(cover).to_be_visible()
    expect(cover.locator("main")).to_contain_text("Friday splash")
    save_picture(screen, "board-in-turn")
    expect(cover).to_be_hidden()
    screen.context.close()
    assert page_errors == []
