"""Plaques as managers see them: the newest version of each, where it hangs, what it takes of some pots."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Max

from documents.plaque import Said, said
from manage_ui.rooms import in_order
from poker import rake as rakes
from poker.stakes import Rake
from rulings.wording.sayings import money
from tables.models import Plaque, PlaqueDue, Table
from tables.plaques_due import plaques_waiting

POTS = (1_500, 8_500, 20_000)  # of the worked example, in cents


@dataclass(frozen=True)
class Shown:
    """The newest version of a plaque, and the tables that show it or an older one."""

    plaque: Plaque
    tables: Sequence[Table]
    waiting: Sequence[PlaqueDue] = ()

    @cached_property
    def said(self) -> Said:
        """In words, as it is printed."""
        return said(self.plaque.to_stakes())

    @property
    def example(self) -> list[str]:
        """What the house takes of some pots."""
        return worked(self.plaque.to_stakes().rake)

    @property
    def older(self) -> list[Table]:
        """Tables that still show an older version."""
        return [one for one in self.tables if one.plaque_id != self.plaque.pk]

    @property
    def open(self) -> list[Table]:
        """Open tables under any version."""
        return [one for one in self.tables if one.is_open]


def newest() -> list[Shown]:
    """Every plaque by name."""
    last = Plaque.objects.values("name").annotate(last=Max("version"))
    numbers = {one["name"]: one["last"] for one in last}
    found = [one for one in Plaque.objects.order_by("name") if one.version == numbers[one.name]]
    waiting = plaques_waiting()
    return [
        Shown(one, tables, [due for due in waiting if one.name in due.names])
        for one, tables in zip(found, _tables(found), strict=True)
    ]


def shown(plaque: Plaque) -> Shown:
    """One plaque, at its newest version."""
    found = Plaque.objects.filter(name=plaque.name).latest("version")
    return Shown(found, _tables([found])[0], plaques_waiting(plaque.name))


def _tables(plaques: Iterable[Plaque]) -> list[list[Table]]:
    hanging = Table.objects.exclude(plaque=None).select_related("plaque", "stream", "room")
    by: dict[str, list[Table]] = {}
    for one in sorted(hanging, key=in_order):
        by.setdefault(one.plaque.name if one.plaque else "", []).append(one)
    return [by.get(plaque.name, []) for plaque in plaques]


def worked(rake: Rake) -> list[str]:
    """Pot $85 → $5 + $1 jackpot drop, for some pots; a time charge is said for a table of nine."""
    if rake.kind == "time":
        nine = money(rake.time_charge * 9)
        return [f"Nine who play → {nine} every {rake.time_minutes} minutes, nothing from the pots"]
    lines = []
    for pot in POTS:
        taken, drop = rakes.due(rake, pot, flop=True)
        beside = f" + {money(drop)} jackpot drop" if drop else ""
        lines.append(f"Pot {money(pot)} → {money(taken)}{beside}")
    if rake.no_flop_no_drop and rake.kind != "free":
        lines.append("No flop → nothing")
    return lines
