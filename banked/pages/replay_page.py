"""Data for the page of a round, step by step."""

from functools import cached_property

from banked.models import BoxRound, RoundStart
from banked.pages.round_page import BoxRow, DealerRow, box_rows, dealer_row, round_of_table
from banked.round_log import RoundStep, round_steps
from banked.rules.state import BankedTable
from rulings.calls.models import Call, Ruling
from tables.models import Table


class RoundPage:
    """A round of a table at one of its steps."""

    def __init__(self, table: Table, number: int, step: int = 0) -> None:
        """step: from 1; 0 or one beyond the last one is the last one. Raises `Refusal`: `no_logged_round`."""
        self.table = table
        self.number = number
        self.steps: tuple[RoundStep, ...] = round_steps(table.stream, number)
        count = len(self.steps)
        self.step_number = step if 1 <= step <= count else count

    @property
    def step(self) -> RoundStep | None:
        return self.steps[self.step_number - 1] if self.steps else None

    @property
    def step_before(self) -> int:
        return max(self.step_number - 1, 1)

    @property
    def step_after(self) -> int:
        return min(self.step_number + 1, len(self.steps))

    @property
    def state(self) -> BankedTable:
        return self.step.state if self.step else BankedTable()

    @property
    def boxes(self) -> list[BoxRow]:
        return box_rows(self.state)

    @property
    def dealer(self) -> DealerRow | None:
        return dealer_row(self.state)

    @property
    def paid(self) -> int:
        round_ = round_of_table(self.state)
        return round_.paid if round_ else 0

    @property
    def taken(self) -> int:
        round_ = round_of_table(self.state)
        return round_.taken if round_ else 0

    @property
    def cards_left(self) -> int | None:
        return self.state.shoe.left if self.state.shoe else None

    @property
    def is_running(self) -> bool:
        """Return whether the round was in progress at the end of these steps."""
        return bool(self.steps) and self.steps[-1].state.round is not None

    @cached_property
    def results(self) -> list[BoxRound]:
        """Return what each box came to, with corrections."""
        rows = BoxRound.objects.filter(table=self.table.pk, round=self.number)
        return list(rows.order_by("box"))

    @property
    def is_void(self) -> bool:
        return any(row.is_void for row in self.results)

    @property
    def previous(self) -> int | None:
        return self.number - 1 if self.number else None

    @property
    def next(self) -> int | None:
        starts = RoundStart.objects.filter(table=self.table.pk, number=self.number + 1)
        return self.number + 1 if starts.exists() else None

    @cached_property
    def calls(self) -> list[Call]:
        rows = Call.objects.filter(table=self.table.pk, hand=self.number)
        return list(rows.exclude(status=Call.Status.RULED).order_by("called_at"))

    @cached_property
    def rulings(self) -> list[Ruling]:
        rows = Ruling.objects.filter(table=self.table.pk, hand=self.number)
        return list(rows.order_by("at"))
