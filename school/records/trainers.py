"""What a trainer decides about a trainee: sign-offs, and how the trainee practices. Each is an audit event, too."""

from datetime import datetime

from poker.training.codec import parse_command
from poker.training.commands import MOST_NOTE
from school.records.execute import TrainingResult, training_execute, training_log
from staff.audit.recording import record
from staff.models import Staff

# Commands of a trainer, with the audit verb of each.
VERBS = {
    "sign_off": "game_signed_off",
    "withdraw": "sign_off_withdrawn",
    "set_choices": "training_changed",
}


def game_sign_off(
    *, person: Staff, family: str, note: str, by: Staff, command_id: str, now: datetime
) -> TrainingResult:
    """Sign a family of games off. Raises `Refusal`: `school_signed_off`."""
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
    """Set when mistakes are told, the tempo in hands an hour, and whether the trainee may choose both."""
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
    ask: str,
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
        command=parse_command(ask, args | signed),
        actor=by.key,
        now=now,
    )
    if result.events and not result.repeated:
        # The note may name the person: it is in the log, where it can be erased.
        record(by, VERBS[ask], now=now, about=person, after=args)
    return result
