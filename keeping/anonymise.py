"""A player becomes a number: what is known of the person is taken away, what happened at the tables stays."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from audit.recording import record
from journal.forgetting import forget_inside_transaction, texts_of
from journal.names import forgotten
from keeping.models import Anonymised
from players.identity import kept, keys_of, numbers_of
from players.models import Apart, Change, Lifting, Merge, Player, Sanction, SelfExclusion
from players.roster import names_forget
from players.sanctions import reason_checked
from players.standing import moment, standing
from poker import codec
from poker.refusal import Refusal
from poker.waiting import codec as lists_codec
from rulings.incidents.models import Incident, IncidentNote
from tables.actions import locked
from tables.forgetting import beside_forget
from tables.models import RoomLists, Staff, Table, Visit
from tables.room_logs import held

SYSTEM = "system.retention"


def anonymise(
    *, player: Player, by: Staff | str, second: str = "", reason: str, now: datetime
) -> Anonymised:
    """Take away all that is known of a person, with whoever was merged into him. There is no way back.

    by: a manager, or the name of what acts by itself; second: the manager who agreed.
    Refuses `anonymised`, `anonymise_here`, `anonymise_waiting`, `anonymise_kept`, `anonymise_standing`,
    `sanction_reason`, `sanction_reason_long`.
    """
    said = reason_checked(reason)
    with transaction.atomic():
        found = kept(Player.objects.select_related("merged_into").get(pk=player.pk))
        numbers, keys = numbers_of(found), keys_of(found)
        _nobody_moves()
        rows = list(Player.objects.select_for_update(of=("self",)).filter(pk__in=numbers))
        _refuse(next(row for row in rows if row.pk == found.pk), keys, now)
        old = {row.alias for row in rows} | texts_of(keys)
        count, _ = forget_inside_transaction(keys)
        beside_forget(keys, old)
        _emptied(numbers)
        for row in rows:
            _number_only(row, now)
        who = by if isinstance(by, str) else by.key
        made = Anonymised.objects.create(
            player=found, by=who, second=second, reason=said, names=count, at=now
        )
        about = ("player", found.key)  # by its key: the name is what is forgotten
        record(by, "player_forgotten", now=now, about=about, reason=said)
        transaction.on_commit(names_forget)
    return made


def _nobody_moves() -> None:
    """Lists before tables, and both before players, as everybody locks them: nobody is put down, seated or renamed
    meanwhile, and whoever waits for it finds the player anonymised.
    """
    for pk in list(RoomLists.objects.order_by("pk").values_list("pk", flat=True)):
        held(pk)
    for pk in list(Table.objects.order_by("pk").values_list("pk", flat=True)):
        locked(pk)


def refuse_needed(player: Player, now: datetime) -> None:
    """The house has to know whom it keeps out. Refuses `anonymise_standing`."""
    found = standing(player, now)
    later = Q(until=None) | Q(until__gt=now)
    excluded = SelfExclusion.objects.filter(later, player__in=numbers_of(player)).exists()
    how = ""
    if found.barred:
        how = "barred"
    elif found.suspended_until is not None:
        how = f"suspended until {moment(found.suspended_until)}"
    elif excluded:  # also one that begins later
        how = "self-excluded"
    if how:
        raise Refusal("anonymise_standing", "S-045", name=player.alias, how=how)


def _refuse(player: Player, keys: Sequence[str], now: datetime) -> None:
    if player.anonymised_at is not None:
        raise Refusal("anonymised", "", name=player.alias)
    refuse_needed(player, now)
    if Visit.objects.filter(player__in=numbers_of(player), out_at=None).exists():
        raise Refusal("anonymise_here", "", name=player.alias)
    for state in RoomLists.objects.order_by("pk").values_list("stream__state", flat=True):
        lists = lists_codec.decode_lists(bytes(state))
        for key in keys:
            for line, _ in lists.of(key):
                raise Refusal("anonymise_waiting", "S-013", name=player.alias, list=line.title)
    _refuse_at_tables(player, keys)


def _refuse_at_tables(player: Player, keys: Sequence[str]) -> None:
    said = [f'"player":"{key}"'.encode() for key in keys]
    for name, state in Table.objects.order_by("pk").values_list("name", "stream__state"):
        if not any(one in bytes(state) for one in said):
            continue
        for seat in codec.decode_state(bytes(state)).seats:
            if seat.player in keys:
                raise Refusal("anonymise_here", "", name=player.alias)
            if seat.lock is not None and seat.lock.player in keys:
                raise Refusal(
                    "anonymise_kept", "S-013", seat=seat.number, table=name, name=player.alias
                )


def _number_only(player: Player, now: datetime) -> None:
    player.alias, player.alias_key, player.card_number = forgotten(player.key), None, None
    player.legal_name = player.phone = player.email = player.notes = ""
    player.born, player.anonymised_at = None, now
    player.save()


def _emptied(numbers: Sequence[int]) -> None:
    """What was written of him in words; that it was, by whom and when, stays."""
    Change.objects.filter(player__in=numbers).update(before="", after="")
    merges = Q(kept__in=numbers) | Q(gone__in=numbers)
    Merge.objects.filter(merges).update(reason="")
    Sanction.objects.filter(player__in=numbers).update(reason="")
    Lifting.objects.filter(sanction__player__in=numbers).update(reason="")
    Apart.objects.filter(Q(one__in=numbers) | Q(other__in=numbers)).update(reason="")
    Incident.objects.filter(player__in=numbers).update(note="")
    IncidentNote.objects.filter(incident__player__in=numbers).update(text="")
