"""Dealers: clocked in, pushed as the lineup suggests, sent on breaks owed; supervisors' sections."""

from collections.abc import Iterator

from lineup.actions import LineupResult, lineup_execute, load_lineup
from lineup.rules import commands as c
from lineup.rules.plan import Push, plan
from lineup.rules.state import MOST_TABLES, Lineup
from tables.dealer_sign_in import dealer_sign_in
from tools.simulation.clock import Process
from tools.simulation.night import Night, SimulatedTable
from tools.simulation.room_setup import StaffMember


class DealerRotation:
    """Follows the lineup's suggestions. The room's log shows who deals where."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.signs: dict[str, StaffMember] = {
            member.staff.key: member for member in night.house.dealers
        }
        self.seen: set[str] = set()
        self.promised: dict[str, str] = {}  # the dealer for a table about to open

    def begin(self) -> None:
        """Clock everyone in and give each supervisor a section."""
        for member in self.night.house.dealers:
            self._ask(c.ClockIn(member.staff.key, member.staff.alias))
        for who, tables in self._sections():
            self._ask(c.SetSection(who.staff.key, who.staff.alias, tables))
            self.night.book.sums["sections"] += 1

    def _sections(self) -> Iterator[tuple[StaffMember, tuple[str, ...]]]:
        for member in self.night.house.supervisors:
            tables = (
                table
                for table in self.night.tables.values()
                if self.night.supervisor(table) is member
            )
            yield member, tuple(table.table.name for table in tables)[:MOST_TABLES]

    def _ask(self, command: c.LineupCommand) -> LineupResult | None:
        night = self.night
        return night.do(
            f"lineup {command!r}",
            lambda: lineup_execute(
                room_id=night.house.room.pk,
                command_id=night.id(),
                command=command,
                actor=night.house.supervisors[0].staff.key,
                now=night.now,
            ),
        )

    def due(self, seats: SimulatedTable) -> bool:
        """Return whether a push is due at a table between hands, by its tablet."""
        dealer = seats.look().dealer
        if not dealer or not seats.device.dealer or seats.device.dealer.key not in self.signs:
            return True
        return bool(self.night.clock.milliseconds - dealer.since >= Lineup().policy.down)

    def push(self, seats: SimulatedTable) -> bool:
        """Push the suggested dealer in; return whether there was one."""
        dealers = load_lineup(self.night.house.room.pk)
        push = self._suggested(dealers, seats)
        inward = push.inward if push else None
        now = self.night.clock.milliseconds
        if (
            inward is None
            or inward.table
            or inward.until > now
            or not self._is_unpromised(inward.key)
        ):
            return False
        if inward.until:
            self._ask(c.RejoinRotation(inward.key))
        if not seats.open:
            self.promised[seats.table.name] = inward.key
        self._sign_in(seats, self.signs[inward.key])
        self.night.book.sums["pushes"] += 1
        if push is not None and push.out is not None and push.breaks:
            self._ask(c.BeginBreak(push.out.key))
            self.night.book.sums["breaks"] += 1
            self.night.clock.start(self._end_break(push.out.key), dealers.policy.rest / 1000 + 1)
        return True

    def _suggested(self, dealers: Lineup, seats: SimulatedTable) -> Push | None:
        """Return the planned push of the table; for a table about to open, the longest-rested dealer."""
        now = self.night.clock.milliseconds
        name = seats.table.name
        if dealers.box(name) is None:
            free = [
                dealer
                for dealer in dealers.duty
                if dealer.is_free and self._is_unpromised(dealer.key)
            ]
            free.sort(key=lambda dealer: dealer.at)
            return Push(name, now, now, None, free[0]) if free else None
        return next(push for push in plan(dealers, now) if push.table == name)

    def _end_break(self, key: str) -> Process:
        """Put a dealer back in rotation when the break ends, unless that has already happened."""
        dealer = load_lineup(self.night.house.room.pk).find(key)
        if dealer is not None and dealer.until:
            self._ask(c.RejoinRotation(key))
        yield 0

    def _is_unpromised(self, key: str) -> bool:
        """Return whether no table about to open has reserved this dealer. The lineup has no such tables yet."""
        return key not in self.promised.values()

    def opened(self, seats: SimulatedTable) -> None:
        """Release the dealer: either the lineup now has the open table, or it was not opened."""
        self.promised.pop(seats.table.name, None)

    def _sign_in(self, seats: SimulatedTable, member: StaffMember) -> None:
        """Sign in with badge and PIN the first time. Checking a PIN is slow by design, so later pushes skip it."""
        night = self.night
        staff = member.staff
        if staff.key in self.seen:
            night.push(seats, staff)
            return
        self.seen.add(staff.key)
        night.do(
            f"{seats.table.name} sign-in {staff.alias}",
            lambda: dealer_sign_in(
                device=seats.device, badge=staff.badge, pin=member.pin, now=night.now
            ),
        )
        night.reload_device(seats)
        night.reload_other_devices(seats, staff)
        seats.behind = True
