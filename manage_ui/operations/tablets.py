"""Tablets grouped by the version of their engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from dealer_ui.bundle import bundle
from ops.health.phrases import span
from ops.models import TabletVersion
from tables.models import Device, TabletHeartbeat
from tables.natural_order import natural_order

NAMED = 3  # maximum number of silent tablets that a row names
SHORT = 8  # characters of a bundle's hash


@dataclass(frozen=True, slots=True)
class VersionRow:
    """The tablets with one version."""

    name: str
    count: int
    share: int  # percent of all tablets
    note: str
    is_due: bool  # whether someone should look: another version, or a silent tablet


def tablet_rows(now: datetime) -> Sequence[VersionRow]:
    """Return a row for each version, this server's first."""
    paired = dict(
        Device.objects.filter(revoked_at=None, token_hash__isnull=False).values_list(
            "table_id", "table__name"
        )
    )
    engines = dict(TabletVersion.objects.filter(pk__in=paired).values_list("pk", "engine"))
    silent = {
        row.table_id: row.silent_since
        for row in TabletHeartbeat.objects.filter(silent=True, table_id__in=paired)
    }
    groups: dict[str, list[int]] = {}
    for table in paired:
        groups.setdefault(engines.get(table, ""), []).append(table)
    current = bundle().name
    order = sorted(groups.items(), key=lambda group: (group[0] != current, -len(group[1])))
    return [_row(engine, group, paired, silent, current, now) for engine, group in order]


def _row(
    engine: str,
    tables: list[int],
    names: dict[int, str],
    silent: dict[int, datetime | None],
    current: str,
    now: datetime,
) -> VersionRow:
    silent_tables = sorted(
        (table for table in tables if table in silent), key=lambda pk: natural_order(names[pk])
    )
    notes = [_silent(names[table], silent[table], now) for table in silent_tables[:NAMED]]
    if len(silent_tables) > NAMED:
        notes.append(f"{len(silent_tables) - NAMED} more silent")
    if engine == "":
        name = "no engine"
        note = "the server decides each tap"
    elif engine == current:
        name = engine[:SHORT]
        note = "as this server"
    else:
        name = engine[:SHORT]
        note = "another one, updates between hands"
    return VersionRow(
        name=name,
        count=len(tables),
        share=round(100 * len(tables) / len(names)),
        note="; ".join([note, *notes]),
        is_due=bool(silent_tables) or engine not in ("", current),
    )


def _silent(name: str, since: datetime | None, now: datetime) -> str:
    return f"{name} silent for {span((now - since).total_seconds())}" if since else f"{name} silent"
