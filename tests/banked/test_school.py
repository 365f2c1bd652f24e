"""The lesson of Spanish 21: every exercise plays through, and each tap is judged by the table that it leads to."""

from collections.abc import Iterator

import msgspec
import pytest

from banked.school.lessons import House, prepare, read_lesson, written_lessons
from banked.school.session import BankedSchoolSession
from banked.tablet.model import BankedScreen
from config.tablet_engine import call
from poker.currency import currency, set_currency
from school.lessons.checks import first_mistake
from school.lessons.reader import LessonError
from school.tablet.mistakes import TITLES, keys_of
from school.tablet.model import Begin, Exercise, Move, SchoolTap
from staff.currencies import CURRENCIES
from tests.banked.spanish_trainee import HOUSES, USUAL, Trainee, exercises


def test_lesson_has_ten_exercises_in_each_house() -> None:
    for name, house in HOUSES.items():
        prepared = prepare(written_lessons(), house)
        assert len(prepared.lessons[0].exercises) == 10, (name, prepared.left_out)
        assert all(row.why.startswith("the house has ") for row in prepared.left_out)


@pytest.mark.parametrize(
    "exercise",
    [
        pytest.param(exercise, id=f"{name}: {exercise.id}")
        for name, house in HOUSES.items()
        for exercise in exercises(house)
    ],
)
def test_exercise_plays_through(exercise: Exercise) -> None:
    assert first_mistake(exercise, BankedSchoolSession) == ""
    score = Trainee(exercise).to_the_end().school.score
    assert score is not None
    assert score.is_finished
    assert len(score.hands) == exercise.hands
    assert len(score.steps) == len(exercise.steps)


def _sent(screen: BankedScreen) -> Iterator[Move]:
    """Yield every tap that a key of the screen, or a card of CARD ERROR, sends."""
    for key in keys_of(screen):
        if key.do is not None and key.do.send:
            yield Move(key.do.send, dict(key.do.args or {}))
    for card in (card for row in screen.fixes for card in row.cards):
        hand = {"hand": card.hand} if card.hand > 1 else {}
        for rank in screen.fix_ranks:
            place = {"box": card.box, "place": card.place, "card": rank}
            yield Move("correct_card", place | hand)


@pytest.mark.parametrize("exercise", [*USUAL.values()], ids=[*USUAL])
def test_every_due_tap_has_a_key(exercise: Exercise) -> None:
    trainee = Trainee(exercise)
    while trainee.session.step is not None:
        step = trainee.session.step
        (due, *_) = trainee.session.due(step.do[trainee.session.place.line :])
        screen = trainee.session.screen(trainee.at)
        assert isinstance(screen, BankedScreen)
        assert due in list(_sent(screen)), (step.says, due)
        trainee.tap(due.name, **due.args)
    assert not trainee.mistakes


def test_bonus_exercise_pays_the_super_bonus_and_the_envy() -> None:
    trainee = Trainee(USUAL["bonus"])
    trainee.until("settle")
    round_ = trainee.position.table.round
    assert round_ is not None
    paid = {(row.box, row.kind): row.paid for row in round_.settled if row.paid}
    assert paid[4, "super"] == 500_000
    assert paid[4, "hand"] == 7_500  # 3 to 1
    assert paid[3, "hand"] == 5_000  # 2 to 1
    assert paid[5, "hand"] == 3_750
    assert {box for box, kind in paid if kind == "envy"} == {1, 3, 5}


def test_wrong_rank_is_taken_back_with_the_right_key_and_the_rule() -> None:
    trainee = Trainee(USUAL["hits"])
    answer = trainee.tap("card", box=1, card="9")
    feedback = answer.school.feedback
    assert feedback is not None
    assert feedback.title == "You tapped 9 to box 1."
    assert feedback.right == {"name": "card", "args": {"box": 1, "card": "F"}}
    assert feedback.due == "J Q K to box 1"
    assert feedback.rule == "Printed house rules (several casinos)"
    assert trainee.mistakes[0].kind == "wrong_rank"
    assert answer.school.wrong == 1
    assert trainee.right().school.right == 1
    assert [mistake.kind for mistake in trainee.mistakes] == ["wrong_rank"]


