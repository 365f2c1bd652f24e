"""Supervisors sanction, managers lift: each with badge and PIN at that moment (S-012, S-045)."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from players.aliases import same
from players.apart import apart_decide
from players.identity import keys_of
from players.models import Apart, Lifting, Player, Sanction
from players.sanctions import sanction_give, sanction_lift
from poker.refusal import Refusal
from rulings.incidents.models import Incident
from rulings.incidents.roles import must
from tables import broadcast
from tables.models import Staff
from tables.pins import staff_by_pin
from tables.welcome import tables_of

AGAIN = timedelta(minutes=1)  # in which the same is the same


def sanction_decide(
    *,
    player: Player,
    badge: str,
    pin: str,
    kind: str,
    until: datetime | None,
    reason: str,
    now: datetime,
    incident: Incident | None = None,
) -> Sanction:
    """A supervisor gives a sanction; the tablets where the player sits show it at once.

    Refuses `bad_sign_in`, `locked_out`, `not_allowed`, and what `sanction_give` refuses.
    """
    staff = staff_by_pin(badge=badge, pin=pin, now=now)  # before the transaction: a try counts
    must(staff, "sanction")
    with transaction.atomic(durable=True):
        Player.objects.select_for_update().get(pk=player.pk)
        given = _just_given(player, kind, reason, staff, incident, now)
        if given is not None:
            return given
        sanction = sanction_give(
            player=player,
            kind=kind,
            until=until,
            reason=reason,
            by=staff.key,
            now=now,
            incident=incident.pk if incident else None,
        )
        _tell(player)
    return sanction


def sanction_end(
    *, sanction: Sanction, badge: str, pin: str, reason: str, now: datetime
) -> Lifting:
    """A manager lifts one. Refuses `bad_sign_in`, `locked_out`, `not_allowed`, and what `sanction_lift` refuses."""
    staff = staff_by_pin(badge=badge, pin=pin, now=now)
    must(staff, "lift")
    with transaction.atomic(durable=True):
        lifting = sanction_lift(sanction=sanction, reason=reason, by=staff.key, now=now)
        _tell(sanction.player)
    return lifting


def players_part(
    *, player: Player, other: str, apart: bool, badge: str, pin: str, reason: str, now: datetime
) -> Apart:
    """A supervisor keeps two players apart, a manager lets them play together again; `other` is an alias.

    Refuses `bad_sign_in`, `locked_out`, `not_allowed`, `no_player`, and what `apart_decide` refuses.
    """
    staff = staff_by_pin(badge=badge, pin=pin, now=now)
    must(staff, "sanction" if apart else "lift")
    name = " ".join(other.replace("\0", " ").split())
    found = Player.objects.filter(alias_key=same(name)).first() if name else None
    if found is None:
        raise Refusal("no_player", "S-017", name=name[:40])
    with transaction.atomic(durable=True):
        both = sorted((player.pk, found.pk))
        list(Player.objects.select_for_update().filter(pk__in=both).order_by("pk"))
        return apart_decide(
            one=player, other=found, apart=apart, reason=reason, by=staff.key, now=now
        )


def _just_given(
    player: Player, kind: str, reason: str, staff: Staff, incident: Incident | None, now: datetime
) -> Sanction | None:
    """The same form, sent a second time by a finger that trembled."""
    return Sanction.objects.filter(
        player=player,
        kind=kind,
        reason=" ".join(reason.split()),
        by=staff.key,
        incident=incident.pk if incident else None,
        at__gt=now - AGAIN,
    ).first()


def _tell(player: Player) -> None:
    for table_id in tables_of(*keys_of(player)):
        transaction.on_commit(partial(broadcast.look, table_id=table_id), robust=True)
