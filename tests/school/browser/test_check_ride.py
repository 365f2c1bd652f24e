"""A check ride on the tablet: its parts in one run, nothing told of single mistakes, and the result of all of them."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.screenshots import save_picture
from tests.support.trainee import Trainee

pytestmark = [pytest.mark.browser, pytest.mark.release]
WREN = ("101", "2580")
PARTS = ["ride_test_limit_1", "ride_test_limit_2", "ride_test.premature_turn_three_to_act"]
RIDE = "Check ride: hold"
PART = """(id) => {
  const { exercise } = window.floorbook.school;
  return exercise?.exercise.id === id && Boolean(exercise.screen);
}"""
ALL_SENT = "() => !window.floorbook.school.results.kept.length"
LIMITS = """(limits) => {
  const { ride } = window.floorbook.school.data.lessons.find(({ ride }) => ride);
  Object.assign(ride, limits);
}"""


def expect_part(trainee: Trainee, number: int) -> None:
    """Wait until a part of the ride has its screen. number: from 0."""
    trainee.page.wait_for_function(PART, arg=PARTS[number])


def deal_ride(trainee: Trainee, *, wrong: int = 0) -> None:
    """Deal the ride to its end. wrong: taps of the first part, each taken back with UNDO."""
    for number in range(len(PARTS)):
        expect_part(trainee, number)
        moves = trainee.moves()
        if not number:
            for _ in range(wrong):
                trainee.make(wrong_fold(trainee, moves[0]))
                expect(trainee.page.locator(".told")).not_to_be_attached()
                trainee.undo()
        trainee.deal(moves)


def wrong_fold(trainee: Trainee, right: dict[str, Any]) -> dict[str, Any]:
    """Return the fold of another seat than the one that folds first."""
    assert right["args"]["what"] == "fold", right
    return {"name": "act", "args": {"seat": right["args"]["seat"] + 1, "what": "fold"}}


def test_ride_is_dealt_in_one_run_and_tells_its_result_at_the_end(trainee: Trainee) -> None:
    page = trainee.page
    trainee.sign_in(*WREN)
    box = page.locator(f".lesson[aria-label^='{RIDE}']")
    expect(box).to_have_attribute("aria-label", "Check ride: hold\u2019em, check ride of 2 hands")
    expect(box).to_contain_text("CHECK RIDE")
    expect(page.locator(".header")).to_contain_text("0 of 3 exercises done")
    trainee.tap(RIDE, of=".lessons")
    expect(page.locator(".about")).to_contain_text("Mistakes are shown at the end.")
    save_picture(page, "school-ride-lessons")
    trainee.tap("Start: Check ride")
    expect_part(trainee, 0)
    header = page.locator(".header")
    expect(header).to_contain_text("CHECK RIDE")
    expect(header).to_contain_text("Hand 1 of 2")
    moves = trainee.moves()
    trainee.make(wrong_fold(trainee, moves[0]))
    expect(page.locator(".told")).not_to_be_attached()
    expect(page.locator(".caption")).not_to_contain_text("wrong")
    save_picture(page, "school-ride")
    trainee.undo()
    trainee.deal(moves)
    expect_part(trainee, 1)
    expect(header).to_contain_text("Hand 2 of 2")
    trainee.deal(trainee.moves())
    expect_part(trainee, 2)
    expect(header).to_contain_text("Hand 2 of 2")  # a surprise is none of them
    trainee.deal(trainee.moves())
    trainee.expect_strip("Check ride passed")
    trainee.expect_strip("Wrong taps: 1, limit 1.")
    expect(page.locator(".mistake")).to_have_count(1)
    expect(page.locator(".mistake")).to_contain_text("hand 1: tapped FOLD")
    expect(page.locator(".bars g")).to_have_count(3)
    expect(page.locator(".about")).to_contain_text("Your supervisor has the certificate.")
    save_picture(page, "school-ride-result")
    sent = trainee.room.received
    assert [result["exercise"] for result in sent] == PARTS
    assert {(result["lesson"], result["telling"], result["tempo"]) for result in sent} == {
        ("ride_test", "at_the_end", 0)
    }
    assert all(result["score"]["is_finished"] for result in sent)
    assert [len(result["score"]["mistakes"]) for result in sent] == [1, 0, 0]


@pytest.mark.parametrize("limits", [{"mistakes": 0}, {"seconds": 1}])
@pytest.mark.release
def test_ride_over_a_limit_is_not_passed(trainee: Trainee, limits: dict[str, int]) -> None:
    page = trainee.page
    page.evaluate(LIMITS, {"mistakes": 1, "seconds": 600} | limits)
    trainee.sign_in(*WREN)
    trainee.tap(RIDE, of=".lessons")
    trainee.tap("Start: Check ride")
    deal_ride(trainee, wrong=1)
    trainee.expect_strip("Check ride not passed")


@pytest.mark.release
def test_who_leaves_ends_the_ride_and_begins_again_with_its_first_part(trainee: Trainee) -> None:
    page = trainee.page
    trainee.sign_in(*WREN)
    trainee.tap(RIDE, of=".lessons")
    trainee.tap("Start: Check ride")
    expect_part(trainee, 0)
    trainee.deal(trainee.moves())
    expect_part(trainee, 1)
    trainee.deal(trainee.moves()[:1])
    trainee.tap("More")
    trainee.tap("Leave the exercise")
    expect(page.locator(".lessons")).to_be_visible()
    page.wait_for_function(ALL_SENT)
    sent = trainee.room.received
    assert [(result["exercise"], result["score"]["is_finished"]) for result in sent] == [
        (PARTS[0], True),
        (PARTS[1], False),
    ]
    trainee.tap(RIDE, of=".lessons")
    trainee.tap("Start: Check ride")
    expect_part(trainee, 0)


@pytest.mark.release
def test_ride_without_a_network_has_a_pin_for_each_of_its_parts(trainee: Trainee) -> None:
    page = trainee.page
    trainee.pull()
    trainee.sign_in(*WREN)
    expect(page.locator(".header")).to_contain_text("Badge 101")
    page.evaluate("() => window.floorbook.school.person.pins.splice(2)")
    trainee.tap(RIDE, of=".lessons")
    trainee.tap("Start: Check ride")
    expect(page.locator(".gate")).to_be_visible()  # two are too few for three parts
    trainee.sign_in(*WREN)
    trainee.tap(RIDE, of=".lessons")
    trainee.tap("Start: Check ride")
    deal_ride(trainee)
    expect(page.locator(".about")).to_contain_text("once the results are sent")
    trainee.plug()
    page.evaluate("() => window.floorbook.school.results.send()")
    expect(page.locator(".about")).to_contain_text("Your supervisor has the certificate.")
    assert [result["exercise"] for result in trainee.room.received] == PARTS
    assert len({result["pin"]["encrypted"] for result in trainee.room.received}) == len(PARTS)
