"""What a table knows of the tournament it plays: its levels, its clock, and what the director has ordered.

The whole plan of levels is at the table, so that a tablet without a network deals each hand on the level of its moment.
Amounts are tournament chips, which are not money.
"""

from collections.abc import Collection
from typing import Literal

import msgspec

from poker.stakes import AnteBy, Limit, Stakes

# Why a table waits after its hand: a player moves, the table is to be broken, it is three short, the other tables of
# hand for hand still play, the clock is stopped, or the director ordered it.
HoldKind = Literal["balance", "break", "short", "hand_for_hand", "paused", "director"]


class PlannedLevel(msgspec.Struct, frozen=True, array_like=True):
    """A level or a break of the plan, with the stakes of its hands. length in milliseconds; number counts from 1."""

    number: int
    length: int
    pause: bool
    small_bet: int
    big_bet: int
    blinds: tuple[int, ...] = ()
    ante: int = 0
    bring_in: int = 0
    game: str = ""
    limit: Limit = "none"
    chips: tuple[int, ...] = ()


class SeatMove(msgspec.Struct, frozen=True, array_like=True):
    """A player who moves: seat here, table and seat there."""

    seat: int
    table: str
    to: int


class Hold(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table waits after its hand. waiting: the tables that others wait for."""

    kind: HoldKind
    moves: tuple[SeatMove, ...] = ()
    waiting: tuple[str, ...] = ()
    note: str = ""


class SeatPenalty(msgspec.Struct, frozen=True, array_like=True):
    """A player who serves a penalty: the seat, and the hands left."""

    seat: int
    left: int


class TableEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tournament of a table. segment, elapsed, since: the clock as in `poker.event_levels.level_at`."""

    event: str  # the key of its log
    name: str
    levels: tuple[PlannedLevel, ...]
    segment: int = 0
    elapsed: int = 0
    since: int = 0
    hold: Hold | None = None
    left: int = 0  # players left
    tables: int = 0
    average: int = 0
    round: int = 0  # the hand of hand for hand, 0 for none
    penalties: tuple[SeatPenalty, ...] = ()
    # Who pays the ante on each of `levels`; () in logs from before it was recorded: as on the level before.
    payers: tuple[AnteBy, ...] = ()

    def hands_left(self, seat: int) -> int:
        """Return the hands that are left of the penalty of a seat, 0 without one."""
        return next((penalty.left for penalty in self.penalties if penalty.seat == seat), 0)

    def after_hand(self, served: Collection[int]) -> "TableEvent":
        """Return the event after a hand in which these seats served their penalties."""
        if not served:
            return self
        counted = [
            SeatPenalty(penalty.seat, penalty.left - (penalty.seat in served))
            for penalty in self.penalties
        ]
        left = tuple(penalty for penalty in counted if penalty.left > 0)
        return msgspec.structs.replace(self, penalties=left)

    def stakes(self, index: int, before: Stakes) -> Stakes:
        """Return the stakes of a level, or of the level before a break; other terms stay as `before`."""
        level = self.levels[index]
        return msgspec.structs.replace(
            before,
            game=level.game,
            limit=level.limit,
            small_bet=level.small_bet,
            big_bet=level.big_bet,
            blinds=level.blinds,
            ante=level.ante,
            ante_by=self.payers[index] if self.payers else before.ante_by,
            bring_in=level.bring_in,
            chips=level.chips,
        )