@pytest.mark.parametrize(
    ("exercise", "until", "tapped", "kind"),
    [
        ("hits", "card", Move("stand", {"box": 1}), "wrong_decision"),
        ("hits", "card", Move("stand", {"box": 3}), "wrong_box"),
        ("hits", "stand", Move("surrender", {"box": 4}), "wrong_decision"),
        ("hits", "card", Move("call_floor"), "needless_floor"),
        ("hits", "card", Move("settle"), "not_possible"),
        ("hits", "card", Move("undo"), None),
        (
            "bets",
            "set_bet",
            Move("set_bet", {"box": 1, "amount": 10_000, "what": "bet"}),
            "wrong_amount",
        ),
        (
            "bets",
            "set_bet",
            Move("set_bet", {"box": 2, "amount": 2_500, "what": "bet"}),
            "wrong_box",
        ),
        (
            "bets",
            "set_bet",
            Move("set_bet", {"box": 1, "amount": 500, "what": "match"}),
            "out_of_order",
        ),
        (
            "match",
            "name_match",
            Move("name_match", {"box": 1, "card": 1, "how": "same"}),
            "wrong_card",
        ),
        ("peek", "peek", Move("peek", {"is_blackjack": True}), "wrong_card"),
        ("peek", "insure", Move("close_insurance"), "other"),
        (
            "trouble",
            "correct_card",
            Move("correct_card", {"box": 2, "place": 2, "card": "7"}),
            "wrong_rank",
        ),
        ("trouble", "call_floor", Move("card", {"box": 2, "card": "F"}), "missed_floor"),
        ("trouble", "report", Move("report", {"key": "two_cards"}), "wrong_irregularity"),
        ("shoe", "burn", Move("cover_card"), "other"),
        ("shoe", "burn", Move("open_shoe"), None),
    ],
)
def test_wrong_tap_has_its_kind(exercise: str, until: str, tapped: Move, kind: str | None) -> None:
    trainee = Trainee(USUAL[exercise]).until(until)
    trainee.tap(tapped.name, **tapped.args)
    assert [mistake.kind for mistake in trainee.mistakes] == ([kind] if kind else [])
    assert {mistake.kind for mistake in trainee.mistakes} <= set(TITLES)
    trainee.to_the_end()
    assert len(trainee.mistakes) == (1 if kind else 0)


def test_chips_of_a_bet_are_parts_of_one_tap() -> None:
    trainee = Trainee(USUAL["bets"])
    trainee.right(2)  # box 1: bet and match
    assert trainee.tap("set_bet", box=3, amount=2_500, what="bet").school.wrong == 0
    answer = trainee.tap("set_bet", box=3, amount=5_000, what="bet")
    assert (answer.school.right, answer.school.wrong) == (3, 0)
    trainee.right(2)  # box 4
    (clear, *_) = trainee.session.due((trainee.due,))
    assert clear.args["amount"] == 0
    trainee.tap("set_bet", box=3, amount=0, what="bet")
    trainee.tap("set_bet", box=3, amount=2_500, what="bet")
    assert not trainee.mistakes


def test_undo_takes_the_last_right_tap_back() -> None:
    trainee = Trainee(USUAL["hits"])
    trainee.right(2)
    answer = trainee.tap("undo")
    assert (answer.school.right, answer.school.undone) == (1, 1)
    assert trainee.due == Move("card", {"card": "4", "box": 3})
    score = trainee.to_the_end().school.score
    assert score is not None
    assert (score.is_finished, score.undone, score.mistakes) == (True, 1, ())


def test_mistakes_at_the_end_leave_the_wrong_tap_on_the_screen() -> None:
    trainee = Trainee(USUAL["hits"], telling="at_the_end")
    answer = trainee.tap("card", box=1, card="9")
    assert answer.school.feedback is None
    assert isinstance(answer.screen, BankedScreen)
    assert answer.screen.boxes[0].cards is not None
    assert len(answer.screen.boxes[0].cards.hands[0]) == 3
    trainee.tap("undo")
    assert trainee.right().school.right == 1
    assert len(trainee.mistakes) == 1


def test_supervisor_voids_the_round_of_a_ten() -> None:
    trainee = Trainee(USUAL["trouble"]).until("report")
    answer = trainee.right()
    table = trainee.position.table
    assert table.round is None
    assert table.last is not None
    assert table.last.paid == table.last.taken == 0
    assert answer.school.says.startswith("Supervisor: Void the round.")


