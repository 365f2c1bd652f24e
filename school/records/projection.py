"""Projections of a trainee's log: dealt exercises, finished check rides, and sign-offs for the lineup."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import Model

from journal.projections import (
    Change,
    Logged,
    Projection,
    Rows,
    RowTable,
    StateProjection,
    row_type,
)
from lineup.models import GameSignOff
from school.models import CheckRide, DealtExercise, TrainingLog
from school.rules import events as e
from school.rules.state import Training

DealtRow: Any = row_type(DealtExercise, log="log_id")
RideRow: Any = row_type(CheckRide, log="log_id")


def _reduce(_rows: Rows, logged: Logged) -> Iterable[Change]:
    event = logged.event
    if isinstance(event, e.RideFinished):
        return [(None, RideRow(seq=logged.seq, **_fields(event, CheckRide)))]
    row = DealtRow(
        seq=logged.seq,
        result=logged.command_id,
        wrong=len(event.mistakes),
        **_fields(event, DealtExercise),
    )
    return [(None, row)]


def _fields(event: e.TrainingEvent, model: type[Model]) -> dict[str, object]:
    """Return the fields that the event and its row have in common, as JSON values."""
    names = {field.name for field in model._meta.concrete_fields}
    return {
        name: msgspec.json.decode(msgspec.json.encode(getattr(event, name)))
        for name in event.__struct_fields__
        if name in names
    }


DEALT = Projection(
    title="exercises and check rides",
    events=(e.ExerciseDealt, e.RideFinished),
    tables=(
        RowTable(DealtRow, DealtExercise, log="log_id", key=("seq",)),
        RowTable(RideRow, CheckRide, log="log_id", key=("seq",)),
    ),
    has_owner=lambda log_id: TrainingLog.objects.filter(pk=log_id).exists(),
    reduce=_reduce,
)


@dataclass(frozen=True, slots=True)
class SignOffRow:
    """A family of games that a person may deal."""

    family: str
    by: str
    at: int


class SignOffTable(RowTable[SignOffRow]):
    """Sign-offs, stored with the person, because the log does not name the person."""

    def insert(self, log_id: int, rows: Sequence[SignOffRow], *, actor: str) -> None:
        staff_id = TrainingLog.objects.values_list("staff_id", flat=True).get(pk=log_id)
        GameSignOff.objects.bulk_create(
            GameSignOff(
                stream_id=log_id, staff_id=staff_id, family=row.family, by=row.by, at=row.at
            )
            for row in rows
        )


def _sign_offs(training: Training) -> Iterator[SignOffRow]:
    for signed in training.signed:
        yield SignOffRow(signed.family, signed.by, signed.at)


def _has_person(log_id: int) -> bool:
    """Return whether the log still belongs to a person. An anonymized record has no sign-offs."""
    return TrainingLog.objects.filter(pk=log_id, staff__isnull=False).exists()


SIGN_OFFS = StateProjection(
    title="sign-offs",
    events=(e.GameSignedOff, e.SignOffWithdrawn),
    tables=(SignOffTable(SignOffRow, GameSignOff, log="stream_id", key=("family",)),),
    has_owner=_has_person,
    rows_of=_sign_offs,
)
