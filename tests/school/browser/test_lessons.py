"""A trainee deals lessons on the tablet's own screen: hold'em, stud, a card that comes too early; the table plays.

The pages also with the longest texts, many lessons and hands, and by daylight: nothing leaves its box.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support.axe import serious_violations
from tests.support.guard_clock import pause
from tests.support.screenshots import save_picture
from tests.support.stage import SIZE
from tests.support.trainee import Trainee

pytestmark = pytest.mark.browser
WREN = ("101", "2580")


def names(trainee: Trainee, selector: str) -> list[str]:
    """Return what the keys with a look do, without the player and the sum."""
    names = trainee.page.locator(selector).evaluate_all("keys => keys.map(key => key.ariaLabel)")
    return [name.split(",")[0] for name in names]


def test_wrong_fold_in_holdem_is_told_on_the_felt_and_the_right_tap_goes_on(
    trainee: Trainee,
) -> None:
    page = trainee.page
    trainee.room.add(*WREN, "Wren", hand_times={"limit_holdem_three_hands": 118_000})
    trainee.sign_in(*WREN)
    trainee.expect_strip("Next for you: Limit hold\u2019em, exercise 1 of 1.")
    save_picture(page, "school-lessons")
    trainee.start("Limit hold")
    trainee.expect_strip("Seat 3 folds. Seat 4 calls. Seat 5 folds.")
    first, second, *others = trainee.moves()
    trainee.make(first)
    trainee.tap("Fold seat 4")
    feedback = page.locator(".told")
    expect(feedback).to_contain_text("You tapped FOLD 4.")
    expect(feedback).to_contain_text("Your tap is taken back. Rule S-081")
    assert names(trainee, ".is-wrong") == ["Fold seat 4"]
    assert names(trainee, ".key:is(.is-due, .is-expected)") == ["Fold seat 5"]
    expect(page.locator(".caption .note")).to_have_text("1 right, 1 wrong")
    save_picture(page, "school-exercise")
    trainee.tap("Fold seat 6")
    trainee.expect_strip("The table plays it again, slowly")
    trainee.expect_strip("Seat 5 folds.")
    trainee.make(second)  # nothing has to be dismissed
    expect(feedback).not_to_be_attached()
    trainee.undo()
    trainee.make(second)
    trainee.deal(others)
    trainee.expect_strip("33 of 35 taps right, and on pace.")
    expect(page.locator(".mistake")).to_have_count(1)
    expect(page.locator(".mistake")).to_contain_text("tapped FOLD 6, due FOLD 5. Rule S-081")
    expect(page.locator(".bars g")).to_have_count(3)
    expect(page.locator(".average")).to_contain_text("average, was 1:58 last time")
    expect(page.locator(".undone")).to_have_text("UNDO used: 1")
    expect(page.locator(".about h3")).to_have_text("Practice next: Limit hold\u2019em")
    save_picture(page, "school-result")
    [result] = trainee.results(1)
    assert (result["lesson"], result["token"]) == ("limit_holdem", "token-101")
    assert (result["score"]["taps"], result["score"]["undone"]) == (33, 1)
    assert result["score"]["is_finished"]
    assert len(result["score"]["mistakes"]) == 2
    trainee.tap("LESSONS")
    expect(page.locator(".lesson").first).to_have_attribute(
        "aria-label", "Limit hold\u2019em, 1 of 1 done"
    )


def test_wrong_seat_in_stud_is_told_before_the_bring_in(trainee: Trainee) -> None:
    page = trainee.page
    trainee.sign_in(*WREN)
    trainee.start("Stud")
    trainee.expect_strip("Upcards: 1 (7♥), 2 (Q♦), 3 (9♦), 4 (2♠), 5 (7♠), 6 (8♣), 7 (2♣), 8 (5♦).")
    moves = trainee.moves()
    trainee.tap(trainee.key_of({"name": "opener", "args": {"seat": 4}}))
    expect(page.locator(".told")).to_contain_text("Read the upcards again.")
    assert names(trainee, ".is-due") == [trainee.key_of(moves[0]).split(",")[0]]
    trainee.deal(moves)
    trainee.expect_strip("23 of 24 taps right")
    expect(page.locator(".mistake")).to_contain_text("Wrong card or seat shown")


def test_premature_turn_expects_the_floor_and_its_facts(trainee: Trainee) -> None:
    page = trainee.page
    trainee.sign_in(*WREN)
    trainee.start("Premature turn")
    call, row, fact, *others = trainee.moves()
    trainee.tap("Fold seat 7")
    expect(page.locator(".told")).to_contain_text("Seats 7, 8 and 9 still have to act on the flop.")
    assert names(trainee, ".is-due") == [trainee.key_of(call).split(",")[0]]
    trainee.make(call)
    trainee.tap("Card exposed", of=".call")
    pause(page)
    page.locator(".call .what.row").first.tap()
    trainee.expect_strip("You tapped ")  # the call covers the felt
    assert names(trainee, ".call .is-due") == ["Premature burn or card"]
    save_picture(page, "school-floor")
    trainee.make(row)
    trainee.make(fact)
    trainee.deal(others)
    trainee.expect_strip("6 of 8 taps right")
    kinds = page.locator(".mistake").all_inner_texts()
    assert [kind.split("\n")[1] for kind in kinds] == [
        "Floor not called",
        "Wrong report to the floor",
    ]


# The browser's voice says what it is given, and keeps it.
VOICE = """() => {
  window.said = [];
  Object.defineProperty(window, "speechSynthesis", { configurable: true, value: {
    speak: ({ text, rate }) => window.said.push([text, rate]), cancel() {},
  } });
}"""
MARK = """async ([screen, feedback]) => {
  const { marked } = await import("/static/school/right_key.js");
  const { screen: shown, isLit } = marked(screen, feedback);
  return [shown.pods[0].keys.map(({ look }) => look), shown.secondary.map(({ look }) => look), isLit];
}"""
FOLD = {"text": "FOLD", "look": "live", "do": {"send": "act", "args": {"seat": 3, "what": "fold"}}}
RAISE = {"text": "RAISE", "look": "due", "do": {"open": "pad", "args": {"seat": 3}}}
ALL_IN = {"text": "ALL-IN", "look": "live", "do": {"open": "arm", "args": {"of": "all_in"}}}
SCREEN = {
    "pods": [{"seat": 3, "keys": [FOLD, RAISE]}],
    "secondary": [ALL_IN],
    "floor": {"rows": {}},
}


def act(**args: object) -> dict[str, object]:
    """Return an act as a tap."""
    return {"name": "act", "args": args}


@pytest.mark.parametrize(
    ("right", "looks"),
    [
        (act(seat=3, what="raise", to=1200), [["wrong", "due"], ["live"], False]),
        (act(seat=3, what="all_in", to=900), [["wrong", "filled"], ["due"], False]),
        (act(seat=5, what="fold", to=None), [["wrong", "filled"], ["live"], False]),
    ],
)
@pytest.mark.release
def test_key_that_leads_to_the_right_tap_is_the_only_amber_one(
    trainee: Trainee, right: dict[str, object], looks: list[object]
) -> None:
    feedback = {"right": right, "tapped": act(seat=3, what="fold")}
    assert trainee.page.evaluate(MARK, [SCREEN, feedback]) == looks


AWARD = {"send": "award", "args": {"pot": 1, "seats": [2], "board": 1}}
BOMB = {"send": "bomb_pot", "args": {"amount": 1000, "boards": 2}}
SHORT = {"open": "amount", "args": {"seat": 3, "of": "post"}}
CHANGE = {"open": "amount", "args": {"of": "bomb"}}
SPLASH = {"open": "amount", "args": {"of": "splash"}}
PAID = {"send": "pay_bounty", "args": {"seat": 5}}
NOT_ALL = {"open": "bounty", "args": {"seat": 5, "asked": False}}
WON_AT_ROW = {"open": "bounty", "args": {"seat": 5, "asked": True}}


@pytest.mark.parametrize(
    ("key", "name", "args", "look"),
    [
        (AWARD, "award", {"seats": [2]}, "due"),
        (AWARD, "award", {"seats": [2], "board": 0}, "filled"),
        (BOMB, "bomb_pot", {"amount": 1000, "boards": 2}, "due"),
        (BOMB, "bomb_pot", {"amount": 2500}, "filled"),
        (CHANGE, "bomb_pot", {"amount": 2500}, "due"),
        (CHANGE, "bomb_pot", {"on": False}, "filled"),
        (SPLASH, "splash_pot", {"amount": 5000}, "due"),
        (SPLASH, "bomb_pot", {"amount": 2500}, "filled"),
        (PAID, "pay_bounty", {"seat": 5}, "due"),
        (PAID, "pay_bounty", {"seat": 5, "without": [3]}, "filled"),
        (NOT_ALL, "pay_bounty", {"seat": 5, "without": [3]}, "due"),
        (NOT_ALL, "pay_bounty", {"seat": 5}, "filled"),
        (WON_AT_ROW, "pay_bounty", {"seat": 5}, "due"),
        (SHORT, "post_short", {"seat": 3, "amount": 700}, "due"),
        (SHORT, "post_short", {"seat": 2, "amount": 700}, "filled"),
    ],
)
@pytest.mark.release
def test_keys_of_pots_and_boards_are_amber_for_their_taps(
    trainee: Trainee, key: dict[str, object], name: str, args: dict[str, object], look: str
) -> None:
    pods = [{"keys": [{"text": "KEY", "look": "expected", "do": key}]}]
    screen = {"pods": pods, "secondary": [], "floor": {"rows": {}}}
    feedback = {"right": {"name": name, "args": args}, "tapped": act(seat=3, what="fold")}
    assert trainee.page.evaluate(MARK, [screen, feedback])[0] == [look]


@pytest.mark.release
def test_table_takes_its_time_at_a_tempo_and_waits_when_relaxed(trainee: Trainee) -> None:
    page = trainee.page
    trainee.room.add(*WREN, "Wren", tempo=30)
    trainee.sign_in(*WREN)
    trainee.tap("Tempo: 30 an hour")
    expect(page.locator("[aria-label^='Tempo']")).to_contain_text("35 an hour")
    trainee.tap("Tempo: 35 an hour")
    expect(page.locator("[aria-label^='Tempo']")).to_contain_text("relaxed")
    trainee.start("Limit hold")
    first, second, third, *_ = trainee.moves()
    trainee.deal([first, second])
    trainee.expect_strip("Seat 6 calls. Seat 7 folds.")
    assert page.evaluate("() => window.floorbook.school.exercise.pause") == 0
    page.evaluate("() => { window.floorbook.school.exercise.tempo = 35; }")
    trainee.make(third)
    trainee.deal(trainee.moves()[3:4])
    trainee.expect_strip("The table plays on.")
    assert 600 <= page.evaluate("() => window.floorbook.school.exercise.pause") <= 5000
    trainee.expect_strip("Seat 2 checks.")


@pytest.mark.release
def test_line_is_spoken_and_spoken_slowly_after_two_wrong_taps(trainee: Trainee) -> None:
    page = trainee.page
    page.evaluate(VOICE)
    trainee.sign_in(*WREN)
    trainee.tap("Sound: off")
    trainee.start("Stud")
    trainee.tap(trainee.key_of({"name": "opener", "args": {"seat": 4}}))
    expect(page.locator(".told")).to_be_visible()
    trainee.tap(trainee.key_of({"name": "opener", "args": {"seat": 2}}))
    trainee.expect_strip("slowly")
    (first, rate), (again, slow) = page.evaluate("() => window.said")
    assert "Upcards: 1: 7 of hearts, 2: queen of diamonds, 3: 9 of diamonds," in first
    assert (again, rate, round(slow, 1)) == (first, 1, 0.6)
    trainee.tap("More")
    trainee.tap("Sound is on")
    trainee.tap("More")
    trainee.tap("Leave the exercise")
    expect(page.locator("[aria-label^='Sound: off']")).to_be_visible()


# Texts that leave the box of their part. A text that is cut off on purpose has an ellipsis or a clamp.
LEAVING = """() => [...document.querySelectorAll(".frame *")].filter((node) => {
  const { right, bottom, width } = node.getBoundingClientRect();
  if (!width || node.closest(".sr-only")) return false;
  const { overflow } = getComputedStyle(node);
  const isCut = overflow === "visible" && node.clientWidth && node.scrollWidth > node.clientWidth + 1;
  return right > innerWidth + 1 || bottom > innerHeight + 1 || (isCut && !node.closest("svg"));
}).map((node) => `${node.className} ${node.textContent.trim().slice(0, 40)}`)"""
TITLE = "Missed blinds, dead buttons, new players and all their money!"[:60]
MANY_LESSONS = """(title) => {
  const { school } = window.floorbook;
  const [first] = school.data.lessons;
  window.kept = school.data.lessons;
  school.data.lessons = Array.from({ length: 20 }, (_, i) => ({
    ...first,
    key: `many-${i}`,
    title: i % 2 ? `Lesson ${i}` : title,
    about: `${title} ${title}`,
    text: `${title} ${title} ${title}`.slice(0, 170),
    target: title,
    exercises: first.exercises.map((one) => ({ ...one, title })),
  }));
  school.toLessons();
}"""
UPCARDS = "Upcards: " + ", ".join(f"{seat} (10♠ 10♥ 10♦ 10♣)" for seat in range(1, 9)) + "."
LONG_LINE = """(says) => {
  const { exercise } = window.floorbook.school;
  exercise.playParts(says, false);
}"""
MANY_HANDS = """(isList) => {
  const { school } = window.floorbook;
  const [lesson] = school.data.lessons;
  const rules = ["S-081", "H-21b", "I-047"];
  const cited = "I-015 (card room's hold'em rules, Florida rulebook §9e), H-21b (Florida rulebook §15-B)";
  const mistakes = Array.from({ length: 12 }, (_, i) => ({
    kind: ["wrong_draw", "out_of_order", "street_early", "missed_floor", "wrong_card", "wrong_pot"][i % 6],
    step: i, hand: i + 1, tapped: "High to seats 1, 2, 3, low to seats 4, 5, 6", right: "Pot to seat 7", rules, cited,
  }));
  const hands = Array.from({ length: isList ? 30 : 8 }, (_, i) => 80_000 + (i % 4) * 15_000);
  const score = { taps: 300, undone: 4, mistakes, steps: [], hands, is_finished: true };
  const telling = isList ? "at_the_end" : "at_once";
  school.result = { score, lesson, exercise: lesson.exercises[0], telling, target: 102_857 };
  school.mistakesAt = 0;
  school.view = "result";
  school.paint();
}"""


@pytest.mark.release
def test_many_lessons_with_long_titles_have_pages_whose_keys_never_move(trainee: Trainee) -> None:
    page = trainee.page
    trainee.sign_in(*WREN)
    expect(page.locator(".lessons")).to_be_visible()
    page.evaluate(MANY_LESSONS, TITLE)
    assert page.evaluate(LEAVING) == []
    save_picture(page, "school-many")
    turn = page.locator(".lesson.turn")
    before = turn.bounding_box()
    trainee.tap("Page 1 of 3")
    trainee.tap("Page 2 of 3")
    expect(page.locator(".lesson:not(.turn)")).to_have_count(4)
    assert turn.bounding_box() == before
    trainee.tap("Start: ")
    expect(page.locator(".pod").first).to_be_visible()
    assert page.evaluate(LEAVING) == []
    page.evaluate("() => { window.floorbook.school.data.lessons = window.kept; }")


def test_longest_line_and_reason_stay_in_their_boxes(trainee: Trainee) -> None:
    page = trainee.page
    trainee.sign_in(*WREN)
    trainee.start("Stud")
    page.evaluate(LONG_LINE, UPCARDS)
    trainee.expect_strip(UPCARDS[-40:])
    assert page.evaluate(LEAVING) == []
    save_picture(page, "school-upcards")
    trainee.tap(trainee.key_of({"name": "opener", "args": {"seat": 4}}))
    expect(page.locator(".told")).to_be_visible()
    page.evaluate(
        """() => {
          const { exercise, paint } = window.floorbook.school;
          exercise.counts.feedback.text = "The lowest card by suit brings it in. ".repeat(5);
          exercise.paint();
        }"""
    )
    assert page.evaluate(LEAVING) == []
    save_picture(page, "school-reason")


@pytest.mark.parametrize("is_list", [False, True])
@pytest.mark.release
def test_result_of_many_hands_and_mistakes_has_pages(trainee: Trainee, is_list: bool) -> None:
    page = trainee.page
    trainee.sign_in(*WREN)
    expect(page.locator(".lessons")).to_be_visible()
    page.evaluate(MANY_HANDS, is_list)
    assert page.evaluate(LEAVING) == []
    save_picture(page, f"school-result-{'list' if is_list else 'kinds'}")
    expect(page.locator(".mistake")).to_have_count(5)
    trainee.tap("Page 1 of")
    expect(page.locator(".mistake")).to_have_count(5 if is_list else 1)


@pytest.mark.release
def test_pages_by_daylight(trainee: Trainee) -> None:
    page = trainee.page
    page.evaluate("() => { document.documentElement.dataset.theme = 'light'; }")
    trainee.sign_in(*WREN)
    expect(page.locator(".lessons")).to_be_visible()
    save_picture(page, "school-light-lessons")
    assert not serious_violations(page)
    trainee.start("Limit hold")
    trainee.deal(trainee.moves()[:1])
    trainee.tap("Fold seat 4")
    expect(page.locator(".told")).to_be_visible()
    save_picture(page, "school-light-exercise")
    assert not serious_violations(page)
    page.evaluate(MANY_HANDS, False)
    save_picture(page, "school-light-result")
    assert not serious_violations(page)
    page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")


LONG_REASON = """() => {
  const { exercise } = window.floorbook.school;
  exercise.counts.feedback.text = "The lowest card by suit brings it in. ".repeat(4);
  exercise.paint();
}"""


@pytest.fixture
def upright(trainee: Trainee) -> Iterator[Trainee]:
    """The trainee's tablet, upright."""
    trainee.page.set_viewport_size({"width": 820, "height": 1180})
    yield trainee
    trainee.page.set_viewport_size(SIZE)


