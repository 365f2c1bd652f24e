"""The school's page with the room's own lessons, sign-in and records: nothing is answered by the test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support.live_room import LiveRoom
from tests.support.trainee import Trainee
from tests.support.waiting import WAIT_MS

pytestmark = pytest.mark.browser
# Badges and PINs of the demo room.
WREN = ("101", "2580")
ROWAN = ("201", "7410")
EXERCISE = "premature_turn_three_to_act"
BEGIN = """(id) => {
  const { school } = window.floorbook;
  const lesson = school.data.lessons.find(({ ride, exercises }) => !ride && exercises.some((one) => one.id === id));
  return school.begin(lesson, lesson.exercises.find((one) => one.id === id));
}"""
ALL_PREPARED = "() => !window.floorbook.school.data.preparing.length"
ALL_SENT = "() => !window.floorbook.school.results.kept.length"
ROWS = """
from school.models import DealtExercise
for row in DealtExercise.objects.order_by("pk"):
    print(row.log.staff.badge, row.exercise, row.is_finished, row.wrong)
"""


@pytest.fixture
def at_the_room(trainee: Trainee) -> Iterator[Trainee]:
    """The tablet, answered by the room itself, with the room's lessons."""
    page = trainee.page
    page.unroute_all()
    page.reload()
    expect(page.locator("body[data-engine='ready']")).to_be_attached()
    page.wait_for_function(ALL_PREPARED, timeout=WAIT_MS)
    yield trainee
    trainee.plug()


def deal(trainee: Trainee) -> None:
    """Sign in, and deal the exercise to its end."""
    page = trainee.page
    trainee.sign_in(*WREN)
    expect(page.locator(".lessons")).to_be_visible()
    page.evaluate(BEGIN, EXERCISE)
    expect(page.locator(".pod").first).to_be_visible()
    trainee.deal(trainee.moves())
    expect(page.locator(".step")).to_contain_text("taps right")


def rows(room: LiveRoom) -> list[str]:
    """Return the exercises that the room has."""
    done = room.manage("shell", "-v0", "-c", ROWS)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


def test_result_of_a_sign_in_and_one_of_a_pin_without_a_network_are_in_the_records(
    at_the_room: Trainee, school_room: LiveRoom
) -> None:
    page = at_the_room.page
    deal(at_the_room)
    page.wait_for_function(ALL_SENT)
    assert rows(school_room) == [f"101 {EXERCISE} True 0"]

    at_the_room.tap("LESSONS")
    at_the_room.tap("Leave the school")
    at_the_room.pull()
    deal(at_the_room)
    expect(page.locator(".footer")).to_contain_text("1 result to send")
    at_the_room.cable.plug()
    page.unroute_all()
    # A message that began without the network fails first, and is sent again half a minute later.
    page.evaluate(
        "async () => { const { results } = window.floorbook.school; await results.send(); await results.send(); }"
    )
    page.wait_for_function(ALL_SENT)
    assert rows(school_room) == [f"101 {EXERCISE} True 0"] * 2

    floor = page.context.new_page()
    floor.goto(f"{at_the_room.cable.url}/floor/sign-in")
    floor.fill("[name=badge]", ROWAN[0])
    floor.fill("[name=pin]", ROWAN[1])
    floor.press("[name=pin]", "Enter")
    floor.wait_for_url(lambda url: "sign-in" not in url)
    floor.goto(f"{at_the_room.cable.url}/floor/school/")
    wren = floor.locator("tbody tr", has_text="Wren")
    expect(wren.locator("[data-of='Last dealt']")).not_to_contain_text("not yet")
    floor.close()
