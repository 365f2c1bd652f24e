"""The lists of one room as an immutable value. Times are unix milliseconds."""

from typing import Literal

import msgspec

Kind = Literal["game", "interest", "seat_change", "table_change"]
Standing = Literal["waiting", "called", "held"]
Source = Literal[
    "seat_change", "table_change", "must_move", "list"
]  # who may have a claim on a chair
Owes = Literal["away", "always", "never"]
# What the house does with a player who does not want to move: no guide says.
Answer = Literal["stays", "last", "leaves"]
CHANGES: tuple[Kind, ...] = ("seat_change", "table_change")


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """One name on one list.

    number: unique in the room, never used again; here: in the room, else a call-in that lapses; since: when the name
    was put down; until: when a call, a held seat or a call-in lapses, 0 for never; table and seat: what is called or
    held for; calls: how often the name was called; passed: calls that were passed on; token: of the player's own page;
    wish: on a list of changes the chairs, or the tables, that would do, any where there is none; told: the wait in
    minutes that was told when the name was put down, -1 for none; give: its error, -1 where it was told as "more than".
    """

    number: int
    player: str
    name: str
    since: int
    here: bool = True
    state: Standing = "waiting"
    until: int = 0
    table: str = ""
    seat: int = 0
    calls: int = 0
    passed: int = 0
    local: bool = False
    token: str = ""
    wish: tuple[str, ...] = ()
    told: int = -1
    give: int = 0


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One list, in the order of its places. wants: names that open an interest list's game.

    of: the table within which seats are changed, or the key of the game within which tables are.
    """

    key: str
    title: str
    kind: Kind = "game"
    wants: int = 0
    places: tuple[Waiting, ...] = ()
    of: str = ""

    def find(self, number: int) -> Waiting | None:
        """The name with this number; None when it is not on this list."""
        return next((one for one in self.places if one.number == number), None)

    def at(self, number: int) -> int:
        """Its place, from 1; 0 when it is not on this list."""
        return next((i for i, one in enumerate(self.places, 1) if one.number == number), 0)


class Policy(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the house runs its lists. Minutes; no guide says any of it: these are this room's choice.

    call_minutes: to answer a call; hold_minutes: to arrive at a held seat; call_in_minutes: a call-in that has not
    arrived lapses; passes: calls that may be passed on before the name is off; locals_first: locals before others;
    order: who is offered a chair before whom; seat_change_owes: whom another chair of the table costs a way in, as in
    `poker.commands.ChangeSeat`; above_most: whom a broken game brings may have more than the most of the new table.
    """

    call_minutes: int = 5
    hold_minutes: int = 10
    call_in_minutes: int = 60
    passes: int = 2
    most_lists: int = 4
    locals_first: bool = False
    order: tuple[Source, ...] = ("seat_change", "table_change", "must_move", "list")
    seat_change_owes: Owes = "away"
    above_most: bool = True

    def comes_until(self, one: "Waiting") -> int:
        """When a name that is on the way lapses, without a call; 0 for who is here. Unix milliseconds."""
        return 0 if one.here else one.since + self.call_in_minutes * 60_000


class Declined(msgspec.Struct, frozen=True):
    """A player who did not want to move, and what the house did. since: his seniority then; unix milliseconds."""

    player: str
    name: str
    since: int
    what: Answer
    reason: str
    at: int


class Chain(msgspec.Struct, frozen=True, omit_defaults=True):
    """A must-move chain of one game: the tables of the main game, those that feed it, and who set it up and when."""

    key: str
    main: tuple[str, ...]
    feeders: tuple[str, ...]
    by: str
    at: int
    declined: tuple[Declined, ...] = ()


class Lists(msgspec.Struct, frozen=True, omit_defaults=True):
    """All lists of a room. next: the number of the next name."""

    policy: Policy = Policy()
    lines: tuple[Line, ...] = ()
    next: int = 1
    chains: tuple[Chain, ...] = ()

    def line(self, key: str) -> Line | None:
        """The list with this key."""
        return next((line for line in self.lines if line.key == key), None)

    def holding(self, number: int) -> Line | None:
        """The list on which a name stands."""
        return next((line for line in self.lines if line.find(number)), None)

    def chain(self, key: str) -> Chain | None:
        """The must-move chain of a game."""
        return next((chain for chain in self.chains if chain.key == key), None)

    def of(self, player: str) -> tuple[tuple[Line, Waiting], ...]:
        """Where a player waits."""
        return tuple(
            (line, one) for line in self.lines for one in line.places if one.player == player
        )
