"""Plaques on the settings pages: the newest version of each, the tables that show it, and example charges."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Max

from manage_ui.room_choice import in_order
from poker import rake as rakes
from poker.formatting import money
from poker.games import MOST_SEATS
from poker.stakes import Rake
from tables.models import Plaque, ScheduledPlaque, Table
from tables.scheduled_plaques import plaques_waiting
from web.printing.plaque import PlaqueText, plaque_text

POTS = (1_500, 8_500, 20_000)  # example pots in the smallest unit


@dataclass(frozen=True)
class PlaqueRow:
    """The newest version of a plaque, and the tables that show it or an older one."""

    plaque: Plaque
    tables: Sequence[Table]
    scheduled: Sequence[ScheduledPlaque] = ()

    @cached_property
    def plaque_text(self) -> PlaqueText:
        """Return the printed text of the plaque."""
        return plaque_text(self.plaque.to_stakes())

    @property
    def charge_examples(self) -> list[str]:
        """Return the house charge for example pots."""
        return worked(self.plaque.to_stakes().rake)

    @property
    def outdated_tables(self) -> list[Table]:
        """Return the tables that show an older version."""
        return [table for table in self.tables if table.plaque_id != self.plaque.pk]

    @property
    def open_tables(self) -> list[Table]:
        """Return the open tables that show any version."""
        return [table for table in self.tables if table.is_open]


def newest() -> list[PlaqueRow]:
    """Return every plaque at its newest version, by name."""
    versions = Plaque.objects.values("name").annotate(newest=Max("version"))
    numbers = {row["name"]: row["newest"] for row in versions}
    plaques = [
        plaque
        for plaque in Plaque.objects.order_by("name")
        if plaque.version == numbers[plaque.name]
    ]
    waiting = plaques_waiting()
    return [
        PlaqueRow(plaque, tables, [due for due in waiting if plaque.name in due.names])
        for plaque, tables in zip(plaques, _tables(plaques), strict=True)
    ]


def shown(plaque: Plaque) -> PlaqueRow:
    """Return the newest version of a plaque."""
    latest = Plaque.objects.filter(name=plaque.name).latest("version")
    return PlaqueRow(latest, _tables([latest])[0], plaques_waiting(plaque.name))


def _tables(plaques: Iterable[Plaque]) -> list[list[Table]]:
    """Return, for each plaque, the tables that show any version of it."""
    with_plaque = Table.objects.exclude(plaque=None).select_related("plaque", "stream", "room")
    tables_by_name: dict[str, list[Table]] = {}
    for table in sorted(with_plaque, key=in_order):
        name = table.plaque.name if table.plaque else ""
        tables_by_name.setdefault(name, []).append(table)
    return [tables_by_name.get(plaque.name, []) for plaque in plaques]


def worked(rake: Rake) -> list[str]:
    """Return "Pot $85 → $5 + $1 jackpot drop" for example pots, or the time charge of nine players."""
    if rake.kind == "time":
        nine = money(rake.time_charge * 9)
        return [f"Nine players → {nine} every {rake.time_minutes} minutes, nothing from the pots"]
    lines = []
    for pot in POTS:
        taken, drop = rakes.due(rake, pot, flop=True, players=MOST_SEATS)
        jackpot_text = f" + {money(drop)} jackpot drop" if drop else ""
        lines.append(f"Pot {money(pot)} → {money(taken)}{jackpot_text}")
    for players, cap in rake.caps:
        lines.append(f"{players} players dealt in → {money(cap)} rake at most")
    if rake.no_flop_no_drop and rake.kind != "free":
        lines.append("No flop → nothing")
    return lines
