"""A trainee's log, and the actions of a trainer. Each action is also recorded as an audit event."""

from datetime import datetime
from typing import TypeAlias
from uuid import uuid4

from django.db import IntegrityError, transaction

from journal.log import Log, Result
from journal.models import Stream
from school.models import TrainingLog
from school.rules import codec
from school.rules.codec import parse_command
from school.rules.commands import MOST_NOTE, TrainingCommand
from school.rules.decide import run
from school.rules.events import TrainingEvent
from school.rules.evolve import evolve
from school.rules.state import Training
from school.rules.view import TrainingView, view
from staff.audit.recording import record
from staff.models import Staff

TrainingResult: TypeAlias = Result[Training, TrainingEvent, TrainingView]

TRAINING = Log[Training, TrainingCommand, TrainingEvent, TrainingView](
    name="training", prefix="school.", codec=codec.TRAINING, run=run, evolve=evolve, view=view
)

# The audit verb of each trainer's command.
VERBS = {
    "sign_off": "game_signed_off",
    "withdraw": "sign_off_withdrawn",
    "set_choices": "training_changed",
}


def load_training(log: TrainingLog | None) -> Training:
    """Return the state of a trainee's log; the initial state if there is no log yet."""
    rows = Stream.objects.filter(pk=log.pk).values_list("state", flat=True) if log else ()
    return codec.decode_state(bytes(rows[0]) if rows else b"")


def training_log(staff: Staff) -> TrainingLog:
    """Return the log of a person, or create it."""
    rows = TrainingLog.objects.filter(staff=staff)
    log = rows.first()
    if log is not None:
        return log
    try:
        with transaction.atomic():
            # The key does not identify the person, so that the log can be kept when the person is removed.
            stream = TRAINING.create(uuid4().hex)
            return TrainingLog.objects.create(stream=stream, staff=staff)
    except IntegrityError:  # created concurrently
        return rows.get()


def training_execute(
    *, log: TrainingLog, command_id: str, command: TrainingCommand, actor: str, now: datetime
) -> TrainingResult:
    """Execute a command. Raises `Refusal` and stores nothing if it is refused."""
    return TRAINING.execute(log.pk, command, command_id=command_id, actor=actor, now=now)


def game_sign_off(
    *, person: Staff, family: str, note: str, by: Staff, command_id: str, now: datetime
) -> TrainingResult:
    """Sign off a family of games. Raises `Refusal`: `school_signed_off`."""
    return _decide("sign_off", person, {"family": family}, note, by, command_id, now)


def sign_off_withdraw(
    *, person: Staff, family: str, note: str, by: Staff, command_id: str, now: datetime
) -> TrainingResult:
    """Withdraw a sign-off. Raises `Refusal`: `school_not_signed_off`, `school_note_missing`."""
    return _decide("withdraw", person, {"family": family}, note, by, command_id, now)


def choices_set(
    *,
    person: Staff,
    telling: str,
    tempo: int,
    may_choose: bool,
    by: Staff,
    command_id: str,
    now: datetime,
) -> TrainingResult:
    """Set when mistakes are shown, the tempo in hands an hour, and whether the trainee may change both."""
    log = training_log(person)
    args: dict[str, object] = {"telling": telling, "tempo": tempo, "may_choose": may_choose}
    command = parse_command("set_choices", args)
    result = training_execute(
        log=log, command_id=command_id, command=command, actor=by.key, now=now
    )
    if result.events and not result.repeated:
        record(by, VERBS["set_choices"], now=now, about=person, after=args)
    return result


def _decide(
    command_name: str,
    person: Staff,
    args: dict[str, object],
    note: str,
    by: Staff,
    command_id: str,
    now: datetime,
) -> TrainingResult:
    log = training_log(person)
    signed: dict[str, object] = {"by": by.key, "trainee": log.trainee, "note": note[:MOST_NOTE]}
    result = training_execute(
        log=log,
        command_id=command_id,
        command=parse_command(command_name, args | signed),
        actor=by.key,
        now=now,
    )
    if result.events and not result.repeated:
        # The note may name the person. It stays in the log, where it can be erased.
        record(by, VERBS[command_name], now=now, about=person, after=args)
    return result
