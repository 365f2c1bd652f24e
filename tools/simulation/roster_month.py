"""A month of a crew in a room of its own, through the real actions: need, plan, requests, days, early outs."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby
from random import Random
from uuid import uuid4

from django.contrib.auth.models import Group
from django.utils import timezone

from journal.unix_time import from_milliseconds, milliseconds
from lineup.actions import lineup_execute, load_lineup
from lineup.rules import commands as lineup
from poker.refusal import Refusal
from roster.crew_log import crew_execute
from roster.facts import plan_facts
from roster.local_days import monday_of
from roster.models import RosterRun, RosterWeek
from roster.rules import crew_commands as cc
from roster.rules import week_commands as c
from roster.rules.coverage import coverage
from roster.rules.options import plan_task
from roster.rules.plan_check import broken_rules
from roster.rules.unmet import unmet_of
from roster.rules.week_state import Shift, Week
from roster.runs import run_plan
from roster.sample_crew import TEMPLATES, sample_member, sample_need
from roster.solver import is_available
from roster.week_log import load_week, open_week, week_execute
from staff.account_changes import staff_save
from staff.accounts import SecretHashes
from staff.models import Room, Staff
from tools.simulation.roster_tokes import simulate_tokes

MANAGER = "system.simulation"
GIVEN_UP = 0.04  # parts of the shifts of a week
SWAPPED = 0.03
CALLED_OFF = 0.02
NO_SHOWS = 0.004
EARLY_OUTS = 0.15
TRIES = 8  # dealers who are asked to take a shift
MINUTE = timedelta(minutes=1)


@dataclass
class MonthFigures:
    """The figures of a month, in the order of the JSON line. covered: of the published plans, in half hours of dealers.

    broken_rules: hard rules that the plans break at the end of their week, after all swaps.
    """

    needed: int = 0
    covered: int = 0
    broken_rules: int = 0
    wishes_met: int = 0
    wishes: int = 0
    swaps: int = 0
    early_outs: int = 0
    tokes_in: int = 0
    tokes_out: int = 0
    shifts: int = 0
    widest_gap_percent: float = 0.0


class RosterMonth:
    """A crew and its weeks, from the Monday after `now`."""

    def __init__(self, room: Room, *, dealers: int, seed: int, seconds: int, now: datetime) -> None:
        self.room = room
        self.random = Random(seed)
        self.seed = seed
        self.seconds = seconds
        self.now = now
        self.figures = MonthFigures()
        self.monday = monday_of(now) + timedelta(days=7)
        self.tables = max(1, dealers // 3)
        self.names: dict[str, str] = {}
        self._hire(dealers)

    def _hire(self, dealers: int) -> None:
        role = Group.objects.get(name="dealer")
        for template in TEMPLATES:
            self._crew(cc.SetTemplate(template))
        for number in range(dealers):
            alias = f"{self.room.name} {number + 1}"[-40:]
            staff = staff_save(
                staff=Staff(alias=alias, badge=f"{self.room.pk}{number + 1:04}"),
                username=f"roster-{self.room.pk}-{number + 1}",
                role=role,
                is_active=True,
                secrets=SecretHashes(),
                rooms=[self.room],
            )
            self.names[staff.key] = alias
            member = sample_member(staff.key, number, self.random)
            self._crew(
                cc.SetMember(member.key, member.contract, member.least, member.most, member.hired)
            )
            self._crew(cc.SetAvailability(member.key, member.windows))
            self._crew(cc.SetWishes(member.key, member.wishes))
            self._crew(cc.SetBid(member.key, member.bid))

    def _crew(self, command: cc.CrewCommand) -> None:
        crew_execute(
            room_id=self.room.pk,
            command_id=str(uuid4()),
            command=command,
            actor=MANAGER,
            now=self.now,
        )

    def play(self, weeks: int) -> MonthFigures:
        """Plan and live through the weeks; return the figures."""
        for number in range(weeks):
            monday = self.monday + timedelta(days=7 * number)
            self.now = max(self.now, _local(monday - timedelta(days=4), 12))
            _Week(self, monday).play()
        return self.figures


def _local(day: date, hour: int) -> datetime:
    return datetime.combine(day, time(hour), timezone.get_current_timezone())


class _Week:
    """One week: planned on the Thursday before, then lived through shift by shift."""

    def __init__(self, month: RosterMonth, monday: date) -> None:
        self.month = month
        self.random = month.random
        self.monday = monday
        self.row: RosterWeek = open_week(month.room, monday, actor=MANAGER, now=month.now)

    @property
    def state(self) -> Week:
        return load_week(self.row.pk)[1]

    def play(self) -> None:
        self._plan()
        self._ask()
        self._live()
        self._count()

    def _execute(self, command: c.WeekCommand) -> Week:
        result = week_execute(
            week_id=self.row.pk,
            command_id=str(uuid4()),
            command=command,
            actor=MANAGER,
            now=self.month.now,
        )
        return result.state

    def _try(self, command: c.WeekCommand) -> bool:
        """Execute a command that the rules may refuse; return whether it was stored."""
        try:
            self._execute(command)
        except Refusal:
            return False
        return True

    def _plan(self) -> None:
        week = self.state
        for skill, line in sample_need(self.month.tables, week.half_hours).items():
            first = 0
            for dealers, group in groupby(line):
                last = first + len(list(group)) - 1
                if dealers:
                    self._execute(c.EditNeed(skill, first, last, dealers))
                first = last + 1
        week = self._execute(c.StartRun("cp_sat" if is_available() else "greedy"))
        assert week.run is not None
        rows = RosterRun.objects.filter(week=self.row, number=week.run.number)
        rows.update(seconds=self.month.seconds)
        run_plan(self.row.pk, week.run.number)
        week = self._execute(c.Publish())
        assert week.run is not None
        self._count_plan(week)

    def _count_plan(self, week: Week) -> None:
        figures = self.month.figures
        facts = plan_facts(self.month.room.pk, week)
        result = coverage(week, (*week.published, *facts.around), facts.people)
        figures.needed += result.needed_half_hours
        figures.covered += result.covered_half_hours
        figures.shifts += len(week.published)
        task = plan_task(week, facts, week.start - 1)
        wishes = sum(len(person.wishes) for person in facts.people)
        unmet = [item for item in unmet_of(task, week.published) if item.kind == "wish"]
        figures.wishes += wishes
        figures.wishes_met += wishes - len(unmet)
        run = week.run
        if run is not None and run.bound and run.cost:
            gap = round(100 * (run.cost - run.bound) / run.cost, 2)
            figures.widest_gap_percent = max(figures.widest_gap_percent, gap)

    def _ask(self) -> None:
        """Dealers give up and swap shifts before the week begins; a supervisor approves what the rules allow."""
        for shift in self.state.published:
            chance = self.random.random()
            if chance < GIVEN_UP and self._try(c.GiveUp(shift.dealer, shift.id)):
                self._offer(self.state.asked)
            elif chance < GIVEN_UP + SWAPPED:
                self._swap(shift)

    def _offer(self, number: int) -> None:
        for dealer in self.random.sample(
            list(self.month.names), k=min(TRIES, len(self.month.names))
        ):
            if self._try(c.TakeShift(dealer, request=number)):
                self._approve(number)
                return

    def _swap(self, shift: Shift) -> None:
        others = [other for other in self.state.published if other.dealer != shift.dealer]
        for other in self.random.sample(others, k=min(TRIES, len(others))):
            if self._try(c.ProposeSwap(shift.dealer, shift.id, other.id)):
                number = self.state.asked
                if self._try(c.TakeShift(other.dealer, request=number)):
                    self._approve(number)
                return

    def _approve(self, number: int) -> None:
        if self._try(c.DecideRequest(number, is_approved=True)):
            self.month.figures.swaps += 1

    def _live(self) -> None:
        """Clock in and out through the lineup, with call-offs, no-shows and early outs, in the order of time."""
        handlers = {
            "call_off": self._call_off,
            "pick_up": self._pick_up,
            "no_show": self._no_show,
            "clock_in": self._clock_in,
            "early_out": self._early_out,
            "clock_out": self._clock_out,
        }
        for at, kind, number in sorted(self._moments()):
            self.month.now = max(self.month.now, at)
            handlers[kind](number)

    def _moments(self) -> Iterator[tuple[datetime, str, int]]:
        for shift in self.state.published:
            start = from_milliseconds(shift.start)
            end = from_milliseconds(shift.end)
            chance = self.random.random()
            if chance < CALLED_OFF:
                yield start - self.random.randint(60, 600) * MINUTE, "call_off", shift.id
                yield start - 30 * MINUTE, "pick_up", shift.id
            if chance > 1 - NO_SHOWS:
                yield start + 31 * MINUTE, "no_show", shift.id
                continue
            yield start + self.random.randint(-12, 4) * MINUTE, "clock_in", shift.id
            if self.random.random() < EARLY_OUTS:
                yield start + 240 * MINUTE, "early_out", shift.id
            yield end + self.random.randint(0, 9) * MINUTE, "clock_out", shift.id

    def _dealer(self, number: int) -> str:
        shift = self.state.shift(number)
        return shift.dealer if shift else ""

    def _call_off(self, number: int) -> None:
        dealer = self._dealer(number)
        if dealer:
            self._try(c.CallOff(dealer, number, "sick"))

    def _pick_up(self, number: int) -> None:
        if self._dealer(number):
            return
        for dealer in self.random.sample(
            list(self.month.names), k=min(TRIES, len(self.month.names))
        ):
            if self._try(c.TakeShift(dealer, shift=number)):
                self._approve(self.state.asked)
                return

    def _no_show(self, number: int) -> None:
        self._try(c.MarkNoShow(number))

    def _clock_in(self, number: int) -> None:
        dealer = self._dealer(number)
        if dealer and load_lineup(self.month.room.pk).find(dealer) is None:
            self._lineup(lineup.ClockIn(dealer, self.month.names[dealer]))

    def _clock_out(self, number: int) -> None:
        dealer = self._dealer(number)
        if dealer and load_lineup(self.month.room.pk).find(dealer) is not None:
            self._lineup(lineup.ClockOut(dealer))

    def _early_out(self, number: int) -> None:
        """Ask for an early out, and let the first one go if the half hour has a dealer to spare."""
        dealer = self._dealer(number)
        if not dealer or not self._try(c.AskEarlyOut(dealer)):
            return
        week = self.state
        facts = plan_facts(self.month.room.pk, week)
        half_hour = (milliseconds(self.month.now) - week.start) // 1_800_000
        if not 0 <= half_hour < week.half_hours:
            return
        result = coverage(week, (*week.published, *facts.around), facts.people)
        if result.on_duty[half_hour] <= result.needed[half_hour]:
            return
        first = next(row for row in week.early_outs if row.status == "asked")
        if self._try(c.LetGo(first.number)):
            self.month.figures.early_outs += 1
            self._lineup(lineup.ClockOut(first.dealer))

    def _lineup(self, command: lineup.LineupCommand) -> None:
        lineup_execute(
            room_id=self.month.room.pk,
            command_id=str(uuid4()),
            command=command,
            actor=MANAGER,
            now=self.month.now,
        )

    def _count(self) -> None:
        figures = self.month.figures
        week = self.state
        facts = plan_facts(self.month.room.pk, week)
        figures.broken_rules += len(broken_rules(week.published, facts))
        tokes_in, tokes_out = simulate_tokes(
            self.month.room, self.monday, self.month.seed, self.month.now
        )
        figures.tokes_in += tokes_in
        figures.tokes_out += tokes_out
