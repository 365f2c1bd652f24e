"""Results of trainees: kept on the tablet, sent when there is a network, and each under the badge that dealt them."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.support.trainee import Trainee

pytestmark = pytest.mark.browser
WREN = ("101", "2580")
SISKIN = ("102", "1470")
STORED = """() => new Promise((done) => {
  const opening = indexedDB.open("floorbook-school");
  opening.onsuccess = () => {
    const asking = opening.result.transaction("results").objectStore("results").getAll();
    asking.onsuccess = () => {
      opening.result.close();
      done(JSON.stringify(asking.result));
    };
  };
})"""
# The longest that a lesson ends with.
ENDS = (
    "Supervisor: Stub 1 and burns 3 don\u2019t cover 8 seats: burn one, one common card face up for all. "
    "Sixth street\u2019s first seat acts first."
)
# ms of a hand, with which the next result is compared.
LAST_TIME = "(id) => window.floorbook.school.lastTime({ id })"
SET_ENDS = """(ends) => {
  const [exercise] = window.floorbook.school.data.lessons.find(({ key }) => key === "premature_turn").exercises;
  exercise.ends = ends;
}"""
DECRYPT = """
import json
from school.tablet.wire import pin_use
from tables.encrypted_pins import decrypt_pin
print(decrypt_pin("{encrypted}", use=pin_use("{id}", "{badge}")))
"""


def stored(trainee: Trainee) -> list[dict[str, Any]]:
    """Return the results in the tablet's store."""
    results: list[dict[str, Any]] = json.loads(trainee.page.evaluate(STORED))
    return results


def deal_premature_turn(trainee: Trainee) -> None:
    """Deal the shortest lesson to its end."""
    trainee.start("Premature turn")
    trainee.deal(trainee.moves())
    trainee.expect_strip("6 of 6 taps right")


def test_trainee_who_leaves_in_the_middle_keeps_what_was_dealt(trainee: Trainee) -> None:
    trainee.sign_in(*WREN)
    trainee.start("Limit hold")
    trainee.deal(trainee.moves()[:2])
    [so_far] = stored(trainee)  # after each tap, for a page that loads again
    trainee.tap("More")
    with trainee.page.expect_response("**/tablet/school/results"):
        trainee.tap("Leave the exercise")
    expect(trainee.page.locator(".lessons")).to_be_visible()
    [result] = trainee.results(1)
    assert so_far["result"]["id"] == result["id"]
    assert so_far["result"]["score"] == result["score"]
    assert (result["score"]["taps"], result["score"]["is_finished"]) == (2, False)
    name = "Limit hold\u2019em, 0 of 1 done"
    expect(trainee.page.locator(".lesson").first).to_have_attribute("aria-label", name)


@pytest.mark.release
def test_page_that_loads_again_in_the_middle_keeps_what_was_dealt(trainee: Trainee) -> None:
    trainee.sign_in(*WREN)
    trainee.start("Limit hold")
    trainee.deal(trainee.moves()[:2])
    [result] = stored(trainee)
    assert trainee.room.received == []
    trainee.page.reload()
    expect(trainee.page.locator("body[data-engine=ready]")).to_be_attached()
    trainee.sign_in(*WREN)
    expect(trainee.page.locator(".lessons")).to_be_visible()
    [received] = trainee.results(1)
    assert received["id"] == result["result"]["id"]
    assert (received["score"]["taps"], received["score"]["is_finished"]) == (2, False)
    assert stored(trainee) == []


@pytest.mark.release
def test_exercise_without_a_tap_leaves_no_result(trainee: Trainee) -> None:
    trainee.sign_in(*WREN)
    trainee.start("Stud")
    trainee.tap("More")
    trainee.tap("Leave the exercise")
    expect(trainee.page.locator(".lessons")).to_be_visible()
    assert trainee.room.received == []


@pytest.mark.release
def test_five_minutes_without_a_tap_ask_who_is_there(trainee: Trainee) -> None:
    trainee.sign_in(*WREN)
    trainee.start("Limit hold")
    trainee.deal(trainee.moves()[:1])
    trainee.page.evaluate("() => { window.floorbook.school.tappedAt -= 5 * 60_000; }")
    expect(trainee.page.locator(".gate")).to_contain_text("No one tapped for five minutes.")
    [result] = trainee.results(1)
    assert not result["score"]["is_finished"]


@pytest.mark.release
def test_each_of_two_trainees_has_their_own_results_and_progress(trainee: Trainee) -> None:
    trainee.sign_in(*WREN)
    deal_premature_turn(trainee)
    trainee.tap("LESSONS")
    trainee.tap("Leave the school")
    expect(trainee.page.locator(".gate")).to_contain_text("Signed out. Who is next?")
    trainee.room.trainees[SISKIN]["done"] = {"stud_two_hands": 2}
    trainee.sign_in(*SISKIN)
    expect(trainee.page.locator(".header")).to_contain_text("1 of 3 exercises done")
    expect(trainee.page.locator(".header")).to_contain_text("Siskin")
    deal_premature_turn(trainee)
    assert [result["token"] for result in trainee.results(2)] == ["token-101", "token-102"]


