"""What only managers decide about players, with badge and PIN at that moment (S-012)."""

from datetime import datetime
from functools import partial

from django.db import transaction

from keeping.anonymise import anonymise
from keeping.models import Anonymised
from players.aliases import same
from players.exclusion import self_exclude
from players.identity import keys_of
from players.models import Merge, Player, SelfExclusion
from players_ui.roles import must
from poker.refusal import Refusal
from tables import broadcast
from tables.models import Staff
from tables.pins import staff_by_pin
from tables.visits import players_merge
from tables.welcome import tables_of


def exclusion_decide(
    *,
    player: Player,
    since: datetime | None,
    until: datetime | None,
    for_good: bool,
    badge: str,
    pin: str,
    now: datetime,
) -> SelfExclusion:
    """A manager writes a self-exclusion down; tablets where the player sits show it at once.

    Refuses `bad_sign_in`, `locked_out`, `not_allowed`, `exclusion_dates`; no end is one only when it is for good.
    """
    staff = staff_by_pin(badge=badge, pin=pin, now=now)  # before the transaction: a try counts
    must(staff, "exclude")
    if until is None and not for_good:
        raise Refusal("exclusion_dates", "")
    end = None if for_good else until
    with transaction.atomic(durable=True):
        row = self_exclude(player=player, since=since or now, until=end, by=staff.key, now=now)
        for table_id in tables_of(*keys_of(row.player)):
            transaction.on_commit(partial(broadcast.look, table_id=table_id), robust=True)
    return row


def merge_decide(
    *, player: Player, other: str, reason: str, badge: str, pin: str, now: datetime
) -> Merge:
    """A manager says that `other`, an alias, is this player, who is kept.

    Refuses `bad_sign_in`, `locked_out`, `not_allowed`, `no_player`, and what `players_merge` refuses.
    """
    staff = staff_by_pin(badge=badge, pin=pin, now=now)
    must(staff, "merge")
    name = " ".join(other.replace("\0", " ").split())
    gone = Player.objects.filter(alias_key=same(name)).first() if name else None
    if gone is None:
        raise Refusal("no_player", "S-017", name=name[:40])
    return players_merge(kept=player, gone=gone, reason=reason, by=staff.key, now=now)


def forget_decide(
    *, player: Player, staff: Staff, reason: str, badge: str, pin: str, now: datetime
) -> Anonymised:
    """A manager takes away all that is known of a person, and another one agrees: nothing brings it back.

    Refuses `not_allowed`, `bad_sign_in`, `locked_out`, `anonymise_alone`, and what `anonymise` refuses.
    """
    must(staff, "forget")
    second = staff_by_pin(badge=badge, pin=pin, now=now)
    must(second, "forget")
    if second.pk == staff.pk:
        raise Refusal("anonymise_alone", "")
    return anonymise(player=player, by=staff, second=second.key, reason=reason, now=now)
