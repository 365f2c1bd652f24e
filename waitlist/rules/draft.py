"""The waitlists while a command is decided."""

from poker.logs import outcome as logs
from poker.refusal import Refusal
from waitlist.rules import events as e
from waitlist.rules.evolve import evolve
from waitlist.rules.state import Waitlist, WaitlistEntry, Waitlists


class Draft(logs.Draft[Waitlists, e.WaitlistEvent]):
    """Events of one command and the waitlists after them."""

    def __init__(self, waitlists: Waitlists) -> None:
        super().__init__(waitlists, evolve)

    def find(self, number: int) -> tuple[Waitlist, WaitlistEntry]:
        """Return an entry and its waitlist. Raises `Refusal`: `not_on_a_list`."""
        waitlist = self.state.holding(number)
        entry = waitlist.find(number) if waitlist else None
        if waitlist is None or entry is None:
            raise Refusal("not_on_a_list", "", number=number)
        return waitlist, entry

    def waitlist(self, key: str) -> Waitlist:
        """Return the waitlist with this key. Raises `Refusal`: `no_such_list`."""
        waitlist = self.state.waitlist(key)
        if waitlist is None:
            raise Refusal("no_such_list", "", list=key)
        return waitlist

    def seat_free(self, table: str, seat: int, number: int = 0) -> None:
        """Raise `Refusal`: `seat_promised` for a seat a waitlist holds for another player."""
        for waitlist in self.state.lists:
            for entry in waitlist.entries:
                if (entry.table, entry.seat) == (table, seat) and entry.number != number:
                    raise Refusal("seat_promised", "", table=table, seat=seat, name=entry.name)


def why(reason: str) -> str:
    """Return the reason without white space around it. Raises `Refusal`: `public_reason_missing`."""
    if not reason.strip():
        raise Refusal("public_reason_missing", "", command="lists")
    return reason.strip()
