"""Remedy steps: which steps are due, and executing them as the commands they name."""

from collections.abc import Callable

from poker import commands as c
from poker import events as e
from poker.calls import RemedyStep
from poker.command_lines import LineError, commands
from poker.decide.card_remedies import PILES
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Table

# A remedy consists of events at a table. Calls, people and plaques are not part of it.
NO_STEPS: tuple[type[c.Command], ...] = (
    c.CallFloor,
    c.Report,
    c.ConfirmDelivery,
    c.FloorSeen,
    c.FloorComing,
    c.FloorArrived,
    c.CancelFloor,
    c.MakeRuling,
    c.StepDone,
    c.Undo,
    c.OpenTable,
    c.CloseTable,
    c.ChangePlaque,
    c.ChangeRules,
    c.PushDealer,
    c.SeatPlayer,
    c.ChangeSeat,
    c.ReleasePot,
)
WAITS = ("street", "burn")  # steps that wait for cards to be dealt may only move cards


def check(steps: tuple[RemedyStep, ...]) -> None:
    """Raise `Refusal`: `bad_step` for a line that cannot be part of a remedy or cannot wait for a street."""
    for step in steps:
        kind = step.when.partition(":")[0]
        if kind not in ("lies", "now", "drawn", "showdown", "after", *WAITS):
            raise Refusal("bad_step", "S-012", line=step.when)
        for line in step.do:
            try:
                line_commands = tuple(commands(line))
            except LineError as error:
                raise Refusal("bad_step", "S-012", line=line) from error
            waits = kind in WAITS and not all(type(command) in PILES for command in line_commands)
            if waits or any(isinstance(command, NO_STEPS) for command in line_commands):
                raise Refusal("bad_step", "S-012", line=line)


def open_now(table: Table) -> tuple[RemedyStep, ...]:
    """Return the steps that come before anything else at the table, in order."""
    remedy = table.remedy
    if remedy is None:
        return ()
    hand = table.hand
    timings = {"now"}
    if hand is None:
        timings |= {"after"}
    elif hand.stage in ("showdown", "award"):
        timings |= {"showdown", "drawn"}
    elif hand.stage != "draw":
        timings |= {"drawn"}
    return tuple(step for step in remedy.steps if step.when in timings)


def before_street(table: Table, street: str) -> tuple[RemedyStep, ...]:
    """Return the steps that wait for a street to be dealt, or for the burn before it."""
    if table.remedy is None:
        return ()
    timings = (f"street:{street}", "burn")
    return tuple(step for step in table.remedy.steps if step.when in timings)


def carry_out_before(draft: Draft, street: str) -> None:
    """Record the steps that wait for this street and their effect on the cards."""
    for step in before_street(draft.table, street):
        carry_out(draft, step, lambda on, command: PILES[type(command)](on, command, 0))


def carry_out(draft: Draft, step: RemedyStep, decide: Callable[[Draft, c.Command], None]) -> None:
    """Record the effect of a ruling's step. It was possible at the ruling; parts no longer possible are left out.

    A hand that has folded since then needs no card, and a step never stops the hand.
    """
    missed: list[str] = []
    for line in step.do:
        for command in commands(line):
            if already_done(draft.table, command):
                continue
            trial = Draft(draft.table)
            try:
                decide(trial, command)
            except Refusal:
                missed.append(line)
                continue
            for event in trial.events:
                draft.record(event)
    complete_step(draft, step, tuple(missed))


def already_done(table: Table, command: c.Command) -> bool:
    """Return whether the table is already in the state that the command would produce, because the dealer was ahead of
    the log.
    """
    hand = table.hand
    if hand is None or not isinstance(command, c.RestoreHand | c.KillHand):
        return False
    i = hand.index(command.seat)
    if i < 0:
        return False
    return (hand.parts[i].life == "in") == isinstance(command, c.RestoreHand)


def complete_step(draft: Draft, step: RemedyStep, missed: tuple[str, ...] = ()) -> None:
    """Mark a step as done. If it ended the hand, only steps for after the hand remain."""
    remedy = draft.table.remedy
    assert remedy is not None
    open_steps = list(remedy.steps)
    if step in open_steps:
        open_steps.remove(step)
    draft.record(e.StepsDone((step.say,), tuple(open_steps), missed, step.ruling))
