"""The blind count as pure functions: the next agent, when two counts agree, and which chips must add up."""

import pytest

from drop.messages import count_status_text
from drop.rules.counting import Agent, CountEntry, CountStatus, check_agent, parse_count, standing
from poker.refusal import Refusal

DESK = Agent(1, "Cobalt", supervises=False)
LILAC = Agent(2, "Lilac", supervises=False)
OAK = Agent(3, "Oak", supervises=True)
ALDER = Agent(4, "Alder", supervises=True)
MANAGER = Agent(5, "Hornbeam", supervises=True, manages=True)


def count(by: Agent, ones_count: int, round_: int = 1, fives: int = 0) -> CountEntry:
    return CountEntry(round_, by, ((500, fives), (100, ones_count)), 500 * fives + 100 * ones_count)


def refused(now: CountStatus, agent: Agent) -> str:
    with pytest.raises(Refusal) as refusal:
        check_agent(now, agent)
    return refusal.value.code


def test_uncounted_box_accepts_any_agent() -> None:
    for agent in (DESK, OAK, MANAGER):
        check_agent(standing([]), agent)


def test_agents_are_two_people_and_one_is_a_supervisor() -> None:
    after_desk = standing([count(DESK, 7)])
    after_oak = standing([count(OAK, 7)])
    assert refused(after_desk, DESK) == "same_agent"
    assert refused(after_desk, LILAC) == "no_supervisor"
    for now, agent in (
        (after_desk, OAK),
        (after_oak, DESK),
        (after_oak, ALDER),
        (after_desk, MANAGER),
    ):
        check_agent(now, agent)


def test_equal_counts_close_the_count() -> None:
    both_counts = standing([count(DESK, 7), count(OAK, 7)])
    assert both_counts.agreed is not None
    assert both_counts.agreed.total == 700
    assert refused(both_counts, ALDER) == "count_closed"


@pytest.mark.parametrize("second", [count(OAK, 8), count(OAK, 2, fives=1)], ids=["total", "chips"])
def test_unequal_counts_are_counted_again_by_the_same_two(second: CountEntry) -> None:
    second_status = standing([count(DESK, 7), second])
    assert (second_status.round, second_status.first, second_status.agreed) == (2, None, None)
    assert refused(second_status, ALDER) == "other_agent"
    for agent in (DESK, OAK, MANAGER):
        check_agent(second_status, agent)
    third = standing([count(DESK, 7), second, count(OAK, 7, 2)])
    assert (third.round, third.first) == (2, OAK)
    count_status = standing([count(DESK, 7), second, count(OAK, 7, 2), count(DESK, 7, 2)])
    assert count_status.agreed is not None
    assert count_status.round == 2


def test_chips_must_add_up_to_the_stated_total() -> None:
    assert parse_count([(100, 2), (500, 1)], 700) == ((500, 1), (100, 2))
    for numbers, total, code in (
        ([(100, 2)], 300, "total_differs"),
        ([(100, -2)], -200, "bad_pieces"),
        ([(100, 10**9)], 10**11, "bad_pieces"),
    ):
        with pytest.raises(Refusal) as refusal:
            parse_count(numbers, total)
        assert refusal.value.code == code


def test_status_of_a_count_contains_no_figure() -> None:
    for counts in ([], [count(DESK, 731)], [count(DESK, 731), count(OAK, 732)]):
        assert not any(
            letter.isdigit() for letter in count_status_text(standing(counts), closed=False)
        )
