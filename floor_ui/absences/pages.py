"""Data for the pages about absent players."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from absences.away_players import (
    LIMIT_TEXTS,
    PlayerAway,
    absence_limits,
    limit_lines,
    players_away,
)
from absences.models import PickedUpStack, ReturnedStack
from absences.stacks import REASONS, held_stacks, reason_text, returned_stacks
from poker.refusal import Refusal
from staff.keys import actor_names
from staff.models import Room, Staff
from staff.permissions import may
from tables.models import Table

SHOWN = timedelta(days=7)  # how long returned stacks stay listed


@dataclass(frozen=True, slots=True)
class StackLine:
    """A stack that the house holds or held, and who picked it up."""

    stack: PickedUpStack
    picked_up_by: str
    returned: ReturnedStack | None = None

    @property
    def reason(self) -> str:
        return reason_text(self.stack)


class AbsencesPage:
    """Who is away in a room, the chips that the house holds, and those collected in the last week."""

    def __init__(self, room: Room, staff: Staff, now: datetime) -> None:
        self.room = room
        self.limits = absence_limits(room.pk)
        self.may_pick_up = may(staff, "tables.supervise")
        self.away = players_away(room.pk, now)
        self.held = stack_lines(list(held_stacks(room)))
        self.returned = _returned_lines(room, now - SHOWN)

    @property
    def limit_lines(self) -> list[str]:
        return limit_lines(self.limits)


class PickUpPage:
    """An absent player whose chips a supervisor is about to pick up.

    Raises `Refusal`: `nobody_away` if no player is away from that seat.
    """

    def __init__(self, table: Table, seat: int, now: datetime) -> None:
        self.table = table
        self.seat = seat
        away = [
            player for player in players_away(table.room_id, now) if player.table.pk == table.pk
        ]
        player = next((player for player in away if player.seat == seat), None)
        view = next((view for view in table.view.seats if view.seat == seat), None)
        if player is None or view is None:
            raise Refusal("nobody_away", "H-53", seat=seat, name=view.name if view else "")
        self.player = player
        self.logged = view.stack

    @property
    def reasons(self) -> list[tuple[str, str]]:
        """Return the reasons to choose from. A limit is a reason only if it is reached."""
        standing = self.player.standing
        reached = standing.reason if standing.is_over else ""
        return [
            (key, text) for key, text in REASONS.items() if key == reached or key not in LIMIT_TEXTS
        ]

    @property
    def chosen(self) -> str:
        """Return the reason selected by default; "" if no limit is reached."""
        return self.player.standing.reason if self.player.standing.is_over else ""


def stack_lines(stacks: list[PickedUpStack]) -> list[StackLine]:
    """Return stacks with the names of those who picked them up."""
    names = actor_names(stack.by for stack in stacks)
    returned = {
        (row.table_id, row.seq): row
        for row in ReturnedStack.objects.filter(
            table__in={stack.table_id for stack in stacks}, seq__in={stack.seq for stack in stacks}
        ).select_related("by")
    }
    return [
        StackLine(stack, names.get(stack.by, ""), returned.get((stack.table_id, stack.seq)))
        for stack in stacks
    ]


def _returned_lines(room: Room, since: datetime) -> list[StackLine]:
    returned = returned_stacks(room, since)
    stacks = PickedUpStack.objects.filter(
        table__in={row.table_id for row in returned}, seq__in={row.seq for row in returned}
    )
    lines = stack_lines(list(stacks.select_related("table", "player__merged_into")))
    collected = [line for line in lines if line.returned is not None]
    return sorted(collected, key=lambda line: line.stack.at, reverse=True)


def absences_to_see(room: Room, now: datetime) -> list[PlayerAway]:
    """Return the absences that concern a supervisor now: over a limit, or reported by a dealer (S-037)."""
    return [
        player
        for player in players_away(room.pk, now)
        if player.standing.is_over or player.reported
    ]
