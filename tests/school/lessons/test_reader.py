"""Lessons as written: what cannot be read, or does not hold, is said with its line."""

from pathlib import Path

import pytest

from poker.currency import USD, set_currency
from poker.rules import HouseRules
from school.lessons.prepare import prepare, priced
from school.lessons.reader import LessonError, lesson_files, read_lesson
from staff.currencies import CURRENCIES
from tests.school.lesson_players import HEAD, lesson_of

GOOD = """
[[exercise]]
id = "ours"
title = "Ours"
rules = ["S-081"]
stakes = "limit"
seats = "1 2 3"
button = 3

[[exercise.step]]
says = "Seat 3 folds."
do = ["3 fold"]
"""
RIDE = 'ride = { hands = 9, mistakes = 1, seconds = 90, every = 3, surprises = ["x"] }'
REPORT = """
[[exercise]]
id = "ours"
title = "Ours"
rules = ["I-047"]
stakes = "limit"
seats = "1 2 3"
button = 3
before = ["close_street count=3"]

[[exercise.step]]
says = "You turn the turn; no one has acted."
report = { key = "premature_turn", facts = { burned = 1 }, outcome = "set_aside" }
"""


def test_good_lesson_is_prepared() -> None:
    prepared = prepare([lesson_of(GOOD), lesson_of("")], HouseRules())
    assert [exercise.id for exercise in prepared.lessons[0].exercises] == ["ours"]
    assert len(prepared.lessons) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[lesson", "line 1: "),
        (HEAD + "[[exercise]]\nid = \n", "line 17: "),
        (HEAD + "[other]\na = 1\n", "line 16: unknown tables: other"),
        (HEAD.replace('key = "ours"', ""), "[lesson]: "),
        (HEAD + "[exercise]\nid = 'a'\n", "write [[exercise]] above each"),
        (HEAD.replace("[stakes.limit]", "[[stakes]]"), "write [stakes.NAME]"),
        (HEAD + GOOD.replace('stakes = "limit"', 'stakes = "spread"'), "no [stakes.spread]"),
        (HEAD + GOOD.replace("title", "headline"), "line 18, ours: "),
        (HEAD + GOOD.replace("seats", "setas"), "setas"),
        (HEAD + GOOD.replace('says = "Seat 3 folds."', "says = 3"), "line 18, ours: "),
        (
            HEAD.replace("order = 1", "order = 1\n" + RIDE) + GOOD,
            "line 19, ours: a table of a ride needs `generate`",
        ),
        (
            HEAD.replace("order = 1", "order = 1\n" + RIDE)
            + GOOD.split("[[exercise.step]]")[0]
            + "generate = { hands = 3, seed = 1 }\n",
            "[lesson]: the ride has 9 hands, its tables 3",
        ),
        (
            HEAD + GOOD.split("[[exercise.step]]")[0] + "generate = { hands = 0, seed = 1 }\n",
            "line 18, ours: ",
        ),
    ],
)
def test_lesson_that_cannot_be_read_says_where(text: str, message: str) -> None:
    with pytest.raises(LessonError) as error:
        read_lesson(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("changed", "to", "message"),
    [
        ('do = ["3 fold"]', 'do = ["3 fly"]', "step 1: "),
        ('do = ["3 fold"]', 'do = ["3 call"]', "step 1: a check or a call needs no tap"),
        ('do = ["3 fold"]', 'do = ["9 fold"]', "step 1: "),
        ('do = ["3 fold"]', "do = []", "step 1: it has neither taps nor a report"),
        (
            'says = "Seat 3 folds."\ndo = ["3 fold"]',
            'do = ["set_tracking tracking=streets"]',
            "it needs `says`",
        ),
        ('seats = "1 2 3"', 'seats = "1 1 b"', "isn't a seat"),
        ('seats = "1 2 3"', 'seats = "12"', "seat"),
        ('rules = ["S-081"]', 'rules = ["S-081"]\nhouse = { flop = "wet" }', "house: "),
        ('rules = ["S-081"]', 'rules = ["S-081"]\nhouse = { button = "wet" }', "house: "),
        (
            'stakes = "limit"',
            'stakes = { like = "limit", game = "bridge" }',
            "there is no game bridge",
        ),
        (
            'rules = ["S-081"]',
            'rules = ["S-081"]\nirregularities = ["rain"]',
            "no irregularity rain",
        ),
        ("button = 3", 'button = 3\nbefore = ["3 dance"]', "'dance' isn't an argument"),
    ],
)
def test_exercise_that_is_not_played_as_written_says_where(
    changed: str, to: str, message: str
) -> None:
    assert changed in GOOD
    with pytest.raises(LessonError) as error:
        prepare([lesson_of(GOOD.replace(changed, to))], HouseRules())
    assert "line 18, ours: " in str(error.value)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("changed", "to", "message"),
    [
        ("facts = { burned = 1 }", "facts = {}", "the fact burned decides and is not given"),
        ("premature_turn", "premature_noon", "no irregularity premature_noon"),
        ("premature_turn", "premature_river", "the tablet does not offer it"),
        ("premature_turn", "stud_no_ante", "the tablet does not offer it"),
        ('says = "You turn the turn; no one has acted."\n', "", "a report needs `says`"),
        (
            'key = "premature_turn", facts = { burned = 1 }, outcome = "set_aside"',
            'key = "abuse_or_thrown_cards", facts = { seat = 1 }',
            "give the supervisor's `decision`",
        ),
    ],
)
def test_report_that_does_not_hold_says_why(changed: str, to: str, message: str) -> None:
    assert changed in REPORT
    with pytest.raises(LessonError, match="line 18, ours") as error:
        prepare([lesson_of(REPORT.replace(changed, to))], HouseRules())
    assert message in str(error.value)


