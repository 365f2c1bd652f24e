"""Every case of tests/poker/cases is a test of its own, and a wrong case fails with a message that says why."""

import re
import sys
from pathlib import Path

import pytest

from poker.cases import Case, CaseError, check, event_names, load
from poker.events import EVENTS
from poker.logs.codec import tag

FILES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
CASES = [(file.stem, case) for file in FILES for case in load(file.read_text())]


@pytest.mark.parametrize("case", [pytest.param(c, id=f"{stem}/{c.id}") for stem, c in CASES])
def test_case_gives_its_expected_result(case: Case):
    assert check(case) == ()


@pytest.mark.release
def test_every_event_happens_in_a_case():
    matches = frozenset[str]().union(*(event_names(case) for _, case in CASES))
    assert {tag(event) for event in EVENTS} - matches == set()


def test_case_ids_are_unique():
    ids = [case.id for _, case in CASES]
    assert len(ids) == len(set(ids))


HEAD = """
[stakes.nl]
game = "holdem"
limit = "none"
small_bet = 2
big_bet = 2
blinds = [1, 2]
"""
CASE = """
[[case]]
id = "one"
rules = ["S-078"]
title = "A test of the test"
stakes = "nl"
seats = "1=100 2=100 3=100"
button = 1
"""


# A text of several lines that looks like the header of a case.
TWO_LINES = '"""\n[[case]]\nid = "two"\n"""'


