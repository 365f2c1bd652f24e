"""The waitlists of one room as an immutable value. Times are Unix milliseconds."""

from typing import Literal

import msgspec

Kind = Literal["game", "interest", "seat_change", "table_change"]
Standing = Literal["waiting", "called", "held"]
Source = Literal["seat_change", "table_change", "must_move", "list"]  # sources of a claim on a seat
Owes = Literal["away", "always", "never"]
# What the house does with a player who declines to move: no guide covers it.
Answer = Literal["stays", "last", "leaves"]
CHANGES: tuple[Kind, ...] = ("seat_change", "table_change")


class WaitlistEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's entry on one waitlist."""

    number: int  # unique in the room, never reused
    player: str
    name: str
    since: int  # when the player was added
    here: bool = True  # present in the room; otherwise a call-in that expires
    state: Standing = "waiting"
    until: int = 0  # when a call, a held seat or a call-in expires; 0 for never
    table: str = ""  # called to, or held for the player
    seat: int = 0
    calls: int = 0  # how often the player was called
    passed: int = 0  # calls passed
    local: bool = False
    token: str = ""  # token of the player's own page
    wish: tuple[str, ...] = ()  # on a change list, the seats or tables wanted; any if empty
    quoted_wait: int = -1  # minutes, quoted when the player was added; -1 for no quote
    quoted_error: int = 0  # margin of error of the quote; -1 if quoted as "more than"


class Waitlist(msgspec.Struct, frozen=True, omit_defaults=True):
    """One waitlist, in the order of its positions."""

    key: str
    title: str
    kind: Kind = "game"
    wants: int = 0  # entries needed to open an interest list's game
    entries: tuple[WaitlistEntry, ...] = ()
    of: str = ""  # the table of seat changes, or the key of the game of table changes

    def find(self, number: int) -> WaitlistEntry | None:
        """Return the entry with this number; None if it is not on this list."""
        return next((entry for entry in self.entries if entry.number == number), None)

    def at(self, number: int) -> int:
        """Return the position of an entry, from 1; 0 if it is not on this list."""
        return next((i for i, entry in enumerate(self.entries, 1) if entry.number == number), 0)


class WaitlistPolicy(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the house runs its waitlists. No guide sets any of it: these are the room's choices."""

    call_minutes: int = 5  # minutes to answer a call
    hold_minutes: int = 10  # minutes to get to a held seat
    call_in_minutes: int = 60  # minutes until an absent call-in expires
    passes: int = 2  # calls that may be passed before the entry is removed
    most_lists: int = 4
    locals_first: bool = False  # locals before others
    # Seat priority.
    order: tuple[Source, ...] = ("seat_change", "table_change", "must_move", "list")
    # Who owes an entry post for a seat change, as in `poker.commands.ChangeSeat`.
    seat_change_owes: Owes = "away"
    above_most: bool = True  # players from a broken game may have more than the new table's maximum

    def comes_until(self, entry: "WaitlistEntry") -> int:
        """Return when a call-in without a call expires; 0 for a player who is present. Unix milliseconds."""
        return 0 if entry.here else entry.since + self.call_in_minutes * 60_000


class UndoneChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """The effect of an undo on one entry, read from the log."""

    act: str  # tag of the undone event
    key: str  # of the waitlist
    before: WaitlistEntry  # the entry before the action; for an addition, as it was added
    after: WaitlistEntry | None = None  # the entry after the action; None if it left the waitlist
    at: int = 0  # its restored position; 0 for the current one
    waited: int = 0  # milliseconds that the action counted
    opened: bool = False  # the addition opened the list, which the undo closes if it is empty


class UndoneMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A must-move that is undone: the seats between which the player had moved."""

    key: str
    player: str
    name: str
    table: str
    seat: int
    to_table: str
    to_seat: int


class DeclinedMove(msgspec.Struct, frozen=True):
    """A player who declined to move, and the house's response."""

    player: str
    name: str
    since: int  # the seniority at that time
    what: Answer
    reason: str
    at: int


class MustMoveChain(msgspec.Struct, frozen=True, omit_defaults=True):
    """The must-move chain of one game: the main game's tables, its feeder tables, and who set it up and when."""

    key: str
    main: tuple[str, ...]
    feeders: tuple[str, ...]
    by: str
    at: int
    declined: tuple[DeclinedMove, ...] = ()


class Waitlists(msgspec.Struct, frozen=True, omit_defaults=True):
    """All waitlists of a room."""

    policy: WaitlistPolicy = WaitlistPolicy()
    lists: tuple[Waitlist, ...] = ()
    next: int = 1  # the number of the next entry
    chains: tuple[MustMoveChain, ...] = ()

    def waitlist(self, key: str) -> Waitlist | None:
        return next((waitlist for waitlist in self.lists if waitlist.key == key), None)

    def holding(self, number: int) -> Waitlist | None:
        """Return the waitlist that has an entry."""
        return next((waitlist for waitlist in self.lists if waitlist.find(number)), None)

    def chain(self, key: str) -> MustMoveChain | None:
        return next((chain for chain in self.chains if chain.key == key), None)

    def of(self, player: str) -> tuple[tuple[Waitlist, WaitlistEntry], ...]:
        """Return the lists that a player is on, with the entries."""
        return tuple(
            (waitlist, entry)
            for waitlist in self.lists
            for entry in waitlist.entries
            if entry.player == player
        )
