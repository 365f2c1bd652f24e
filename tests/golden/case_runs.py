"""Every case of the rules played once in a process: its events, and the table after each command."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from poker import cases
from poker.commands import Command
from poker.state import Table
from tests.support.law_examples import sampled

CASES = Path(__file__).parent.parent / "poker" / "cases"
STEP = 4  # of the cases that `make test` plays; a sample of each type has every field besides


class RecordedRun(cases.CaseRun):
    """A running case that keeps the table after each command."""

    def __init__(self, case: cases.Case) -> None:
        self.tables: list[Table] = []
        super().__init__(case)

    def do(self, command: Command) -> None:
        super().do(command)
        self.tables.append(self.table)


def play_cases(step: int = 1) -> Iterator[RecordedRun]:
    """Yield each `step`th case of each file as it was played; all cases before a release."""
    for path in sorted(CASES.glob("*.toml")):
        for case in sampled(cases.load(path.read_text()), step):
            run = RecordedRun(case)
            cases._differences(case, run)
            yield run


@cache
def case_runs(step: int = 1) -> tuple[RecordedRun, ...]:
    """Return the runs of `play_cases`, played once in a process."""
    return tuple(play_cases(step))