def case_differences(lines: str, head: str = HEAD) -> str:
    (case,) = load(head + CASE + lines)
    return "\n".join(check(case))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('expect = {"money.pot" = 4}', "money.pot: expected 4, found 3"),
        ('expect = {"seats.3.nothing.min" = 4}', "expected 4, found nothing there"),
        ('expect = {"money.pott" = "null"}', "expected 'null', found nothing there"),
        ('expect = {"floor.at" = "null"}', "expected 'null', found nothing there"),
        ('expect = {"step.seats.9" = 1}', "found nothing there"),
        ('do = ["1 call", "2 fold", "1 fold"]', "'1 fold' was refused: not_pending"),
        ('do = ["1 fold"]\nrefused = {code = "capped"}', "expected the refusal capped"),
        ('do = ["2 check"]\nrefused = {code = "capped"}', "expected the refusal capped, found"),
        (
            'do = ["2 check"]\nrefused = {code = "cannot_check", rule = "H-99"}',
            "expected rule H-99, found S-105",
        ),
        (
            'do = ["2 check"]\nrefused = {code = "cannot_check", facts = {owed = 7}}',
            "expected the fact owed = 7, found 1",
        ),
        ('refused = {code = "capped"}', "without a command line"),
        ('do = ["1 fold"]\nevents = ["hand.folded", "hand.started"]', "hand.started is missing"),
        ('do = ["deal"]\nstacks = {"2" = 5}', "seats.2.stack: expected 5, found 99"),
        ('do = ["1 fold"]\nthen = [{expect = {"money.pot" = 9}}]', "then 1: money.pot"),
        ('expect = {"hand.number" = true}', "hand.number: expected True, found 1"),
        ('expect = {"seats.\u00b2" = 1}', "expected 1, found nothing there"),
        (f'expect = {{"seats.{"9" * 5000}" = 1}}', "expected 1, found nothing there"),
    ],
)
def test_failed_case_reports_the_mismatch(lines: str, message: str):
    assert message in case_differences(lines)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("open = false", "line 10: the table can't be set up: table_closed"),
        ('do = ["act seat"]', "line 10: 'seat' isn't an argument: write name=value"),
        ('do = ["dance"]', "line 10: 'dance' isn't a command: there is no command dance"),
        ('do = ["2 fold"]\nthen = [{do = ["act seat"]}]', "line 10, then 1: 'seat' isn't"),
        ('do = ["close_street count=\uff13"]', "isn't a command: '\uff13' is no count"),
        ('do = ["1 raise \uff13\uff10"]', "'raise' isn't an argument"),
        ('do = ["\uff11 fold"]', "'fold' isn't an argument"),
        (f'do = ["1 raise {"9" * 5000}"]', "'raise' isn't an argument"),
        (f'do = ["close_street count={"9" * 5000}"]', "is no count"),
        ('do = ["act seat=1 what=dance"]', "isn't a command: what: invalid enum value 'dance'"),
        (f"do = ['report facts={'[' * 5000}']", "isn't JSON: its brackets are nested too deep"),
        (f"do = ['report facts={{\\\"a\\\":{'9' * 400}}}']", "a number has more than 15 digits"),
    ],
)
def test_unplayable_case_is_reported_with_its_line(lines: str, message: str):
    with pytest.raises(CaseError, match=re.escape(message)):
        case_differences(lines)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ("1=-5 2", "seat 1 starts with -5: a stack is 0 or more"),
        ("1 \uff12", "isn't a seat: write 3, or 3=200"),
        ("1=\uff11 2", "isn't a seat: write 3, or 3=200"),
        (f"1={'9' * 5000} 2", "isn't a seat: write 3, or 3=200"),
        ("1=1e5 2", "isn't a seat: write 3, or 3=200"),
    ],
)
def test_invalid_seats_are_named(seats: str, message: str):
    (case,) = load(HEAD + CASE.replace("1=100 2=100 3=100", seats))
    with pytest.raises(CaseError, match=re.escape(message)):
        check(case)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("case = ", "not TOML"),
        ("[games]\nx = 1", "unknown tables: games"),
        (CASE, "no [stakes.nl] in this file"),
        (HEAD + CASE + "expected = 4", "expected"),
        (HEAD + CASE + CASE, "line 18: ids that occur twice: one"),
        ("case = 5", "line 1: `case` isn't a list of tables: write [[case]] above each"),
        ("case = [1, 2]", "line 1: `case` isn't a list of tables"),
        (HEAD + CASE.replace("[[case]]", "[case]"), "line 9: `case` isn't a list of tables"),
        ("stakes = 5\n" + CASE, "line 1: `stakes` isn't a table: write [stakes.NAME]"),
        ("stakes.nl = 5\n" + CASE, "line 1: `stakes` isn't a table"),
        (HEAD + CASE.replace('"nl"', "5"), "line 10, one: stakes: expected text or table"),
        (HEAD + CASE.replace('"nl"', "{ like = [1] }"), "line 10, one: no [stakes.[1]]"),
        (HEAD + 'chips = [1, "x"]' + CASE, "line 10, one: chips[1]: expected whole number"),
        (HEAD + "chips = [true]" + CASE, "line 10, one: chips[0]: expected whole number"),
        (HEAD + "chips = 5" + CASE, "line 10, one: chips: expected list, got whole number"),
        (HEAD.replace("small_bet = 2", f"small_bet = {'2' * 5000}"), "line 5: a number has more"),
        (HEAD.replace("small_bet = 2", f"small_bet = 0x{'2' * 5000}"), "line 2: `stakes` a number"),
        (HEAD + CASE + f"chairs = {'9' * 20}", "line 10, one: a number has more than 15 digits"),
        (HEAD + CASE + "chairs = 1e999999", "line 10, one: infinity and nan aren't amounts"),
        (HEAD + CASE + 'expect = { "money.pot" = nan }', "line 10, one: infinity and nan aren't"),
        (HEAD + CASE + "chairs = true", "line 10, one: chairs: expected whole number, got true"),
        (HEAD + CASE + f"expect = {'[' * 3000}", "line 16: brackets are nested more than 30 deep"),
        (HEAD + CASE + f"x = {'[' * 99}{']' * 99}", "line 10, one: brackets are nested more than"),
        (HEAD + CASE + f"x.{'.'.join('a' * 3000)} = 1", "line 10, one: brackets are nested"),
        (HEAD + CASE + 'tracking = "all"', "line 10, one: tracking: invalid enum value 'all'"),
        (HEAD + CASE + "\0", "line 16: not TOML"),
        ('case = [\n{ id = "a" },\n]', "line 2, a: there is no key rules"),
        (
            HEAD
            + CASE.replace("A test of the test", "")
            .replace('""', TWO_LINES)
            .replace('id = "one"', ""),
            "line 9, a case without an id: there is no key id",
        ),
    ],
)
def test_malformed_case_file_is_reported_with_its_line(text: str, message: str):
    with pytest.raises(CaseError, match=re.escape(message)):
        load(text)


def test_case_stores_the_line_of_its_id():
    cases = load(HEAD + "".join(CASE.replace('"one"', f"'{n}'") for n in range(300)))
    assert [case.line for case in cases] == [10 + 8 * n for n in range(300)]


def test_reading_a_case_file_takes_linear_time():
    """Twice as many cases are twice the calls: no case looks through the whole file."""
    once, twice = (
        calls(HEAD + "".join(CASE.replace("one", f"n{n}") for n in range(count)))
        for count in (100, 200)
    )
    assert twice < once * 2.2


def calls(text: str) -> int:
    """How many Python functions are called, or go on, to read a file."""
    count = 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        load(text)
    finally:
        sys.setprofile(before)
    return count
