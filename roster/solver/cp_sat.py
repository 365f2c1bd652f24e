"""The plan of a week with OR-Tools CP-SAT: one variable for each shift that a dealer may work (`model`).

Hard rules are constraints, so that every plan keeps them. What can't be met costs (`costs`), so that there is always a
plan. A search is repeatable: it has one thread and a fixed seed.
"""

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from roster.rules.greedy import Plan, greedy_plan
from roster.rules.options import PlanTask, shifts_of
from roster.rules.unmet import unmet_of
from roster.rules.week_state import Shift
from roster.solver.costs import plan_cost
from roster.solver.model import WeekModel

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

CHECK_SECONDS = 0.2  # between two looks at the processor time and the cancel flag


class Progress(msgspec.Struct, frozen=True):
    """The state of a search. bound is None before the first one; seconds: of processor time."""

    cost: int
    bound: int | None
    seconds: float


# Gets the progress about five times a second; returns whether to go on.
Watch = Callable[[Progress], bool]


def solve(task: PlanTask, watch: Watch, *, seconds: int, seed: int, threads: int = 1) -> Plan:
    """Return the best plan that the search found in its processor time, or until `watch` ended it.

    The search runs in a thread of its own, so that `watch` may use the caller's database connection.
    """
    began = time.process_time()
    first = greedy_plan(task)
    model = WeekModel(task)
    model.hint(first.shifts)
    search = _Search(model, seed=seed, threads=threads, cost=plan_cost(task, first.shifts))
    search.start()
    is_canceled = False
    while search.is_alive():
        search.join(CHECK_SECONDS)
        used = time.process_time() - began
        if not is_canceled and not watch(Progress(search.cost, search.bound, used)):
            is_canceled = True
        if is_canceled or used >= seconds:
            search.stop()
    shifts = min((first.shifts, search.shifts()), key=lambda plan: plan_cost(task, plan))
    return Plan(
        shifts=shifts,
        unmet=unmet_of(task, shifts),
        cost=plan_cost(task, shifts),
        bound=max(0, search.bound or 0),
        is_canceled=is_canceled,
    )


class _Search(threading.Thread):
    """The search of the solver, with the cost of its best plan and its bound so far."""

    def __init__(self, model: WeekModel, *, seed: int, threads: int, cost: int) -> None:
        from ortools.sat.python import cp_model

        super().__init__(name="roster-search", daemon=True)
        self.model = model
        self.cost = cost
        self.bound: int | None = None
        self.error: Exception | None = None
        self.status: Any = cp_model.UNKNOWN
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = threads
        self.solver.parameters.random_seed = seed
        self.solver.best_bound_callback = self._on_bound

    def run(self) -> None:
        try:
            self.status = self.solver.solve(self.model.model, self._callback())
        except Exception as error:  # raised again by `shifts` in the caller's thread
            self.error = error

    def stop(self) -> None:
        self.solver.stop_search()

    def shifts(self) -> tuple[Shift, ...]:
        """Return the shifts of the best plan. Raises what the search raised."""
        from ortools.sat.python import cp_model

        if self.error is not None:
            raise self.error
        if self.status == cp_model.MODEL_INVALID:
            raise ValueError(self.model.model.validate())
        if self.status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return ()
        self.bound = int(self.solver.best_objective_bound)
        return shifts_of(
            [
                (slot, key)
                for (key, slot), variable in self.model.chosen.items()
                if self.solver.boolean_value(variable)
            ]
        )

    def _on_bound(self, bound: float) -> None:
        self.bound = int(bound)

    def _callback(self) -> "cp_model.CpSolverSolutionCallback":
        from ortools.sat.python import cp_model

        search = self

        class Callback(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                search.cost = min(search.cost, int(self.objective_value))

        return Callback()