HOSTILE = [
    Move("nothing"),
    Move(""),
    Move("rule", {"ruling": "1", "result": "x", "by": "x", "decision": "accepted"}),
    Move("void_round", {"reason": "x"}),
    Move("push_dealer", {"dealer": "x"}),
    Move("card", {"box": "one", "card": 7}),
    Move("card", {"box": 1, "card": "7", "by": "someone"}),
    Move("card", {"box": 99, "card": "7"}),
    Move("card", {"box": 1, "card": "T"}),
    Move("card", {"box": 1, "card": "🂱"}),
    Move("set_bet", {"box": 1, "amount": 10**400}),
    Move("set_bet", {"box": 1, "amount": -5, "what": "bet"}),
    Move("set_bet", {"box": 1, "amount": "x" * 10_000, "what": ["bet"]}),
    Move("report", {"key": "x" * 500}),
    Move("insure", {"box": None}),
    Move("correct_card", {"box": 1, "place": 99, "card": "7"}),
]


@pytest.mark.parametrize("exercise", ["bets", "hits", "trouble"])
@pytest.mark.parametrize("tapped", HOSTILE, ids=[f"{i}" for i in range(len(HOSTILE))])
def test_hostile_tap_is_a_mistake_and_changes_nothing(exercise: str, tapped: Move) -> None:
    trainee = Trainee(USUAL[exercise])
    before = trainee.position
    trainee.tap(tapped.name, **tapped.args)
    assert trainee.position is before
    assert len(trainee.mistakes) == 1
    trainee.to_the_end()
    assert len(trainee.mistakes) == 1


def test_worker_plays_an_exercise_by_its_kind() -> None:
    begin = Begin(exercise=USUAL["shoe"], telling="at_once", at=0)
    answer = msgspec.json.decode(call("school_begin", msgspec.json.encode(begin).decode()))
    assert answer["screen"]["family"] == "banked"
    tap = SchoolTap("open_shoe", {}, at=1_000)
    answer = msgspec.json.decode(call("school_tap", msgspec.json.encode(tap).decode()))
    assert (answer["school"]["right"], answer["school"]["number"]) == (1, 2)


def test_lesson_is_prepared_in_the_currency_of_the_house() -> None:
    before = currency()
    set_currency(CURRENCIES["EUR"])
    try:
        texts = [step.says for exercise in exercises(House()) for step in exercise.steps]
        code = currency().code
    finally:
        set_currency(before)
    assert code == "EUR"  # the page that requests the lesson continues in euros
    assert f"Box 3 bets 25{chr(0xA0)}€." in texts
    assert not [text for text in texts if "$" in text]


HEAD = """
[lesson]
key = "ours"
title = "Ours"
about = "ours"
text = "Ours."
target = "Ours."

[sources]
"A rule" = "printed"

[[exercise]]
id = "first"
title = "First"
rules = ["A rule"]
boxes = "3"
"""


def left_out(lines: str) -> str:
    prepared = prepare((read_lesson(HEAD + lines),), House())
    assert not prepared.lessons
    return prepared.left_out[0].why


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ('step = [{ says = "A card.", do = ["card 7 3"] }]', "step 1: "),
        ('step = [{ says = "A card." }]', "step 1: it has no taps"),
        ('step = [{ says = "The shoe.", do = ["dance 3"] }]', "line 13, first: step 1: "),
        ('step = [{ says = "x", do = ["shoe"], rules = ["Another"] }]', "[sources] lacks Another"),
        ('before = ["burn"]\nstep = [{ says = "x", do = ["shoe"] }]', "line 13, first: "),
        ('house = { soft_17 = "hit" }\nstep = [{ says = "x", do = ["shoe"] }]', "soft_17 = stand"),
        (
            'decisions = { nothing = "x" }\nstep = [{ says = "x", do = ["shoe"] }]',
            "no irregularity",
        ),
        ("plaque = { decks = 'x' }\nstep = [{ says = 'x', do = ['shoe'] }]", "line 13, first: "),
    ],
)
def test_exercise_that_does_not_hold_is_left_out_with_the_reason(lines: str, why: str) -> None:
    assert why in left_out(lines)


@pytest.mark.parametrize(
    "text", ["lesson = ", "[lesson]\nkey = 'x'", HEAD + "step = []\nunknown = 1", HEAD + "step = 5"]
)
def test_malformed_file_is_reported(text: str) -> None:
    with pytest.raises(LessonError):
        read_lesson(text)
