"""The log of a trainee: what is particular to its commands. `journal.log` executes them."""

from datetime import datetime
from typing import TypeAlias
from uuid import uuid4

from django.db import IntegrityError, transaction

from journal.log import Log, Result
from journal.models import Stream
from poker.training import codec
from poker.training.commands import TrainingCommand
from poker.training.decide import run
from poker.training.events import TrainingEvent
from poker.training.evolve import evolve
from poker.training.state import Training
from poker.training.view import TrainingView, view
from school.models import TrainingLog
from staff.models import Staff

TrainingResult: TypeAlias = Result[Training, TrainingEvent, TrainingView]

TRAINING = Log[Training, TrainingCommand, TrainingEvent, TrainingView](
    name="training", prefix="school.", codec=codec.TRAINING, run=run, evolve=evolve, view=view
)


def load_training(log: TrainingLog | None) -> Training:
    """Return what is known of a trainee; what every one begins with if there is no log yet."""
    rows = Stream.objects.filter(pk=log.pk).values_list("state", flat=True) if log else ()
    return codec.decode_state(bytes(rows[0]) if rows else b"")


def training_log(staff: Staff) -> TrainingLog:
    """Return the log of a person, a new one if there is none."""
    rows = TrainingLog.objects.filter(staff=staff)
    log = rows.first()
    if log is not None:
        return log
    try:
        with transaction.atomic():
            # The key does not name the person, so that the log can outlive the name.
            stream = TRAINING.create(uuid4().hex)
            return TrainingLog.objects.create(stream=stream, staff=staff)
    except IntegrityError:  # created concurrently
        return rows.get()


def training_execute(
    *, log: TrainingLog, command_id: str, command: TrainingCommand, actor: str, now: datetime
) -> TrainingResult:
    """Execute a command. Raises `Refusal`, and then stores nothing."""
    return TRAINING.execute(log.pk, command, command_id=command_id, actor=actor, now=now)
