"""The lists while a command is decided; nothing outside sees them until it holds as a whole."""

from poker.refusal import Refusal
from poker.waiting import events as e
from poker.waiting.evolve import evolve
from poker.waiting.state import Line, Lists, Waiting


class Draft:
    """Events of one command, each applied at once."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
        self.events: list[e.Told] = []

    def record(self, event: e.Told) -> None:
        """One more thing that happened."""
        self.events.append(event)
        self.lists = evolve(self.lists, event)

    def find(self, number: int) -> tuple[Line, Waiting]:
        """A name and its list. Refuses `not_on_a_list`."""
        line = self.lists.holding(number)
        one = line.find(number) if line else None
        if line is None or one is None:
            raise Refusal("not_on_a_list", "", number=number)
        return line, one

    def line(self, key: str) -> Line:
        """The list with this key. Refuses `no_such_list`."""
        line = self.lists.line(key)
        if line is None:
            raise Refusal("no_such_list", "", list=key)
        return line

    def seat_free(self, table: str, seat: int, number: int = 0) -> None:
        """Refuses `seat_promised` for a chair that a list keeps for somebody else."""
        for line in self.lists.lines:
            for one in line.places:
                if (one.table, one.seat) == (table, seat) and one.number != number:
                    raise Refusal("seat_promised", "", table=table, seat=seat, name=one.name)


def why(reason: str) -> str:
    """The reason that was given. Refuses `reason_missing`."""
    if not reason.strip():
        raise Refusal("reason_missing", "", command="lists")
    return reason.strip()
