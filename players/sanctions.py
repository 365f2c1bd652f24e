"""Giving and lifting sanctions. Permissions are checked by the callers; this module validates the sanction."""

from datetime import datetime

from django.db import IntegrityError, transaction

from players.models import REASON_LENGTH, Player, Sanction, SanctionLift
from players.standing import RULE, clear_flag_cache, standing
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
    """Give a sanction. `until` is the end of a suspension, and None for any other sanction.

    Raises `Refusal`: `sanction_kind`, `suspension_end`, `sanction_no_end`, `barred_already`, `sanction_reason`,
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
    transaction.on_commit(clear_flag_cache)
    return sanction


def sanction_lift(*, sanction: Sanction, reason: str, by: str, now: datetime) -> SanctionLift:
    """Lift a sanction, once. Raises `Refusal`: `lifted_already`, `sanction_reason`, `sanction_reason_long`."""
    text = reason_checked(reason)
    try:
        with transaction.atomic():
            lifting = SanctionLift.objects.create(sanction=sanction, reason=text, by=by, at=now)
    except IntegrityError as error:
        raise Refusal("lifted_already", RULE) from error
    transaction.on_commit(clear_flag_cache)
    return lifting


def reason_checked(reason: str) -> str:
    """Return a reason without extra spaces and NUL characters.

    Raises `Refusal`: `sanction_reason` if it is empty, `sanction_reason_long`.
    """
    text = " ".join(reason.replace("\0", " ").split())
    if not text:
        raise Refusal("sanction_reason", RULE)
    if len(text) > REASON_LENGTH:
        raise Refusal("sanction_reason_long", RULE, longest=REASON_LENGTH)
    return text
