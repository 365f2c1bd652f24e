"""Supervisors sanction, managers lift: each with badge and PIN at that moment (S-012, S-045)."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from players.aliases import same
from players.apart import apart_decide, apart_set
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
    *, player: Player, others: str, apart: bool, badge: str, pin: str, reason: str, now: datetime
) -> list[Apart]:
    """A supervisor keeps a set of players apart, a manager lets two play together again.

    others: an alias; to keep apart also several, with commas between. Refuses `bad_sign_in`, `locked_out`,
    `not_allowed`, `no_player`, and what `apart_set` and `apart_decide` refuse.
    """
    staff = staff_by_pin(badge=badge, pin=pin, now=now)
    must(staff, "sanction" if apart else "lift")
    found = _called(others, several=apart)
    with transaction.atomic(durable=True):
        numbers = sorted({player.pk, *(one.pk for one in found)})
        list(Player.objects.select_for_update().filter(pk__in=numbers).order_by("pk"))
        if apart:
            return apart_set(players=[player, *found], reason=reason, by=staff.key, now=now)
        back = apart_decide(
            one=player, other=found[0], apart=False, reason=reason, by=staff.key, now=now
        )
    return [back]


def _called(text: str, *, several: bool) -> list[Player]:
    """Players by their aliases, which may have commas of their own. Refuses `no_player`."""
    whole = " ".join(text.replace("\0", " ").split())
    alone = Player.objects.filter(alias_key=same(whole)).first() if whole else None
    if alone is not None:
        return [alone]
    found = []
    for name in [part.strip() for part in whole.split(",") if part.strip()] if several else [whole]:
        one = Player.objects.filter(alias_key=same(name)).first() if name else None
        if one is None:
            raise Refusal("no_player", "S-017", name=name[:40])
        found.append(one)
    if not found:
        raise Refusal("no_player", "S-017", name=whole[:40])
    return found


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
