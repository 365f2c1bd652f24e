"""A seat's name and chips open its logged acts; a tap on what it really was corrects one, also without the room."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.support.stage import open_scene
from tests.support.staged_fixtures import ReusedTablet
from tests.support.staged_taps import sent_commands, tap

pytestmark = pytest.mark.browser

ACTS = """
from journal.models import Entry
from tables.models import Table

entries = Entry.objects.filter(stream=Table.objects.get(name="T1").pk, name__startswith="hand.")
print(*entries.order_by("seq").values_list("name", flat=True))
"""


@pytest.fixture
def dealer(chromium: Browser, live_room: LiveRoom) -> Iterator[Dealer]:
    dealer = Dealer(chromium, live_room)
    yield dealer
    dealer.close()


def test_act_is_corrected_where_it_happened(dealer: Dealer) -> None:
    """A raise was a call: the fold after it stays, the old act is struck through, UNDO gives it back."""
    dealer.sit_down()
    page = dealer.page
    dealer.tap("Raise seat 3", "Fold seat 4", "Correct an act of seat 3")
    expect(page.locator(".step")).to_contain_text("What did seat 3 really do?")
    expect(page.locator(".acts .act")).to_have_text(["1  raise to $8"])
    expect(page.locator(".acts .stays")).to_contain_text("seat 4 fold")
    dealer.tap("It was a call, seat 3")
    expect(page.locator(".acts")).to_have_count(0)
    expect(page.locator(".pod .struck")).to_have_text("$8")
    expect(page.locator(".undo .sub")).to_have_text("Seat 3 call $4")
    expect(page.locator("[aria-label^='Put the hand back, seat 4']")).to_be_visible()
    dealer.tap("Undo: Seat 3 call $4")
    expect(page.locator(".pod .struck")).to_have_count(0)
    expect(page.locator(".undo .sub")).to_have_text("Seat 4 fold")
    dealer.expect_footer("all sent")
    assert "hand.act_corrected" in dealer.room.manage("shell", "-c", ACTS).stdout
    assert not dealer.errors


def test_second_tap_on_the_row_closes_it(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("acts")
    tap(page, "Correct an act of seat 3")
    expect(page.locator(".acts")).to_be_visible()
    tap(page, "Correct an act of seat 3")
    expect(page.locator(".acts")).to_have_count(0)


def test_another_amount_below_the_bet_is_an_all_in(reused_tablet: ReusedTablet) -> None:
    """Less than the bet can only be all-in (S-115)."""
    stage, page = reused_tablet.open("acts")
    tap(page, "Correct an act of seat 3", "It was another amount", "Digit 2")
    expect(page.locator(".pad")).to_contain_text("Less than the bet of $15: all-in.")
    tap(page, "SET $2")
    act = {"number": 9, "seat": 3, "was": "raise", "what": "all_in", "to": 200}
    assert sent_commands(stage, page) == [("correct_act", act)]


def test_older_act_of_the_seat_is_chosen_from_the_list(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("acts")
    tap(page, "Correct an act of seat 3", "call $3", "It was a fold")
    act = {"number": 0, "seat": 3, "was": "call", "what": "fold"}
    assert sent_commands(stage, page) == [("correct_act", act)]


def test_key_of_a_pad_logs_the_sum_it_shows(reused_tablet: ReusedTablet) -> None:
    """A second tap on RAISE with a sum is the raise; a sum outside the limits is named and not logged."""
    stage, page = reused_tablet.open("pad")
    tap(page, "Raise seat 2", "Digit 1", "Digit 8", "Digit 7", "Raise seat 2")
    assert sent_commands(stage, page) == [("act", {"seat": 2, "what": "raise", "to": 18700})]


def test_sum_outside_the_limits_is_named_when_its_pad_closes(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    tap(page, "Raise seat 2", "Digit 5", "Raise seat 2")
    expect(page.locator(".step")).to_contain_text("Seat 2 not logged: $5 is outside the limits.")
    assert sent_commands(stage, page) == []


@pytest.mark.parametrize(
    ("picture", "scene"),
    [
        ("1-logged", "act_logged"),
        ("2-acts", "acts"),
        ("3-all-in", "act_all_in"),
        ("4-amount", "acts_amount"),
        ("5-question", "act_question"),
        ("6-answered", "act_answered"),
    ],
)
def test_steps_of_a_correction_fit_and_are_pictured(
    reused_tablet: ReusedTablet, picture: str, scene: str
) -> None:
    """No text of a seat's row, of the felt or of UNDO is cut off while an act is corrected."""
    page = open_scene(reused_tablet.open, scene)
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".undo .sub, .act-key .text, .answer-key .text, .act .text, .struck")]
        .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline")
        .map((node) => node.textContent)"""
    )
    assert cut == []
    save_picture(page, f"correction-{picture}")
