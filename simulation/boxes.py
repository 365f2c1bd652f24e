"""Dealers: badge and PIN at the first box of the night, a push every half hour, a break after three downs."""

from datetime import datetime, timedelta

from simulation.house import Signs
from simulation.night import Chairs, Night
from tables.lineup import On, Policy, next_in
from tables.signin import dealer_sign_in

BREAK = timedelta(minutes=20)


class LineUp:
    """Who is free and who deals where. Whoever had three downs has a break first."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.policy = Policy()
        self.free: list[On] = []
        self.signs: dict[str, Signs] = {one.staff.key: one for one in night.house.dealers}
        self.boxes: dict[str, tuple[On, datetime]] = {}
        self.seen: set[str] = set()
        for one in night.house.dealers:
            self.free.append(On(one.staff.key, one.staff.alias, night.now))

    def due(self, chairs: Chairs) -> bool:
        """Whether a push is due at a table that is between hands."""
        box = self.boxes.get(chairs.table.name)
        return box is None or self.night.now >= box[1] + self.policy.down

    def push(self, chairs: Chairs) -> bool:
        """The next dealer comes in, and whoever was there is free; whether anybody was there to come."""
        night, name = self.night, chairs.table.name
        rested = [one for one in self.free if one.free_since <= night.now]
        new = next_in([one for one in rested if one.last != name] or rested)
        if new is None:
            return False
        self.free.remove(new)
        self.leave(name)
        self.boxes[name] = (new, night.now)
        self._sign_in(chairs, self.signs[new.key])
        return True

    def leave(self, name: str) -> None:
        """Whoever deals at a table goes from its box."""
        box = self.boxes.pop(name, None)
        if box is None:
            return
        out, now = box[0], self.night.now
        tired = out.downs + 1 >= self.policy.most_downs
        since = now + BREAK if tired else now
        self.free.append(
            On(out.key, out.name, since, last=name, downs=0 if tired else out.downs + 1)
        )

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
        chairs.behind = True
