"""The log of tokes: hours of the lineup, corrections after the split, payroll with what is carried."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import call_command

from poker.refusal import Refusal
from roster.models import PayrollLine, TokeBox, TokeShare, TokeSplit
from roster.rules import toke_commands as c
from roster.toke_actions import box_count, split_approve
from roster.toke_payroll import payroll_of, statement_of
from roster.toke_periods import Period, pay_period
from tests.support.room import PIN
from tests.support.toke_room import TokeRoom, group, statuses

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def room(transactional_db: None) -> TokeRoom:
    return TokeRoom()


def refused(room: TokeRoom, command: c.TokeCommand, by: str = "manager", days: int = 1) -> str:
    with pytest.raises(Refusal) as raised:
        room.send(command, by, days=days)
    return raised.value.code


def check_rows() -> None:
    """Raises `CommandError` if a row doesn't follow from the log."""
    call_command("verify_journal")


def test_pool_goes_by_hours_on_duty(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.works("heron", 2, 6)
    split = room.split(120)
    assert room.shares(split.number) == {"wren": 8000, "heron": 4000}
    check_rows()


def test_shift_over_the_end_of_the_gaming_day_counts_on_both(room: TokeRoom) -> None:
    room.works("heron", 1, 5)
    room.works("wren", 20, 28)  # four hours of each day
    room.counted(80)
    split = room.propose()
    assert room.shares(split.number) == {"wren": 4000, "heron": 4000}


def test_pool_of_a_longer_pay_period_leaves_out_the_days_that_are_paid() -> None:
    room = TokeRoom(period="pay_period")
    room.works("wren", 1, 9)
    room.counted(80)
    split = room.send(c.ProposeSplit(room.day.isoformat()), days=7).state.splits[-1]
    room.approve(split.number, days=7)
    room.close()
    two_weeks = c.SetPolicy("hours", "pay_period", 2, room.day.isoformat(), "Paid every two weeks")
    room.send(two_weeks, days=7)
    room.works("heron", 1, 5, days=8)
    room.counted(40, days=8)
    day = (room.day + timedelta(days=8)).isoformat()
    following = room.send(c.ProposeSplit(day), days=14).state.splits[-1]
    assert following.first == (room.day + timedelta(days=7)).isoformat()
    assert room.shares(following.number) == {"heron": 4000}, "Wren's hours were paid before"
    check_rows()


def test_group_gets_its_percentage() -> None:
    room = TokeRoom(others=(group(percent=10),))
    room.works("wren", 1, 9)
    split = room.split(100)
    assert room.shares(split.number) == {"wren": 9000, "group.chip-runners": 1000}
    check_rows()


def test_correction_after_the_split_follows_as_a_split(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.works("heron", 1, 5)
    first = room.split(120)
    room.send(c.CorrectBox(1, 12_100, "A chip in the lid"), days=1)
    [following] = room.state.splits
    assert (following.kind, following.about, following.amount) == ("correction", 1, 100)
    assert room.shares(following.number) == {"wren": 67, "heron": 33}
    room.approve(following.number)
    room.send(c.CorrectBox(1, 11_900, "The chip was a lammer"), days=1)
    room.approve(room.state.splits[0].number)
    assert sum(TokeShare.objects.values_list("amount", flat=True)) == 11_900
    assert TokeSplit.objects.get(number=first.number).amount == 12_000
    assert TokeBox.objects.get(number=1).first_total == 12_000
    check_rows()


def test_correction_to_the_same_total_is_refused(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.split(120)
    assert refused(room, c.CorrectBox(1, 12_000, "Recount")) == "toke_same_total"


def test_box_counted_by_one_person_twice_is_refused(room: TokeRoom) -> None:
    box = room.pull()
    room.count(box, 40, "desk")
    with pytest.raises(Refusal) as raised:
        room.count(box, 40, "desk")
    assert raised.value.code == "same_agent"
    assert TokeBox.objects.get(number=box).total is None


def test_empty_box_is_counted_and_never_split(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.counted(0)
    assert statuses(TokeBox) == ["empty"]
    assert refused(room, c.ProposeSplit(room.day.isoformat())) == "toke_nothing"
    room.send(c.CorrectBox(1, 500, "A chip stuck in the lid"), days=1)
    split = room.propose()
    assert room.shares(split.number) == {"wren": 500}
    check_rows()


def test_no_hours_in_the_period_are_refused_until_they_are_adjusted(room: TokeRoom) -> None:
    room.counted(40)
    day = room.day.isoformat()
    assert refused(room, c.ProposeSplit(day)) == "toke_no_hours"
    room.send(c.AdjustHours(room.key("finch"), day, 480, "Clock-in was missed"), days=1)
    split = room.propose()
    assert room.shares(split.number) == {"finch": 4000}
    check_rows()


def test_hours_of_a_day_ahead_are_refused(room: TokeRoom) -> None:
    """A wrong year would otherwise wait in a payroll of next year."""
    command = c.AdjustHours(room.key("wren"), "2027-11-30", 60, "Missed clock-in")
    assert refused(room, command) == "toke_day_ahead"


def test_dealer_removed_before_payroll_is_paid(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.works("heron", 1, 9)
    room.split(100)
    user = room.people["heron"].user
    user.is_active = False
    user.save()
    room.close()
    paid = dict(PayrollLine.objects.values_list("name", "paid"))
    assert paid == {"Wren": 5000, "Heron": 5000}


def test_negative_correction_above_a_share_is_carried_and_shown(room: TokeRoom) -> None:
    """Heron works only in the first week; its correction comes in the second one."""
    room.works("wren", 1, 9)
    room.works("heron", 1, 9)
    room.split(100)
    room.close()
    room.works("wren", 1, 9, days=7)
    room.split(60, "B2", days=7)
    room.send(c.CorrectBox(1, 2_000, "Pulled from another room"), days=8)
    room.approve(room.state.splits[0].number, days=8)
    room.close(days=7)
    week = PayrollLine.objects.filter(first=room.day + timedelta(days=7))
    rows = {row.name: (row.pool, row.corrections, row.paid, row.left) for row in week}
    assert rows == {"Wren": (6000, -4000, 2000, 0), "Heron": (0, -4000, 0, -4000)}
    period = Period(room.day + timedelta(days=14), room.day + timedelta(days=20))
    now = room.at(1, 15)
    statement = statement_of(room.room, room.state, room.key("heron"), period, now)
    assert (statement.row.carried, statement.row.paid, statement.row.left) == (-4000, 0, -4000)
    check_rows()


def test_payroll_row_adds_up_to_the_lines_of_the_dealer(room: TokeRoom) -> None:
    for day in range(3):
        room.works("wren", 1, 9, days=day)
        room.works("heron", 3, 8, days=day)
        room.split(101, f"B{day}", days=day)
    room.send(c.CorrectBox(2, 9_999, "Recount"), days=4)
    room.approve(room.state.splits[0].number, days=4)
    period = pay_period(room.state.policy, room.day)
    payroll = payroll_of(room.room, room.state, period, room.at(1, 5))
    assert payroll.total.paid == 10_100 * 2 + 9_999
    for row in payroll.rows:
        statement = statement_of(room.room, room.state, row.key, period, room.at(1, 5))
        assert sum(item.share.amount for item in statement.shares) == row.paid
        assert row.minutes == row.regular
    room.close()
    closed = payroll_of(room.room, room.state, period, room.at(1, 9))
    assert closed.rows == payroll.rows
    assert closed.closed_at is not None


def test_late_split_is_paid_with_the_next_payroll(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.split(50)
    room.close()
    room.send(c.CorrectBox(1, 6_000, "Found in the sorter"), days=9)
    room.approve(room.state.splits[0].number, days=9)
    split = TokeSplit.objects.get(kind="correction")
    assert split.pay_first == room.day + timedelta(days=7)


def test_earlier_payroll_is_closed_first(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.split(50)
    later = (room.day + timedelta(days=7)).isoformat()
    assert refused(room, c.ClosePayroll(later), days=15) == "payroll_earlier"


def test_overtime_is_above_the_rule_of_the_roster(room: TokeRoom) -> None:
    for day in range(5):
        room.works("wren", 1, 10, days=day)
    period = pay_period(room.state.policy, room.day)
    [row] = payroll_of(room.room, room.state, period, room.at(1, 6)).rows
    assert (row.regular, row.overtime) == (2400, 300)


def test_signatures_count_and_approve(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    box = room.pull()
    numbers = [(2500, 0), (500, 0), (100, 40)]
    for badge in ("401", "201"):
        status = box_count(
            room=room.room,
            box=box,
            round_=1,
            numbers=numbers,
            total=4000,
            badge=badge,
            pin=PIN,
            now=room.at(11),
        )
    assert status is None
    split = room.propose()
    with pytest.raises(Refusal) as raised:
        split_approve(room=room.room, number=split.number, badge="401", pin=PIN, now=room.at(1, 1))
    assert raised.value.code == "not_allowed"
    split_approve(room=room.room, number=split.number, badge="201", pin=PIN, now=room.at(1, 1))
    assert statuses(TokeSplit) == ["approved"]


def test_repeated_form_stores_one_split(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.counted(40)
    command = c.ProposeSplit(room.day.isoformat())
    same = str(uuid4())
    room.send(command, days=1, command_id=same)
    assert room.send(command, days=1, command_id=same).repeated
    assert room.state.proposed == 1


def test_rebuilt_rows_are_those_of_the_log(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.split(50)
    room.send(c.CorrectBox(1, 6_000, "Found in the sorter"), days=2)
    TokeShare.objects.all().delete()
    TokeBox.objects.all().delete()
    TokeSplit.objects.all().delete()
    call_command("rebuild_projections")
    check_rows()
    assert room.shares(1) == {"wren": 5000}