def test_exercise_for_another_setting_is_left_out_with_the_setting() -> None:
    house = HouseRules(premature_turn="reshuffle")
    left_out = prepare([lesson_of(REPORT)], house).left_out
    assert [entry.why for entry in left_out] == [
        "the house's rules lead to reshuffle, not set_aside"
    ]
    written = REPORT.replace("before =", 'house = { button = "dead" }\nbefore =')
    left_out = prepare([lesson_of(written)], HouseRules()).left_out
    assert [entry.why for entry in left_out] == ["the house has button = moving; it is for dead"]


def test_game_that_the_house_does_not_deal_is_left_out() -> None:
    prepared = prepare([lesson_of(GOOD)], HouseRules(), games={"stud"})
    assert prepared.lessons == ()
    assert [entry.why for entry in prepared.left_out] == ["the house does not deal hold'em"]
    assert prepare([lesson_of(GOOD)], HouseRules(), games={"holdem"}).lessons


def test_folder_names_the_file_and_what_is_twice(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(HEAD + GOOD)
    assert [lesson.key for lesson in lesson_files(tmp_path)] == ["ours"]
    (tmp_path / "b.toml").write_text(HEAD + GOOD)
    with pytest.raises(LessonError, match="lessons that occur twice: ours"):
        lesson_files(tmp_path)
    (tmp_path / "b.toml").write_text(HEAD.replace('"ours"', '"theirs"', 1) + GOOD)
    with pytest.raises(LessonError, match="exercises that occur twice: ours"):
        lesson_files(tmp_path)
    (tmp_path / "b.toml").write_text("[lesson")
    with pytest.raises(LessonError, match=r"b\.toml: line 1"):
        lesson_files(tmp_path)
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(LessonError, match=r"b\.toml isn't UTF-8 text"):
        lesson_files(tmp_path)


def test_amounts_are_told_in_the_currency_of_the_house() -> None:
    set_currency(CURRENCIES["EUR"])
    assert priced("Seat 3 makes it $8 of $1,250.50.") == (
        f"Seat 3 makes it 8{chr(0xA0)}€ of 1.250,50{chr(0xA0)}€."
    )
    set_currency(USD)
    assert priced("Calls $24, $5/$10.") == "Calls $24, $5/$10."
