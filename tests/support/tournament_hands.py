"""A table of a tournament that commands change, for tests of hands and screens."""

from msgspec.structs import replace

from poker import commands as c
from poker import engine
from poker.commands import Command
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import Seat, Table
from poker.table_event import PlannedLevel, TableEvent

START = 1_790_000_000_000
MINUTE = 60_000
CHIPS = (100, 500, 1_000)


def level(number: int, small: int, big: int, *, pause: bool = False) -> PlannedLevel:
    return PlannedLevel(
        number, 20 * MINUTE, pause, big, big, (small, big), big, 0, "holdem", "none", CHIPS
    )


EVENT = TableEvent(
    event="tournament.1",
    name="Daily",
    levels=(
        level(1, 100, 200),
        level(2, 200, 400),
        level(2, 200, 400, pause=True),
        level(3, 500, 1_000),
    ),
    since=START,
)
STAKES = Stakes(
    "holdem", "none", 200, 200, (100, 200), 200, "big_blind", chips=CHIPS, tournament=True
)


STUD = Stakes("stud", "split", 200, 400, ante=25, bring_in=50, chips=(25, 100), tournament=True)
RULES = HouseRules(button="dead", new_player="no_post")


def event_of(stakes: Stakes) -> TableEvent:
    """Return an event of one level with these stakes."""
    planned = PlannedLevel(
        1,
        20 * MINUTE,
        False,
        stakes.small_bet,
        stakes.big_bet,
        stakes.blinds,
        stakes.ante,
        stakes.bring_in,
        stakes.game,
        stakes.limit,
        stakes.chips,
    )
    return replace(EVENT, levels=(planned,))


class Play:
    """A table of a tournament that commands change, at a time."""

    def __init__(
        self, stacks: tuple[int | None, ...] = (None,) * 4, stakes: Stakes = STAKES
    ) -> None:
        seats = tuple(Seat(number) for number in range(1, 7))
        self.table = Table("T1", seats)
        self.now = START
        self.send(c.SetTableEvent(EVENT if stakes is STAKES else event_of(stakes)))
        for number, stack in enumerate(stacks, start=1):
            self.send(c.SeatPlayer(number, f"p{number}", f"P{number}"))
            if stack is not None:
                seat = replace(self.table.seats[number - 1], stack=stack)
                others = self.table.seats
                self.table = replace(
                    self.table, seats=(*others[: number - 1], seat, *others[number:])
                )
        self.send(c.OpenTable(stakes, RULES))
        if stakes.blinds:
            self.send(c.SetButton(1))

    def send(self, command: Command) -> None:
        self.table = engine.run(self.table, command, now=self.now).state

    def wait(self, minutes: int) -> None:
        self.now += minutes * MINUTE


def all_in_and_lost(play: Play) -> None:
    """Seats 3 and 4 are all-in against seat 1, who wins; seat 4 had fewer chips."""
    play.send(c.Deal())
    play.send(c.Act(4, "all_in", 4_000))
    play.send(c.Act(1, "raise", 12_000))
    play.send(c.Act(2, "fold"))
    play.send(c.Act(3, "all_in", 9_000))
    play.send(c.RunOut(3))
    while play.table.hand is not None:
        play.send(c.AwardPot(seats=(1,)))
