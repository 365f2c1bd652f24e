"""Who stands near the next step of the ladder (H-42), who is suspended, who is barred: by alias, no legal names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from players.models import Player, Sanction
from players.standing import Standing, standings
from reports.figures.sheets import Column, Sheet
from rulings.incidents.ladder import ORDER, Step, next_step
from rulings.incidents.ladders import rooms_of, steps_at

GRAVE = ("suspension", "bar")  # who is near one of these comes first


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """One sanction that counts."""

    kind: str
    at: datetime
    until: datetime | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A player with something that counts. next: what the house would do next, None of who is barred."""

    pk: int
    alias: str
    standing: Standing
    given: tuple[Given, ...]
    next: Step | None

    @property
    def near(self) -> bool:
        """Whether the next step keeps the player out."""
        return self.next is not None and self.next.kind in GRAVE

    @property
    def told(self) -> str:
        """2 warnings, 1 suspension."""
        kinds = [one.kind for one in self.given]
        return ", ".join(_counted(kinds.count(kind), kind) for kind in dict.fromkeys(kinds))


@dataclass(frozen=True, slots=True, kw_only=True)
class Discipline:
    """Everybody with a sanction that counts: near: whose next step keeps them out; others: whose does not yet."""

    near: tuple[Near, ...]
    others: tuple[Near, ...]
    suspended: tuple[Near, ...]
    barred: tuple[Near, ...]


def discipline(now: datetime, steps: Sequence[Step] | None = None) -> Discipline:
    """As it stands by now. A suspension that is over still counts as a step; a sanction that was lifted does not."""
    found = standings(now)
    given = _given(found)
    known = Player.objects.in_bulk(list(found))
    rooms = rooms_of(known.values())
    ladders = {room: steps_at(room, now) for room in {None, *rooms.values()}}
    people = [
        Near(
            pk=pk,
            alias=known[pk].alias,
            standing=stands,
            given=given.get(pk, ()),
            next=None
            if stands.barred
            else next_step(stands, None, steps or ladders[rooms.get(pk)]),
        )
        for pk, stands in found.items()
        if given.get(pk)
    ]
    people.sort(key=lambda one: (-_weight(one), one.alias.casefold(), one.pk))
    free = [one for one in people if not one.standing.barred]
    return Discipline(
        near=tuple(one for one in free if one.near),
        others=tuple(one for one in free if not one.near),
        suspended=tuple(one for one in free if one.standing.suspended_until),
        barred=tuple(one for one in people if one.standing.barred),
    )


def sheet(found: Discipline) -> Sheet:
    """Everybody once, who is nearest to the end of the ladder first."""
    return sheet_of((*found.barred, *found.near, *found.others))


def sheet_of(people: Sequence[Near]) -> Sheet:
    """These people, a row each."""
    columns = (
        Column("player", "Player", "text"),
        Column("given", "Given", "text"),
        Column("last", "Last", "moment"),
        Column("reason", "Last reason", "text"),
        Column("suspended", "Suspended until", "moment"),
        Column("next", "Next step", "text"),
    )
    rows = tuple(
        (
            one.alias,
            one.told,
            one.given[0].at,
            one.given[0].reason,
            one.standing.suspended_until,
            one.next.sentence if one.next else "Barred",
        )
        for one in people
    )
    return Sheet("discipline", "Next step of the ladder", columns, rows, None, NOTE)


NOTE = (
    "Warnings count until they are lifted; a suspension that is over still counts as a step. A grave category begins"
    " at the first suspension, whatever was given. A supervisor decides; the ladder only proposes."
)


def _given(found: Iterable[int]) -> dict[int, tuple[Given, ...]]:
    """By the player who somebody turned out to be, the newest first."""
    wanted = set(found)
    made: dict[int, list[Given]] = {}
    rows = Sanction.objects.filter(lifting=None).order_by("-at", "-pk")
    columns = ("player", "player__merged_into", "kind", "at", "until", "reason")
    for pk, root, kind, at, until, reason in rows.values_list(*columns):
        if (root or pk) in wanted:
            one = Given(kind=kind, at=at, until=until, reason=reason)
            made.setdefault(root or pk, []).append(one)
    return {pk: tuple(rows) for pk, rows in made.items()}


def _weight(one: Near) -> int:
    """By the next step: its kind, then how long it lasts; who is barred has none after it."""
    return ORDER.index(one.next.kind) * 1_000_000 + one.next.hours if one.next else 10_000_000


def _counted(count: int, kind: str) -> str:
    many = "penalties" if kind == "penalty" else f"{kind}s"
    return f"{count} {kind if count == 1 else many}"
