"""Every case of the rules played once in a process: its events, and the table after each command."""

from functools import cache
from pathlib import Path

from poker import cases
from poker.commands import Command
from poker.state import Table

CASES = Path(__file__).parent.parent / "poker" / "cases"


class RecordedRun(cases.CaseRun):
    """A running case that keeps the table after each command."""

    def __init__(self, case: cases.Case) -> None:
        self.tables: list[Table] = []
        super().__init__(case)

    def do(self, command: Command) -> None:
        super().do(command)
        self.tables.append(self.table)


@cache
def case_runs() -> tuple[RecordedRun, ...]:
    """Return all cases as they were played."""
    runs = []
    for path in sorted(CASES.glob("*.toml")):
        for case in cases.load(path.read_text()):
            run = RecordedRun(case)
            cases._differences(case, run)
            runs.append(run)
    return tuple(runs)
