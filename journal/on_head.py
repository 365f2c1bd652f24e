"""Executes an ordinary command on a state in memory, and stores it in one statement.

Nearly every tap is an act of a hand in progress: it changes its own log and nothing else. Such a command needs no lock
and no transaction of its own. The statement stores the entries and the snapshot only if the row of the log, and
everything else that the command was decided on, is unchanged.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from django.db import IntegrityError, connection

from journal import store
from journal.append_statements import Condition
from journal.command_metrics import count_result, timed
from journal.effects import idle_conditions, run_after_commit
from journal.heads import Head, forget_head, head_of
from journal.log import Attempt, Log, Result
from journal.personal_text import has_personal_fields
from poker.logs.outcome import Outcome
from poker.refusal import Refusal

State = TypeVar("State", bound=Any)
CommandT = TypeVar("CommandT", bound=Any)
EventT = TypeVar("EventT", bound=Any)
View = TypeVar("View", bound=Any)


def execute_on_head(
    log: Log[State, CommandT, EventT, View],
    stream_id: int,
    command: CommandT,
    *,
    command_id: str,
    actor: str,
    now: datetime,
    seen: object,
    sql: str,
    params: tuple[object, ...],
) -> Result[State, EventT, View] | None:
    """Execute a command in one statement; None if it must be executed in a transaction, and then nothing is stored.

    sql, params: a condition in SQL that is true while everything besides the log that the command depends on is
    unchanged, such as the tablet and its dealer.
    """
    head = head_of(stream_id)
    if head is None or not isinstance(command, log.on_head) or connection.in_atomic_block:
        return None
    attempt = Attempt(
        stream=head.stream(),
        command_id=command_id,
        command=command,
        actor=actor,
        now=now,
        seen=seen,
    )
    if not log.sees_head(attempt) or not log.suits_head(head.state):
        return None
    with timed(log.name):
        try:
            outcome = log.decide(attempt, head.state)
        except Refusal:
            return None  # The state may be out of date, or the command stored before.
        if not outcome.events or not log.stays_on_head(attempt, outcome.state):
            return None
        result = _store(
            log, head, attempt, outcome, Condition(head.version, head.hash, sql, params)
        )
    if result is not None:
        count_result(log.name, is_repeated=False, is_changed=True)
    return result


def _store(
    log: Log[State, CommandT, EventT, View],
    head: Head[State],
    attempt: Attempt[CommandT],
    outcome: Outcome[State, EventT],
    condition: Condition,
) -> Result[State, EventT, View] | None:
    """Store the outcome if nothing that it depends on has changed and no effect needs the transaction."""
    stream = attempt.stream
    with store.in_order(stream, attempt.now) as at:
        stored = log.stored_command(attempt, outcome, before=head.state, at=at)
        idle = idle_conditions(log.name, stored)
        if idle is None or has_personal_fields(stored.encoded):
            return None
        condition = replace(condition, sql=" AND ".join((condition.sql, *idle)))
        listed = log.listed(outcome.state)
        try:
            log.store(
                stored, listed=listed, is_listed_stored=listed == head.listed, condition=condition
            )
        except (store.StaleStream, IntegrityError):
            forget_head(stream.pk)
            return None
        run_after_commit(log.name, stored)
    return log.result_of(stored)
