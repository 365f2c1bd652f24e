"""The tokes of a simulated week: boxes counted blind, splits signed by a second person, corrections, payroll."""

from datetime import date, datetime, timedelta
from random import Random
from uuid import uuid4

from django.contrib.auth.models import Group
from django.db.models import Sum

from promotions.gaming_days import day_starts
from roster.models import TokeBox, TokeShare, TokeSplit
from roster.rules import toke_commands as c
from roster.rules.toke_state import OtherShare, Tokes
from roster.toke_facts import weights_of
from roster.toke_log import load_tokes, toke_execute
from roster.toke_periods import Period
from staff.account_changes import staff_save
from staff.accounts import SecretHashes
from staff.models import Room, Staff

DAYS = 7
BOXES = 3  # of the pool, on each day
LEAST = 200  # chips of a dollar in a box
MOST = 1_200
MISCOUNTED = 0.1  # share of first counts that are one chip too high
CORRECTED = 0.15  # share of days with a correction after the split
EMPTY = 0.03  # share of boxes without a chip
CHIP = 100


def simulate_tokes(room: Room, monday: date, seed: int, now: datetime) -> tuple[int, int]:
    """Count and split the tokes of a week that is over; return what was counted and what was given out.

    The payroll of the week before is closed. now: when the last dealer of the week went home; the tokes of the last day
    are split after it.
    """
    week = _TokeWeek(room, monday, Random(f"{seed} {monday}"))
    week.close_payroll_before()
    for number in range(DAYS):
        week.play(monday + timedelta(days=number))
    return week.figures()


class _TokeWeek:
    """A week of boxes and splits."""

    def __init__(self, room: Room, monday: date, random: Random) -> None:
        self.room = room
        self.monday = monday
        self.random = random
        self.first = _manager(room, 1)
        self.second = _manager(room, 2)
        self.at = day_starts(room, monday)
        if not load_tokes(room.pk).policy.version:
            others = (OtherShare("group.chip-runners", "Chip runners", 5),)
            policy = c.SetPolicy("hours", "day", 1, monday.isoformat(), "Simulation", others)
            self._send(policy, self.first)

    def _send(self, command: c.TokeCommand, staff: Staff) -> Tokes:
        self.at += timedelta(minutes=1)
        result = toke_execute(
            room_id=self.room.pk,
            command_id=str(uuid4()),
            command=command,
            actor=staff.key,
            now=self.at,
        )
        return result.state

    def close_payroll_before(self) -> None:
        """Close the payroll of the week before, if something of it was split."""
        before = self.monday - timedelta(days=DAYS)
        rows = TokeSplit.objects.filter(log__room=self.room, pay_first=before)
        if rows.exists():
            self._send(c.ClosePayroll(before.isoformat()), self.first)

    def play(self, day: date) -> None:
        """Pull, count and split the boxes of a day on which dealers worked."""
        policy = load_tokes(self.room.pk).policy
        ends = day_starts(self.room, day + timedelta(days=1))
        if not weights_of(self.room, policy, Period(day, day), ends):
            return
        self.at = max(self.at, ends - timedelta(hours=2))
        pickups = tuple(c.Pickup("pool", "", f"P{number}") for number in range(1, BOXES + 1))
        tokes = self._send(c.PullBoxes(pickups), self.first)
        numbers = [box.number for box in tokes.boxes if not box.is_counted]
        counted = {number: self._count(number) for number in numbers}
        if not any(counted.values()):
            return
        self.at = max(self.at, ends)
        self._approve(self._send(c.ProposeSplit(day.isoformat()), self.first))
        if self.random.random() < CORRECTED:
            number = next(number for number, total in counted.items() if total)
            total = max(0, counted[number] + self.random.choice((-5, -1, 1, 5)) * CHIP)
            correction = c.CorrectBox(number, total, "A chip was counted wrong")
            self._approve(self._send(correction, self.first))

    def _approve(self, tokes: Tokes) -> None:
        self._send(c.ApproveSplit(tokes.splits[-1].number), self.second)

    def _count(self, box: int) -> int:
        """Count a box with two people, again if they differ; return its total."""
        is_empty = self.random.random() < EMPTY
        total = 0 if is_empty else self.random.randint(LEAST, MOST) * CHIP
        is_wrong = self.random.random() < MISCOUNTED
        self._enter(box, 1, total + CHIP * is_wrong, self.first)
        self._enter(box, 1, total, self.second)
        if is_wrong:
            self._enter(box, 2, total, self.second)
            self._enter(box, 2, total, self.first)
        return total

    def _enter(self, box: int, round_: int, total: int, staff: Staff) -> None:
        row = load_tokes(self.room.pk).box(box)
        assert row is not None
        numbers = [0 for _ in row.chips]
        if row.chips:
            numbers[-1] = total // row.chips[-1]
        pieces = tuple(zip(row.chips, numbers, strict=True))
        self._send(c.CountBox(box, round_, pieces, total), staff)

    def figures(self) -> tuple[int, int]:
        """Return what the boxes of the week had, and what approved splits gave for them."""
        last = self.monday + timedelta(days=DAYS - 1)
        boxes = TokeBox.objects.filter(log__room=self.room, day__range=(self.monday, last))
        splits = TokeSplit.objects.filter(
            log__room=self.room,
            status=TokeSplit.Status.APPROVED,
            first__range=(self.monday, last),
        )
        shares = TokeShare.objects.filter(
            log__room=self.room, split__in=splits.values_list("number", flat=True)
        )
        counted = boxes.aggregate(sum=Sum("total"))["sum"] or 0
        given = shares.aggregate(sum=Sum("amount"))["sum"] or 0
        return counted, given


def _manager(room: Room, number: int) -> Staff:
    """Return one of the two people who count and sign, hired at the first week."""
    username = f"tokes-{room.pk}-{number}"
    known = Staff.objects.filter(user__username=username).first()
    if known is not None:
        return known
    return staff_save(
        staff=Staff(alias=f"{room.name} cage {number}"[-40:], badge=f"9{room.pk}{number:03}"),
        username=username,
        role=Group.objects.get(name="manager"),
        is_active=True,
        secrets=SecretHashes(),
        rooms=[room],
    )
