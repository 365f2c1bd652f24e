"""Players near the next step of the ladder (H-42), suspended players and barred players. Aliases only, no legal
names.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from players.models import Player, Sanction
from players.standing import Standing, standings
from reports.figures.figure import Figure, Sheet, SheetLayout
from rulings.incidents.ladder import ORDER, LadderStep, next_step
from rulings.incidents.ladder_versions import rooms_of, steps_at

EXCLUDING_KINDS = ("suspension", "bar")  # players near one of these come first


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveSanction:
    kind: str
    at: datetime
    until: datetime | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisciplineRow:
    pk: int
    alias: str
    standing: Standing
    sanctions: tuple[ActiveSanction, ...]
    next_step: LadderStep | None  # None for a barred player

    @property
    def is_near_exclusion(self) -> bool:
        return self.next_step is not None and self.next_step.kind in EXCLUDING_KINDS

    @property
    def sanctions_text(self) -> str:
        """Sanctions as text, such as "2 warnings, 1 suspension"."""
        kinds = [active_sanction.kind for active_sanction in self.sanctions]
        return ", ".join(_counted(kinds.count(kind), kind) for kind in dict.fromkeys(kinds))


@dataclass(frozen=True, slots=True, kw_only=True)
class Discipline:
    """Every player with a sanction that counts."""

    near: tuple[DisciplineRow, ...]  # players whose next step keeps them out
    others: tuple[DisciplineRow, ...]  # players whose next step is milder
    suspended: tuple[DisciplineRow, ...]
    barred: tuple[DisciplineRow, ...]


def discipline(now: datetime, steps: Sequence[LadderStep] | None = None) -> Discipline:
    """Return the current state of discipline.

    An ended suspension still counts as a step; a lifted sanction does not.
    """
    standings_by_player = standings(now)
    sanctions_by_player = _sanctions(standings_by_player)
    players_by_key = Player.objects.in_bulk(list(standings_by_player))
    rooms = rooms_of(players_by_key.values())
    ladders = {room: steps_at(room, now) for room in {None, *rooms.values()}}
    people = [
        DisciplineRow(
            pk=pk,
            alias=players_by_key[pk].alias,
            standing=stands,
            sanctions=sanctions_by_player.get(pk, ()),
            next_step=None
            if stands.barred
            else next_step(stands, None, steps or ladders[rooms.get(pk)]),
        )
        for pk, stands in standings_by_player.items()
        if sanctions_by_player.get(pk)
    ]
    people.sort(
        key=lambda discipline_row: (
            -_weight(discipline_row),
            discipline_row.alias.casefold(),
            discipline_row.pk,
        )
    )
    free = [discipline_row for discipline_row in people if not discipline_row.standing.barred]
    return Discipline(
        near=tuple(discipline_row for discipline_row in free if discipline_row.is_near_exclusion),
        others=tuple(
            discipline_row for discipline_row in free if not discipline_row.is_near_exclusion
        ),
        suspended=tuple(
            discipline_row for discipline_row in free if discipline_row.standing.suspended_until
        ),
        barred=tuple(discipline_row for discipline_row in people if discipline_row.standing.barred),
    )


def sheet(discipline: Discipline) -> Sheet:
    """Return all players as a sheet, one row each, those furthest up the ladder first."""
    return sheet_of((*discipline.barred, *discipline.near, *discipline.others))


def sheet_of(people: Sequence[DisciplineRow]) -> Sheet:
    """Return these players as a sheet, one row each."""
    return DISCIPLINE.sheet(people)


NOTE = (
    "Warnings count until lifted; an expired suspension still counts as a step. A grave category starts"
    " at the first suspension, whatever came before. A supervisor decides; the ladder only proposes."
)
PlayerFigure = Figure[DisciplineRow]
DISCIPLINE = SheetLayout[Sequence[DisciplineRow], DisciplineRow](
    key="discipline",
    title="Next step of the ladder",
    figures=(
        PlayerFigure("player", "Player", "text", lambda player: player.alias),
        PlayerFigure("given", "Given", "text", lambda player: player.sanctions_text),
        PlayerFigure("last", "Last", "moment", lambda player: player.sanctions[0].at),
        PlayerFigure("reason", "Last reason", "text", lambda player: player.sanctions[0].reason),
        PlayerFigure(
            "suspended", "Suspended until", "moment", lambda player: player.standing.suspended_until
        ),
        PlayerFigure(
            "next",
            "Next step",
            "text",
            lambda player: player.next_step.sentence if player.next_step else "Barred",
        ),
    ),
    rows=lambda people: people,
    note=lambda _: NOTE,
)


def _sanctions(players: Iterable[int]) -> dict[int, tuple[ActiveSanction, ...]]:
    """Return the sanctions by surviving player, newest first."""
    keys = set(players)
    sanctions: dict[int, list[ActiveSanction]] = {}
    rows = Sanction.objects.filter(lifting=None).order_by("-at", "-pk")
    columns = ("player", "player__merged_into", "kind", "at", "until", "reason")
    for pk, root, kind, at, until, reason in rows.values_list(*columns):
        if (root or pk) in keys:
            active_sanction = ActiveSanction(kind=kind, at=at, until=until, reason=reason)
            sanctions.setdefault(root or pk, []).append(active_sanction)
    return {pk: tuple(rows) for pk, rows in sanctions.items()}


def _weight(discipline_row: DisciplineRow) -> int:
    """Return a sort weight by the next step's kind and duration. Barred players, who have no next step, come last."""
    return (
        ORDER.index(discipline_row.next_step.kind) * 1_000_000 + discipline_row.next_step.hours
        if discipline_row.next_step
        else 10_000_000
    )


def _counted(count: int, kind: str) -> str:
    many = "penalties" if kind == "penalty" else f"{kind}s"
    return f"{count} {kind if count == 1 else many}"
