"""A push and a supervisor's act without the network: the PIN is typed now, and checked when the room is back."""

import pytest
from playwright.sync_api import expect

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.room_log import run_code

pytestmark = pytest.mark.browser
PLOVER = ("102", "1470")
ROWAN = ("201", "7410")
WRONG = "1357"
# Who stored each fold and each button, and whether the log says that the PIN was checked later.
ACTORS = """
from journal.models import Entry
from staff.models import Staff
from tables.models import Table

names = {staff.key: staff.alias for staff in Staff.objects.all()}
kinds = ("hand.folded", "dealer.pushed", "button.set")
log = Entry.objects.filter(stream=Table.objects.get(name="T1").pk, name__in=kinds, caveat__isnull=False)
for entry in log.order_by("seq"):
    print(entry.name, names[entry.actor], entry.caveat or "-")
"""


def log_of(room: LiveRoom) -> list[str]:
    """Return the kind, the actor and the caveat of what was stored."""
    return run_code(room, ACTORS).splitlines()


def wait_for_table(dealer: Dealer) -> None:
    """Wait until the sheet is closed."""
    expect(dealer.page.locator(".wide")).to_have_count(0)


def push(dealer: Dealer, pin: str) -> None:
    """Push the dealer with badge 102 in, by the badge number."""
    dealer.tap("More", "Push the next dealer in", "Other badge")
    dealer.type_digits(PLOVER[0], "NEXT")
    dealer.enter_pin(pin)
    wait_for_table(dealer)


@pytest.mark.release
def test_push_without_the_network(dealer: Dealer, cable: Cable, live_room: LiveRoom) -> None:
    dealer.sit_down()
    dealer.expect_engine()
    cable.pull()
    push(dealer, PLOVER[1])
    header = dealer.page.locator(".header")
    expect(header).to_contain_text("Plover")
    dealer.tap("Fold seat 3", "Fold seat 4")
    expect(dealer.page.locator(".step p")).to_contain_text("Seven to act, seat 5 first.")
    dealer.page.reload()
    dealer.expect_engine()
    expect(dealer.page.locator(".step p")).to_contain_text("Seven to act, seat 5 first.")
    expect(header).to_contain_text("Plover")
    dealer.tap("Fold seat 5")
    cable.plug()
    dealer.expect_step("Six to act, seat 6 first.")
    expect(header).to_contain_text("Plover")
    dealer.tap("Fold seat 6")
    dealer.expect_step("Five to act, seat 7 first.")
    late = "pin_unchecked"
    assert log_of(live_room) == [
        f"dealer.pushed Plover {late}",
        f"hand.folded Plover {late}",
        f"hand.folded Plover {late}",
        f"hand.folded Plover {late}",
        "hand.folded Plover -",
    ]


@pytest.mark.release
def test_wrong_pin_is_asked_for_again(dealer: Dealer, cable: Cable, live_room: LiveRoom) -> None:
    """The taps wait, also over a reload; dealing goes on; the right PIN sends them."""
    dealer.sit_down()
    dealer.expect_engine()
    cable.pull()
    push(dealer, WRONG)
    cable.plug()
    sheet = dealer.page.locator(".wide.push")
    expect(sheet).to_contain_text("Wrong badge or PIN")
    dealer.tap("Close")
    expect(dealer.page.locator(".footer .link")).to_contain_text("PIN was wrong")
    dealer.tap("Fold seat 3", "Fold seat 4")
    expect(dealer.page.locator(".step p")).to_contain_text("Seven to act, seat 5 first.")
    dealer.page.reload()
    dealer.expect_engine()
    expect(dealer.page.locator(".step p")).to_contain_text("Seven to act, seat 5 first.")
    assert log_of(live_room) == []
    dealer.tap("Undo", "Undo")
    expect(dealer.page.locator(".footer .link")).to_contain_text("PIN was wrong")
    dealer.tap("Enter Plover")
    expect(sheet).to_be_visible()
    dealer.enter_pin(PLOVER[1])
    dealer.expect_step("first card to seat 1")
    expect(dealer.page.locator(".header")).to_contain_text("Plover")
    assert log_of(live_room)[0] == "dealer.pushed Plover pin_unchecked"


@pytest.mark.release
def test_supervisors_act_without_the_network(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    dealer.sit_down()
    dealer.expect_engine()
    cable.pull()
    dealer.tap("More", "Change a seat", "Change seat 4", "Button to seat 4", "Rowan")
    expect(dealer.page.locator(".wide.push h3")).to_contain_text("Rowan confirms this one step")
    dealer.enter_pin(ROWAN[1])
    expect(dealer.page.locator(".step p")).to_contain_text("last to seat 4 (button)")
    wait_for_table(dealer)
    dealer.tap("Fold seat 7")
    expect(dealer.page.locator(".step p")).to_contain_text("to act")
    cable.plug()
    dealer.expect_step("to act")
    assert log_of(live_room) == ["button.set Rowan pin_unchecked", "hand.folded Wren -"]
