"""Execution of commands to a trainee's log: one command, one transaction, with the rows derived from it."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import uuid4

from django.db import IntegrityError, transaction

from journal import store
from journal.models import Stream
from journal.stream_types import TRAINING_PREFIX
from journal.unix_time import milliseconds
from poker.training import codec
from poker.training.commands import TrainingCommand
from poker.training.decide import Outcome, run
from poker.training.events import TrainingEvent
from poker.training.state import Training
from poker.training.view import view
from school.models import TrainingLog
from school.records import projection
from staff.models import Staff
from tables import room_logs
from tables.metrics import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingResult:
    """The trainee after a command."""

    seq: int
    training: Training
    events: tuple[TrainingEvent, ...] = ()
    repeated: bool = False  # the command had been stored before


def load_training(log: TrainingLog | None) -> Training:
    """Return what is known of a trainee; what every one begins with if there is no log yet."""
    rows = Stream.objects.filter(pk=log.pk).values_list("state", flat=True) if log else ()
    return codec.decode_training(bytes(rows[0]) if rows else b"")


def training_log(staff: Staff) -> TrainingLog:
    """Return the log of a person, a new one if there is none."""
    rows = TrainingLog.objects.filter(staff=staff)
    log = rows.first()
    if log is not None:
        return log
    try:
        with transaction.atomic():
            # The key does not name the person, so that the log can outlive the name.
            stream = store.create_stream(key=f"{TRAINING_PREFIX}{uuid4().hex}")
            return TrainingLog.objects.create(stream=stream, staff=staff)
    except IntegrityError:  # created concurrently
        return rows.get()


def training_execute(
    *, log: TrainingLog, command_id: str, command: TrainingCommand, actor: str, now: datetime
) -> TrainingResult:
    """Execute a command. Raises `Refusal`, and then stores nothing."""

    def work() -> TrainingResult:
        return _execute(log, command_id, command, actor, now)

    return room_logs.durably(log.pk, work, partial(_stored_result, command_id=command_id))


@counted("training")
def _execute(
    log: TrainingLog, command_id: str, command: TrainingCommand, actor: str, now: datetime
) -> TrainingResult:
    stream = room_logs.lock_log(log.pk)
    result = _stored_result(stream, command_id)
    if result is not None:
        return result
    before = codec.decode_training(bytes(stream.state))
    outcome = run(before, command, now=milliseconds(now))
    if outcome.events:
        first = stream.seq + 1
        _append(stream, command_id, outcome, actor, now)
        projection.project(log, outcome.events, first=first, command_id=command_id)
    return TrainingResult(seq=stream.seq, training=outcome.training, events=outcome.events)


def _stored_result(stream: Stream, command_id: str) -> TrainingResult | None:
    entries = store.command_entries(stream=stream, command_id=command_id)
    if not entries:
        return None
    events = tuple(codec.decode_told(entry.name, entry.version, entry.data) for entry in entries)
    training = codec.decode_training(bytes(stream.state))
    return TrainingResult(seq=stream.seq, training=training, events=events, repeated=True)


def _append(stream: Stream, command_id: str, outcome: Outcome, actor: str, now: datetime) -> None:
    after = outcome.training
    with store.in_order(stream, now) as at:
        store.append(
            stream=stream,
            command_id=command_id,
            events=[codec.encode_told(event) for event in outcome.events],
            actor=actor,
            at=at,
            snapshot=store.Snapshot(
                state=codec.encode_training(after), view=view(after), base_seq=0
            ),
        )
