"""Draws by taps: quick series, a rebuilt deck, and a complete hand of 2-7 triple draw."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.dealer import Dealer
from tests.support.double_taps import sent_names, tap_twice
from tests.support.live_room import LiveRoom
from tests.support.play import open_table, play, stored_view
from tests.support.screenshots import save_picture
from tests.support.stage import Stage
from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser

TRIPLE_DRAW = {"game": "deuce7_triple"}
THREE = ".count.n4"  # the cell that has the number 3 while a seat draws


def open_draw(show: ReusedTablet) -> tuple[Stage, Page]:
    """Return a tablet where all six are to draw."""
    stage, page = show.open("draw")
    stage.view = stored_view(play(open_table(TRIPLE_DRAW), "close_street count=6"))
    show.show_again()
    page.wait_for_selector(THREE)
    return stage, page


def sent_draws(stage: Stage, page: Page) -> list[tuple[int, int]]:
    """Return seat and number of each draw that the room got."""
    assert set(sent_names(stage, page)) <= {"draw"}
    return [(command["args"]["seat"], command["args"]["count"]) for command in stage.commands]


@pytest.mark.parametrize("gap", [300, 450])
def test_quick_taps_on_one_number_draw_for_consecutive_seats(
    reused_tablet: ReusedTablet, gap: int
) -> None:
    stage, page = open_draw(reused_tablet)
    stage.down = True  # the room is slow: the tablet goes on all the same
    tap_twice(page, THREE, gap)
    expect(page.locator(".caption")).to_contain_text("Seat 3 draws")
    expect(page.locator(".step p")).to_contain_text("Seat 3 draws")
    expect(page.locator(".pod .is-expected")).to_have_attribute("aria-label", "Pat, seat 3")
    stage.down = False
    assert sent_draws(stage, page) == [(1, 3), (2, 3)]


# Taps of a series as the guard gets them: name, time, x; whether it accepts each.
SERIES = """async taps => {
  const { Guard } = await import("/static/dealer_ui/double_tap.js");
  const guard = new Guard({ now: () => taps.at(-1)[1] - 10, timeOf: (event) => event.timeStamp });
  guard.change();
  return taps.map(([name, at, x, series]) => guard.takes(
    { name, do: { send: "draw", args: { name } }, series }, { timeStamp: at, clientX: x, clientY: 100, detail: 1 }));
}"""


@pytest.mark.parametrize(
    ("taps", "guarded"),
    [
        ([["1", 1000, 50, True], ["2", 1240, 50, True]], [True, False]),
        ([["1", 1000, 50, True], ["2", 1260, 50, True]], [True, True]),
        ([["1", 1000, 50, True], ["2", 1050, 150, True]], [True, True]),
        ([["1", 1000, 50, True], ["count", 1400, 50, False]], [True, False]),
        ([["count", 1000, 50, False], ["1", 1400, 50, True]], [True, False]),
    ],
)
def test_only_draw_taps_of_different_seats_may_be_quick(
    reused_tablet: ReusedTablet, taps: list[object], guarded: list[bool]
) -> None:
    _, page = reused_tablet.open("draw")
    assert page.evaluate(SERIES, taps) == guarded


def test_double_tap_draws_for_one_seat(reused_tablet: ReusedTablet) -> None:
    stage, page = open_draw(reused_tablet)
    stage.down = True
    tap_twice(page, THREE, 0)
    stage.down = False
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    assert sent_draws(stage, page) == [(1, 3)]


def test_double_tap_on_the_last_draw_closes_no_street(reused_tablet: ReusedTablet) -> None:
    stage, page = open_draw(reused_tablet)
    text = ("1 pat", "2 pat", "3 pat", "4 pat", "5 pat")
    stage.view = stored_view(play(open_table(TRIPLE_DRAW), "close_street count=6", *text))
    stage.then = stored_view(
        play(open_table(TRIPLE_DRAW), "close_street count=6", *text, "6 draw 3")
    )
    reused_tablet.show_again()
    page.wait_for_selector("[aria-label='Seat 6 draws 3']")
    tap_twice(page, THREE, 300)
    expect(page.locator(THREE)).to_contain_text("4")
    assert sent_draws(stage, page) == [(6, 3)]


def test_pat_keys_and_number_keys_draw_in_seat_order(reused_tablet: ReusedTablet) -> None:
    stage, page = open_draw(reused_tablet)
    stage.down = True
    for name in ("Pat, seat 1", "Seat 2 draws 1", "Pat, seat 3", "Seat 4 draws 5"):
        page.click(f"[aria-label='{name}']")
    expect(page.locator("[aria-label='Seat 4 drew 5']")).to_be_visible()
    stage.down = False
    assert sent_draws(stage, page) == [(1, 0), (2, 1), (3, 0), (4, 5)]


def test_tablet_waits_when_the_draw_deck_runs_short(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("draw")
    first = ("1 draw 3", "2 draw 3", "3 pat", "4 draw 3", "5 draw 4", "6 draw 3")
    before = play(open_table(TRIPLE_DRAW), "close_street count=6", *first, "close_street count=6")
    stage.view = stored_view(before)
    reused_tablet.show_again()
    key = page.locator("[aria-label='Seat 1 draws 2']")
    expect(key).to_be_visible()  # the page has its snapshot: only now may the room be away
    stage.down = True
    key.click()
    page.click("[aria-label='Seat 2 draws 3']")
    expect(page.locator(".caption .caps")).to_have_text("")
    expect(page.locator(".count.draws:not(:disabled, [aria-disabled])")).to_have_count(0)


def test_dealer_rebuilds_the_deck_alone(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("rebuild")
    stage.view["draw"]["plan"]["supervisor"] = False
    reused_tablet.show_again()
    expect(page.locator(".rebuild li")).to_have_count(3)
    expect(page.locator(".felt-key")).to_have_text("STUB IS 19", use_inner_text=True)
    page.click(".felt-key")
    assert sent_names(stage, page) == ["rebuild_deck"]
    assert stage.commands[0]["args"] == {}


def test_counted_stub_is_sent_if_it_differs(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("rebuild")
    stage.view["draw"]["plan"]["supervisor"] = False
    reused_tablet.show_again()
    page.click("[aria-label='17 discards']")
    expect(page.locator(".sum-row")).to_contain_text("18new stub")
    page.click("[aria-label='Stub is 18: rebuild the deck']")
    assert sent_names(stage, page) == ["rebuild_deck"]
    assert stage.commands[0]["args"] == {"stub": 18}


def test_rebuilding_the_deck_asks_for_a_supervisor(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("rebuild")
    page.click(".felt-key")
    expect(page.locator(".wide h3")).to_contain_text("Rowan confirms this one step")
    expect(page.locator(".digits .go")).to_contain_text("IS 19")
    stage.whose["supervises"] = True
    reused_tablet.show_again()
    page.click(".felt-key")
    assert sent_names(stage, page) == ["rebuild_deck"]


@pytest.fixture
def dealer(chromium: Browser, live_room: LiveRoom) -> Iterator[Dealer]:
    dealer = Dealer(chromium, live_room)
    yield dealer
    dealer.close()


@pytest.mark.release
def test_a_hand_of_triple_draw_from_the_posts_to_the_award(dealer: Dealer) -> None:
    dealer.sit_down("T6", 6)
    dealer.expect_step("Deal five rounds, first card to seat 1, last to seat 6 (button).")
    dealer.tap("Fold seat 3", "Raise seat 4", "Fold seat 6", "Fold seat 1")
    dealer.expect_step("Bet is $8. Seat 2 to act.")
    dealer.tap("3 players still in")
    dealer.expect_step("Burn one. Seat 2 draws: discards in, same number out.")
    dealer.tap("Seat 2 draws 3", "Seat 4 draws 1", "Seat 5 draws 3")
    dealer.expect_step("Seat 2 is first: check or bet.")
    assert dealer.amount("Pot") == "$26"
    dealer.tap("Bet seat 4", "3 players still in")
    dealer.expect_step("Burn one. Seat 2 draws")
    dealer.tap("Seat 2 draws 2", "Pat, seat 4")
    dealer.expect_step("Seat 5 draws")
    expect(dealer.page.locator(".undo")).to_contain_text("Seat 4 pat")
    save_picture(dealer.page, "triple-draw")
    dealer.tap("Undo: Seat 4 pat")
    dealer.expect_step("Seat 4 draws")
    dealer.tap("Pat, seat 4", "Seat 5 draws 1")
    dealer.expect_step("Seat 2 is first: check or bet.")
    dealer.tap("Bet seat 4", "Fold seat 5", "2 players still in")
    dealer.expect_step("Burn one. Seat 2 draws")
    dealer.tap("Seat 2 draws 1", "Pat, seat 4")
    dealer.expect_step("Seat 2 is first")
    expect(dealer.page.locator(".footer .sum")).to_have_text(
        "52 = 30 dealt + 3 burns + 11 discards + 8 stub"
    )
    dealer.tap("2 players still in")
    dealer.expect_step("Showdown.")
    dealer.tap("Award to seat 4")
    dealer.expect_step("first card to seat 2, last to seat 1 (button)")
    expect(dealer.page.locator(".undo")).to_contain_text("to seat 4")
