"""A trainee deals Spanish 21 in the school, on a tablet of the demo room, and the room keeps the result."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support.cable import Cable
from tests.support.chromium import SHARED
from tests.support.live_room import LiveRoom
from tests.support.screenshots import pixels, save_picture
from tests.support.stage import SIZE
from tests.support.trainee import SchoolRoom, Trainee
from tests.support.waiting import WAIT_MS

pytestmark = pytest.mark.browser
WREN = ("101", "2580")
BEGIN = """(id) => {
  const { school } = window.floorbook;
  const lesson = school.data.lessons.find(({ key }) => key === "spanish_21");
  return school.begin(lesson, lesson.exercises.find((one) => one.id === id));
}"""
ALL_SENT = "() => !window.floorbook.school.results.kept.length"
ROWS = """
from school.models import DealtExercise
for row in DealtExercise.objects.order_by("pk"):
    print(row.log.staff.badge, row.lesson, row.exercise, row.is_finished, row.wrong)
"""


@pytest.fixture
def trainee(live_room: LiveRoom, cable: Cable) -> Iterator[Trainee]:
    """A trainee who is signed in to the school, with the room's own lessons."""
    with SHARED.use() as chromium:
        context = chromium.new_context(viewport=SIZE, device_scale_factor=pixels(), has_touch=True)
        trainee = Trainee(context.new_page(), cable, SchoolRoom())
        page = trainee.page
        page.unroute_all()
        trainee.pair()
        trainee.tap("Dealer school")
        expect(page.locator("body[data-engine='ready']")).to_be_attached()
        trainee.sign_in(*WREN)
        expect(page.locator(".lessons")).to_be_visible()
        yield trainee
        assert not trainee.errors


def lit(trainee: Trainee) -> list[str]:
    """Return the names of the keys that light up."""
    names: list[str] = trainee.page.locator(".key:is(.is-due, .is-expected)").evaluate_all(
        "keys => keys.map(key => key.ariaLabel)"
    )
    return names


def begin(trainee: Trainee, exercise: str) -> None:
    trainee.page.evaluate(BEGIN, f"spanish_21_{exercise}")
    expect(trainee.page.locator(".box-pod").first).to_be_visible()


def test_exercise_is_dealt_on_the_boxes_with_feedback_and_kept_by_the_room(
    trainee: Trainee, live_room: LiveRoom
) -> None:
    page = trainee.page
    begin(trainee, "hits")
    trainee.expect_strip("Box 1 has eleven and taps the layout: a king, twenty-one.")
    save_picture(page, "school-spanish21")
    trainee.tap("Box 1 stands")
    feedback = page.locator(".strip .told")
    expect(feedback).to_contain_text("You tapped STAND, box 1.")
    expect(feedback).to_contain_text("A rank is a hit.")
    assert lit(trainee) == ["jack, queen or king to Box 1"]
    assert page.locator(".is-wrong").evaluate_all("keys => keys.map(key => key.ariaLabel)") == [
        "Box 1 stands"
    ]
    expect(page.locator(".strip .dealer")).to_contain_text("7")
    save_picture(page, "school-spanish21-feedback")
    first, *others = trainee.moves()
    trainee.make(first)
    expect(feedback).not_to_be_attached()
    trainee.undo()
    trainee.make(first)
    trainee.deal(others)
    trainee.expect_strip("7 of 8 taps right")
    expect(page.locator(".mistake")).to_contain_text("tapped STAND, box 1, due J Q K to box 1")
    # The room prepares all lessons before it takes the first result.
    page.wait_for_function(ALL_SENT, timeout=WAIT_MS)
    done = live_room.manage("shell", "-v0", "-c", ROWS)
    assert done.stdout.split("\n")[:-1] == ["101 spanish_21 spanish_21_hits True 1"]


def test_bets_card_error_and_a_floor_call_are_tapped_where_the_table_has_them(
    trainee: Trainee,
) -> None:
    page = trainee.page
    begin(trainee, "bets")
    trainee.tap("Bet of box 3")
    trainee.tap("Box 3 bet $25")
    feedback = page.locator(".strip .told")
    expect(feedback).to_contain_text("You tapped BET of box 3: $25.")
    assert lit(trainee) == ["Bet of box 1, none"]
    save_picture(page, "school-spanish21-bets")
    trainee.tap("Bet of box 1")
    assert "Box 1 bet $25" in lit(trainee)
    trainee.tap("Box 1 bet $25")
    trainee.tap("Match of box 1")
    trainee.tap("Box 1 match $1")
    trainee.tap("Box 1 match $6")
    expect(feedback).to_contain_text("You tapped MATCH of box 1: $6.")
    page.evaluate("() => window.floorbook.school.exercise.leave()")
    expect(page.locator(".lessons")).to_be_visible()

    begin(trainee, "trouble")
    trainee.tap("Box 2 stands")
    expect(feedback).to_contain_text("Due: CARD ERROR, box 2 card 2 is 6.")
    assert lit(trainee) == ["Correct a card"]
    before = trainee.state
    trainee.tap("Correct a card")
    trainee.tap("Box 2, card 2: 9")
    save_picture(page, "school-spanish21-card-error")
    trainee.tap("Box 2, card 2: 9 is 6")
    trainee.judged(before)
    call, report, *others = trainee.moves()[1:]
    trainee.make(call)
    save_picture(page, "school-spanish21-floor")
    trainee.make(report)
    trainee.expect_strip("Void the round. All wagers go back.")
    trainee.tap("The shoe")
    trainee.make(others[0])
    trainee.make(others[1])
    trainee.expect_strip("5 of 6 taps right")
