"""What a table keeps of a floor call, of a ruling's remedy and of a pot that is held."""

from typing import Any

import msgspec


class Todo(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a remedy: words for the dealer and the command lines that record it.

    when: `lies` (how it already lies), `now`, `burn` (before the next burn), `street:NAME` (before it is dealt),
    `drawn` (when all have drawn), `showdown`, `after` (once the hand is over).
    """

    say: str = ""
    do: tuple[str, ...] = ()
    when: str = "now"


class Remedy(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is left of a ruling at the table: the steps that were not done. hand: of which it speaks, 0 for none.

    missed: steps whose cards or chips could not be recorded any more; a supervisor is to know of them.
    """

    ruling: str
    result: str
    by: str
    key: str = ""
    decision: str = ""
    hand: int = 0
    steps: tuple[Todo, ...] = ()
    done: int = 0
    missed: tuple[str, ...] = ()


class Impounded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pot that is held: of which hand, its chips (None where nobody counted them), who could win it, why.

    players: who sat in `seats` then; somebody else who has the seat by now gets nothing of it.
    """

    hand: int
    amount: int | None
    seats: tuple[int, ...]
    reason: str = ""
    players: tuple[str, ...] = ()


class CalledOff(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call that was taken back last: why, and by which supervisor, "" for the table itself."""

    reason: str
    by: str = ""


class FloorCall(msgspec.Struct, frozen=True):
    """An open call for a supervisor; times in unix milliseconds, 0 for not yet.

    substantial: whether action was substantial when attention was drawn, by every definition (S-121); hand: in which
    it was called; by: who dealt; key and facts: what was reported; table and room say the rest.
    """

    at: int
    street: str = ""
    substantial: dict[str, bool] = {}
    hand: int = 0
    by: str = ""
    key: str = ""
    facts: dict[str, Any] = {}
    seen_at: int = 0
    seen_by: str = ""
    coming_at: int = 0
    coming_by: str = ""
    arrived_at: int = 0
    arrived_by: str = ""
