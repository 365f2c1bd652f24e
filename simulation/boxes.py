"""Dealers: clocked in, pushed as the room's line-up suggests, sent on the break that is owed; supervisors' sections."""

from collections.abc import Iterator

from poker.lineup import commands as c
from poker.lineup.plan import Push, plan
from poker.lineup.state import MOST_TABLES, Dealers
from simulation.clock import Process
from simulation.house import Signs
from simulation.night import Chairs, Night
from tables.dealers.asking import Asked, dealers_ask, dealers_now
from tables.signin import dealer_sign_in


class LineUp:
    """Who deals where is in the room's own log; here is only who does what it suggests."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.signs: dict[str, Signs] = {one.staff.key: one for one in night.house.dealers}
        self.seen: set[str] = set()
        self.promised: dict[str, str] = {}  # who sits in the box of a table that is to open

    def begin(self) -> None:
        """Everybody clocks in; each supervisor has a section."""
        for one in self.night.house.dealers:
            self._ask(c.ClockIn(one.staff.key, one.staff.alias))
        for who, tables in self._sections():
            self._ask(c.SetSection(who.staff.key, who.staff.alias, tables))
            self.night.book.sums["sections"] += 1

    def _sections(self) -> Iterator[tuple[Signs, tuple[str, ...]]]:
        for who in self.night.house.supervisors:
            mine = (one for one in self.night.tables.values() if self.night.supervisor(one) is who)
            yield who, tuple(one.table.name for one in mine)[:MOST_TABLES]

    def _ask(self, command: c.Ask) -> Asked | None:
        night = self.night
        return night.do(
            f"line-up {command!r}",
            lambda: dealers_ask(
                room_id=night.house.room.pk,
                command_id=night.id(),
                command=command,
                actor=night.house.supervisors[0].staff.key,
                now=night.now,
            ),
        )

    def due(self, chairs: Chairs) -> bool:
        """Whether a push is due at a table that is between hands, by what its tablet shows."""
        dealer = chairs.look()["dealer"]
        if not dealer or not chairs.device.dealer or chairs.device.dealer.key not in self.signs:
            return True
        return bool(self.night.clock.milliseconds - dealer["since"] >= Dealers().policy.down)

    def push(self, chairs: Chairs) -> bool:
        """The suggested dealer comes in; whether anybody did."""
        dealers = dealers_now(self.night.house.room.pk).dealers
        found = self._suggested(dealers, chairs)
        inward = found.inward if found else None
        now = self.night.clock.milliseconds
        if inward is None or inward.table or inward.until > now or not self._spare(inward.key):
            return False
        if inward.until:
            self._ask(c.Return(inward.key))
        if not chairs.open:
            self.promised[chairs.table.name] = inward.key
        self._sign_in(chairs, self.signs[inward.key])
        self.night.book.sums["pushes"] += 1
        if found is not None and found.out is not None and found.breaks:
            self._ask(c.BeginBreak(found.out.key))
            self.night.book.sums["breaks"] += 1
            self.night.clock.start(self._back(found.out.key), dealers.policy.rest / 1000 + 1)
        return True

    def _suggested(self, dealers: Dealers, chairs: Chairs) -> Push | None:
        """The push of the table as it is planned; of one that is to open, whoever has rested longest."""
        now, name = self.night.clock.milliseconds, chairs.table.name
        if dealers.box(name) is None:
            free = [one for one in dealers.duty if one.is_free and self._spare(one.key)]
            free.sort(key=lambda one: one.at)
            return Push(name, now, now, None, free[0]) if free else None
        return next(one for one in plan(dealers, now) if one.table == name)

    def _back(self, key: str) -> Process:
        """A break is over, where nobody called the dealer back before."""
        one = dealers_now(self.night.house.room.pk).dealers.find(key)
        if one is not None and one.until:
            self._ask(c.Return(key))
        yield 0

    def _spare(self, key: str) -> bool:
        """Whether nobody waits with him for a table to open; the line-up knows of a box when it is open."""
        return key not in self.promised.values()

    def opened(self, chairs: Chairs) -> None:
        """The table is open: from now on the line-up says who deals there. Or it was not opened after all."""
        self.promised.pop(chairs.table.name, None)

    def _sign_in(self, chairs: Chairs, who: Signs) -> None:
        """With badge and PIN the first time; a PIN is made to be slow to check, so later pushes leave it out."""
        night, staff = self.night, who.staff
        if staff.key in self.seen:
            night.push(chairs, staff)
            return
        self.seen.add(staff.key)
        night.do(
            f"{chairs.table.name} sign-in {staff.alias}",
            lambda: dealer_sign_in(
                device=chairs.device, badge=staff.badge, pin=who.pin, now=night.now
            ),
        )
        night.signed_in(chairs)
        night.signed_out(chairs, staff)
        chairs.behind = True