@pytest.mark.release
def test_trainer_decides_what_comes_next_and_how_it_is_told(trainee: Trainee) -> None:
    trainee.room.add(*WREN, "Wren", due=["stud_two_hands"], telling="at_the_end", may_choose=False)
    trainee.sign_in(*WREN)
    trainee.expect_strip("Next for you: Stud, exercise 1 of 1.")
    expect(trainee.page.locator(".lesson.is-set")).to_have_attribute(
        "aria-label", "Stud, 0 of 1 done"
    )
    expect(trainee.page.locator(".choice-key")).to_have_count(1)  # the sound is the trainee's own
    trainee.start("Premature turn")
    trainee.tap("Fold seat 7")
    expect(trainee.page.locator(".caption .note")).to_have_text("0 right, 1 wrong")
    expect(trainee.page.locator(".told")).not_to_be_attached()
    trainee.undo()
    trainee.deal(trainee.moves())
    trainee.expect_strip("6 of 7 taps right")
    mistake = trainee.page.locator(".mistake")
    expect(mistake).to_contain_text(
        "hand 1: tapped FOLD 7, due FLOOR. Rule I-047 (card room's hold'em rules, Florida rulebook 15-B),"
        " H-21b (card room's hold'em rules, Florida rulebook §15-B)"
    )


@pytest.mark.release
def test_what_is_left_to_say_is_told_with_the_result(trainee: Trainee) -> None:
    trainee.page.evaluate(SET_ENDS, ENDS)
    trainee.sign_in(*WREN)
    deal_premature_turn(trainee)
    trainee.expect_strip(ENDS)
    save_picture(trainee.page, "school-ends")


@pytest.mark.release
def test_wrong_pin_is_told(trainee: Trainee) -> None:
    trainee.sign_in("101", "9999")
    expect(trainee.page.locator(".wrong")).to_have_text("Wrong badge or PIN.")
    expect(trainee.page.locator(".lessons")).not_to_be_attached()


@pytest.mark.release
def test_game_that_is_opened_ends_the_school_after_the_exercise(trainee: Trainee) -> None:
    trainee.sign_in(*WREN)
    trainee.start("Premature turn")
    trainee.page.route(
        "**/tablet/school/idle", lambda route: route.fulfill(json={"is_idle": False})
    )
    trainee.page.evaluate("() => window.floorbook.school.poll()")
    expect(trainee.page.locator(".footer")).to_contain_text(
        "T2 is open now. The school ends after this exercise."
    )
    trainee.deal(trainee.moves())
    expect(trainee.page.locator(".gate")).to_contain_text(
        "The floor has opened T2. Your results are kept."
    )
    trainee.page.unroute("**/tablet/school/idle")
    assert [result["score"]["is_finished"] for result in trainee.results(1)] == [True]


@pytest.mark.release
def test_school_starts_without_a_network_and_sends_its_results_later(
    trainee: Trainee, school_room: LiveRoom
) -> None:
    page = trainee.page
    trainee.pull()
    page.reload()
    trainee.expect_lessons()
    trainee.sign_in(*WREN)
    expect(page.locator(".header")).to_contain_text("Badge 101")
    deal_premature_turn(trainee)
    expect(page.locator(".footer")).to_contain_text(
        "result kept under your badge · 1 result to send"
    )
    expect(page.locator(".footer")).to_contain_text("1 of 3 exercises done")
    [stored_result] = stored(trainee)
    assert (
        page.evaluate(LAST_TIME, stored_result["result"]["exercise"])
        == stored_result["result"]["score"]["hands"][0]
    )
    assert "2580" not in json.dumps(
        {**stored_result, "result": {**stored_result["result"], "score": None, "pin": None}}
    )
    trainee.tap("LESSONS")
    trainee.tap("Leave the school")
    expect(page.locator(".gate")).to_contain_text("1 result kept on this tablet.")
    trainee.room.refuse["*"] = "Wrong badge or PIN."
    trainee.plug()
    page.evaluate("() => window.floorbook.school.results.send()")
    [sent] = trainee.results(1)
    assert "token" not in sent
    pin = sent["pin"]
    printed = school_room.manage("shell", "-c", DECRYPT.format(id=sent["id"], **pin)).stdout
    assert (pin["badge"], printed.strip().splitlines()[-1]) == ("101", "2580")

    trainee.room.refuse.clear()
    trainee.sign_in(*SISKIN)
    trainee.expect_strip("The room did not take a result of Badge 101")
    trainee.tap("Leave the school")
    trainee.sign_in(*WREN)  # with a network, the sign-in proves whose result it is
    expect(page.locator(".header")).to_contain_text("1 of 3 exercises done")
    page.wait_for_function("() => !window.floorbook.school.results.kept.length")
    assert [(result["id"], result["token"]) for result in trainee.room.received[1:]] == [
        (sent["id"], "token-101")
    ]
    assert stored(trainee) == []


def test_school_refuses_to_start_at_a_table_with_an_open_game(trainee: Trainee) -> None:
    """Without a network, too: the tablet's last screen of its table had a game."""
    page = trainee.page
    trainee.pull()
    page.evaluate("() => localStorage.setItem('floorbook.game', '1')")
    page.reload()
    expect(page.locator(".gate")).to_contain_text("A game is open at T2")
    expect(page.locator(".digits")).not_to_be_attached()
    trainee.plug()
    page.reload()  # the room knows better
    expect(page.locator(".digits")).to_be_visible()


@pytest.mark.release
def test_school_that_was_never_opened_says_so_without_a_network(trainee: Trainee) -> None:
    page = trainee.page
    page.evaluate("async () => (await caches.open('floorbook-page')).delete('/tablet/school/')")
    trainee.pull()
    page.goto(page.url)
    expect(page.locator("p")).to_contain_text("The school is not on this tablet yet.")
    trainee.plug()
    page.goto(page.url)
    expect(page.locator(".digits")).to_be_visible()
