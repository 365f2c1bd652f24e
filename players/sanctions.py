"""Giving and lifting sanctions. Who may is asked above, where staff is known; here only what a sanction must be."""

from datetime import datetime

from django.db import IntegrityError, transaction

from players.models import LONGEST, Lifting, Player, Sanction
from players.standing import RULE, marks_forget, standing
from poker.refusal import Refusal


def sanction_give(
    *,
    player: Player,
    kind: str,
    until: datetime | None,
    reason: str,
    by: str,
    now: datetime,
    incident: int | None = None,
) -> Sanction:
    """Write a sanction down. `until` is the end of a suspension, and of nothing else.

    Refuses `sanction_kind`, `suspension_end`, `sanction_no_end`, `barred_already`, `sanction_reason`,
    `sanction_reason_long`.
    """
    if kind not in Sanction.Kind.values:
        raise Refusal("sanction_kind", RULE, kind=kind[:20])
    if kind == Sanction.Kind.SUSPENSION and (until is None or until <= now):
        raise Refusal("suspension_end", RULE)
    if kind != Sanction.Kind.SUSPENSION and until is not None:
        raise Refusal("sanction_no_end", RULE, kind=kind)
    if kind == Sanction.Kind.BAR and standing(player, now).barred:
        raise Refusal("barred_already", RULE, name=player.alias)
    sanction = Sanction.objects.create(
        player=player,
        kind=kind,
        until=until,
        reason=reason_checked(reason),
        by=by,
        at=now,
        incident=incident,
    )
    transaction.on_commit(marks_forget)
    return sanction


def sanction_lift(*, sanction: Sanction, reason: str, by: str, now: datetime) -> Lifting:
    """Lift a sanction, once. Refuses `lifted_already`, `sanction_reason`, `sanction_reason_long`."""
    said = reason_checked(reason)
    try:
        with transaction.atomic():
            lifting = Lifting.objects.create(sanction=sanction, reason=said, by=by, at=now)
    except IntegrityError as error:
        raise Refusal("lifted_already", RULE) from error
    transaction.on_commit(marks_forget)
    return lifting


def reason_checked(reason: str) -> str:
    """A reason without needless space. Refuses none, one that is too long, and what no database keeps."""
    said = " ".join(reason.replace("\0", " ").split())
    if not said:
        raise Refusal("sanction_reason", RULE)
    if len(said) > LONGEST:
        raise Refusal("sanction_reason_long", RULE, longest=LONGEST)
    return said