def test_lessons_and_their_longest_titles_fit_an_upright_tablet(upright: Trainee) -> None:
    page = upright.page
    save_picture(page, "portrait-school-gate")
    upright.sign_in(*WREN)
    expect(page.locator(".lessons")).to_be_visible()
    assert page.evaluate(LEAVING) == []
    save_picture(page, "portrait-school-lessons")
    page.evaluate(MANY_LESSONS, TITLE)
    upright.tap("Page 1 of 3")
    assert page.evaluate(LEAVING) == []
    save_picture(page, "portrait-school-many")
    page.evaluate("() => { window.floorbook.school.data.lessons = window.kept; }")


def test_exercise_and_its_reason_fit_an_upright_tablet(upright: Trainee) -> None:
    page = upright.page
    upright.sign_in(*WREN)
    upright.start("Stud")
    save_picture(page, "portrait-school-exercise")
    page.evaluate(LONG_LINE, UPCARDS)
    upright.expect_strip(UPCARDS[-40:])
    assert page.evaluate(LEAVING) == []
    upright.tap(upright.key_of({"name": "opener", "args": {"seat": 4}}))
    expect(page.locator(".told")).to_be_visible()
    page.evaluate(LONG_REASON)
    assert page.evaluate(LEAVING) == []
    save_picture(page, "portrait-school-reason")


def test_result_fits_an_upright_tablet(upright: Trainee) -> None:
    page = upright.page
    upright.sign_in(*WREN)
    expect(page.locator(".lessons")).to_be_visible()
    page.evaluate(MANY_HANDS, False)
    expect(page.locator(".mistake")).to_have_count(5)
    assert page.evaluate(LEAVING) == []
    save_picture(page, "portrait-school-result")
