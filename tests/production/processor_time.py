"""Processor time of services and their children, read from /proc."""

import os
from collections.abc import Iterable
from pathlib import Path

from tests.production.services import Service

TICKS = os.sysconf("SC_CLK_TCK")  # of a second
# Fields after the process name: the parent, and the first of four times.
PARENT = 1
FIRST_TIME = 11


def processor_seconds(services: Iterable[Service]) -> dict[str, float]:
    """Return by name what each running service has used since it started, with its children, also ended ones."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            text = (folder / "stat").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
        # The name may have spaces and parentheses.
        fields = text.rpartition(")")[2].split()
        process = int(folder.name)
        parents[process] = int(fields[PARENT])
        # In user mode and in the kernel, of the process and of its ended children.
        used[process] = sum(map(int, fields[FIRST_TIME : FIRST_TIME + 4])) / TICKS
    totals: dict[str, float] = {}
    names = {service.process.pid: service.name for service in services if service.process}
    for process, seconds in used.items():
        ancestor = process
        while ancestor and ancestor not in names:
            ancestor = parents.get(ancestor, 0)
        if ancestor:
            totals[names[ancestor]] = totals.get(names[ancestor], 0) + seconds
    return totals
