"""Rows derived from a trainee's log: exercises dealt, check rides finished, and sign-offs for the lineup."""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
from django.db.models import Model

from journal import projections
from journal.effects import StoredCommand
from journal.projections import LogHead
from poker.training import codec
from poker.training import events as e
from poker.training.commands import TrainingCommand
from poker.training.state import Training
from school.models import CheckRide, DealtExercise, TrainingLog
from tables.models import GameSignOff


def project(stored: StoredCommand[Training, TrainingCommand, e.TrainingEvent]) -> None:
    """Store the rows of one command."""
    log = TrainingLog.objects.get(pk=stored.stream_id)
    for seq, event in enumerate(stored.events, stored.first):
        row = _row(log.pk, seq, stored.command_id, event)
        if row is not None:
            row.save(force_insert=True)
        elif log.staff_id is not None and isinstance(event, e.GameSignedOff):
            _sign_off(log.pk, log.staff_id, event).save(force_insert=True)
        elif isinstance(event, e.SignOffWithdrawn):
            GameSignOff.objects.filter(stream=log.pk, family=event.family).delete()


def _row(
    log_id: int, seq: int, command_id: str, event: e.TrainingEvent
) -> DealtExercise | CheckRide | None:
    """Return the row of an event, None if it has none."""
    if isinstance(event, e.ExerciseDealt):
        return DealtExercise(
            log_id=log_id,
            seq=seq,
            result=command_id,
            wrong=len(event.mistakes),
            **_fields(event, DealtExercise),
        )
    if isinstance(event, e.RideFinished):
        return CheckRide(log_id=log_id, seq=seq, **_fields(event, CheckRide))
    return None


def _fields(event: e.TrainingEvent, model: type[Model]) -> dict[str, object]:
    """Return the fields of an event that its row has under the same names, as JSON."""
    names = {field.name for field in model._meta.concrete_fields}
    return {
        name: msgspec.to_builtins(getattr(event, name))
        for name in event.__struct_fields__
        if name in names
    }


def _sign_off(log_id: int, staff_id: int, event: e.GameSignedOff) -> GameSignOff:
    return GameSignOff(
        stream_id=log_id, staff_id=staff_id, family=event.family, by=event.by, at=event.at
    )


def _events(log: LogHead, *names: str) -> Iterator[tuple[int, str, e.TrainingEvent]]:
    """Yield number, command and event of each entry."""
    for entry in log.rows(*names):
        yield entry.seq, entry.command_id, codec.decode_event(entry.name, entry.version, entry.data)


def _dealt_rows(log: LogHead) -> Iterator[DealtExercise | CheckRide]:
    if not TrainingLog.objects.filter(pk=log.pk).exists():
        return  # a log can be verified without its trainee
    for seq, command_id, event in _events(log):
        row = _row(log.pk, seq, command_id, event)
        if row is not None:
            yield row


def _compare_dealt(log: LogHead) -> str:
    stored: list[Model] = [
        *DealtExercise.objects.filter(log=log.pk, seq__lte=log.seq),
        *CheckRide.objects.filter(log=log.pk, seq__lte=log.seq),
    ]
    wrong = _differences(stored, _dealt_rows(log))
    return f"exercises and check rides: {wrong} rows don't match the log" if wrong else ""


def _rebuild_dealt(log: LogHead) -> None:
    DealtExercise.objects.filter(log=log.pk).delete()
    CheckRide.objects.filter(log=log.pk).delete()
    for row in _dealt_rows(log):
        row.save(force_insert=True)


def _sign_off_rows(log: LogHead) -> list[GameSignOff]:
    """Return the sign-offs that hold; none of a person who was anonymized."""
    staff_id = TrainingLog.objects.filter(pk=log.pk).values_list("staff", flat=True).first()
    if staff_id is None:
        return []
    rows: dict[str, GameSignOff] = {}
    for _, _, event in _events(log):
        if isinstance(event, e.GameSignedOff):
            rows[event.family] = _sign_off(log.pk, staff_id, event)
        elif isinstance(event, e.SignOffWithdrawn):
            rows.pop(event.family, None)
    return list(rows.values())


def _compare_sign_offs(log: LogHead) -> str:
    wrong = _differences(GameSignOff.objects.filter(stream=log.pk), _sign_off_rows(log))
    return f"sign-offs: {wrong} rows don't match the log" if wrong else ""


def _rebuild_sign_offs(log: LogHead) -> None:
    GameSignOff.objects.filter(stream=log.pk).delete()
    GameSignOff.objects.bulk_create(_sign_off_rows(log))


def _differences(stored: Iterable[Model], expected: Iterable[Model]) -> int:
    """Return how many rows are only stored or only expected."""
    counts, wanted = Counter(map(_values, stored)), Counter(map(_values, expected))
    return (counts - wanted).total() + (wanted - counts).total()


def _values(row: Model) -> bytes:
    values = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.name != "id"
    }
    return msgspec.json.encode([row._meta.model_name, values], order="sorted")


DEALT = projections.Projection(_compare_dealt, _rebuild_dealt)
SIGN_OFFS = projections.Projection(_compare_sign_offs, _rebuild_sign_offs)
