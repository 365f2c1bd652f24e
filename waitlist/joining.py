"""Joining waitlists by phone: a request, and the confirmation that the player is in the room.

Until then the player is on no list. The desk confirms, or the player types the code that only the board shows. A code
does not confirm a player whom the house refuses, nor a name that belongs to another person on file: the desk decides
those. In each of these cases the page shows "come to the desk", so that a bystander learns nothing about a player.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.crypto import salted_hmac

from journal.device_context import network
from players.identity import keys_of, numbers_of, surviving_player
from players.models import Player
from players.registry import PlayerInput, player_change
from poker.refusal import Refusal
from staff.aliases import alias_checked, canonical_alias
from staff.keys import PLAYER_PHONE
from staff.models import Room
from staff.request_rate import count_request, seconds_left
from staff.secret_encryption import SecretCipher
from waitlist.actions import WAITLIST, lists_group, load_waitlists
from waitlist.adding import Addition, add_inside_transaction, checked_phone
from waitlist.join_code import is_join_code
from waitlist.models import JoinRequest, TextReply
from waitlist.resolve import NEW_PLAYER, refuse_ineligible
from waitlist.rules.state import WaitlistEntry, Waitlists
from web import broadcast

LIFETIME = timedelta(minutes=30)  # lifetime of a request that no one confirms
RETENTION = timedelta(days=1)  # age at which the row is deleted, with name and number
# Requests of a room: more would be a script, and the desk could not check them. The house's kiosks have the same limit
# of their own. One network has at most half, so that it cannot keep the others out.
MAX_WAITING = 60
MAX_OF_NETWORK = MAX_WAITING // 2
MAX_REQUESTS_A_MINUTE = 30  # requests from one network, which all phones on the room's Wi-Fi share
MAX_CODES_A_MINUTE = 20  # of one network
State = JoinRequest.State
_PHONES = SecretCipher(b"floorbook join request")
_SALT = "floorbook.join-request"


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinInput:
    """What a player typed and chose; phone: "" for none."""

    name: str
    phone: str
    games: Sequence[str]


def join_request_make(
    *,
    room: Room,
    browser: str,
    data: JoinInput,
    offered: Collection[str],
    now: datetime,
    is_kiosk: bool = False,
) -> JoinRequest:
    """Store a request.

    browser: the browser's cookie; offered: keys of the lists that the page shows; is_kiosk: made on a kiosk of the
    house, which has no rate limit and needs no setting. Raises `Refusal`: `join_off`, `join_rate`, `join_no_games`,
    `join_many_games`, `join_other_game`, `join_open`, `join_full`, and the refusals of names and numbers.
    """
    if not is_kiosk:
        if not room.joins_by_phone:
            raise Refusal("join_off")
        _count("join", MAX_REQUESTS_A_MINUTE, now)
    name = alias_checked(data.name)
    phone = checked_phone(data.phone, now)
    games = _checked_games(data.games, offered, load_waitlists(room.pk).policy.most_lists)
    end_old_requests(now)
    network_key = "" if is_kiosk else _digest(f"network {network()}")
    _refuse_full(room, network_key)
    try:
        with transaction.atomic():
            join_request = JoinRequest.objects.create(
                room=room,
                browser_key=browser_key(browser),
                phone_key=_digest(f"phone {phone}") if phone else "",
                sealed_phone=_PHONES.encrypt(phone) if phone else "",
                name=name,
                games=games,
                network_key=network_key,
                made_at=now,
            )
    except IntegrityError:  # one open request per browser and per number
        raise Refusal("join_open") from None
    _tell_desks(room.pk)
    return join_request


def _refuse_full(room: Room, network_key: str) -> None:
    """Raise `Refusal`: `join_full` if the quota of this network, or of phones or kiosks, is used up."""
    waiting = JoinRequest.objects.filter(room=room, state=State.WAITING)
    if not network_key:
        is_full = waiting.filter(network_key="").count() >= MAX_WAITING
    else:
        of_phones = waiting.exclude(network_key="")
        of_network = of_phones.filter(network_key=network_key).count()
        is_full = of_network >= MAX_OF_NETWORK or of_phones.count() >= MAX_WAITING
    if is_full:
        raise Refusal("join_full")


def join_requests_of_network_refuse(
    *, request_id: int, room_id: int, actor: str, now: datetime
) -> int:
    """Refuse all open requests from the network of a request; return how many. Raises `Refusal`: `join_closed`."""
    rows = JoinRequest.objects.filter(room=room_id, state=State.WAITING)
    keys = rows.filter(pk=request_id).exclude(network_key="").values("network_key")
    refused = rows.filter(network_key__in=keys).update(state=State.REFUSED, by=actor, ended_at=now)
    if not refused:
        raise Refusal("join_closed")
    _tell_desks(room_id)
    return refused


def browser_key(browser: str) -> str:
    """Return the digest under which the requests of a browser are stored."""
    return _digest(f"browser {browser}")


def requests_of_browser(browser: str, room_id: int) -> QuerySet[JoinRequest]:
    """Return the requests that a browser made in a room, the newest first."""
    rows = JoinRequest.objects.filter(browser_key=browser_key(browser), room=room_id)
    return rows.order_by("-pk")


def waiting_requests(room_id: int, now: datetime) -> list[JoinRequest]:
    """Return the requests of a room that wait for confirmation, the oldest first."""
    rows = JoinRequest.objects.filter(room=room_id, state=State.WAITING)
    return list(rows.filter(made_at__gt=now - LIFETIME))


def phone_of(request: JoinRequest) -> str:
    """Return the number of a request; "" for no number, or if `SECRET_KEY` has changed since."""
    return (_PHONES.decrypt(request.sealed_phone) or "") if request.sealed_phone else ""


def owners_of_number(phone: str) -> list[Player]:
    """Return the players on file with a number; an empty list for ""."""
    rows = Player.objects.filter(phone=phone).select_related("merged_into") if phone else ()
    return list(dict.fromkeys(surviving_player(row) for row in rows))


def join_request_confirm(
    *, request_id: int, room_id: int, actor: str, now: datetime
) -> JoinRequest:
    """Add the player of a request to the lists, as `AddPlayer`, and store the number if there is none on file.

    A list that already has the player stays as it is. Raises `Refusal`: `join_closed`, `join_number_of`, and the
    refusals of the desk's own form; the request then stays open.
    """
    lists_id = WAITLIST.id_of_room(room_id)

    def work() -> JoinRequest:
        lists = WAITLIST.lock_state(lists_id)
        request = _locked(request_id, room_id, now)
        phone = phone_of(request)
        player = _player_named(request.name)
        _refuse_owners(owners_of_number(phone), player, room_id, now)
        listed = _entries(lists, player)
        keys = [key for key in request.games if key not in {on for on, _ in listed}]
        token = listed[0][1].token if listed else ""
        if keys:
            key = player.key if player else NEW_PLAYER
            addition = Addition(player=key, name=request.name, keys=keys)
            result = add_inside_transaction(
                lists_id=lists_id,
                addition=addition,
                command_id=f"join.{request.pk}",
                actor=actor,
                now=now,
            )
            player = player or _player_named(request.name)
            token = _entries(result.state, player)[0][1].token
        assert player is not None, "a player who is on a list is on file"
        if phone and not player.phone:
            player_change(player=player, player_input=PlayerInput(phone=phone), by=actor, now=now)
        request.state = State.CONFIRMED
        request.token = token
        request.by = actor
        request.ended_at = now
        request.save(update_fields=["state", "token", "by", "ended_at"])
        return request

    with transaction.atomic(durable=True):
        request = work()
    _tell_desks(room_id)
    return request


def join_request_confirm_by_code(*, request: JoinRequest, code: str, now: datetime) -> JoinRequest:
    """Confirm a request with the code on the board.

    Raises `Refusal`: `join_rate`, `join_closed`, `join_code_wrong`, and `join_at_desk` after too many wrong codes, for
    a name or number of another person on file, and for a player whom the house refuses.
    """
    count_code(now)
    rows = JoinRequest.objects.filter(pk=request.pk, state=State.WAITING)
    rows = rows.filter(made_at__gt=now - LIFETIME)
    if not rows.update(tries=F("tries") + 1):
        raise Refusal("join_closed")
    request.refresh_from_db()
    if request.tries > JoinRequest.MAX_TRIES:
        raise Refusal("join_at_desk")
    if not is_join_code(request.room_id, code, now):
        raise Refusal("join_code_wrong")
    return join_request_confirm_present(request=request, actor=PLAYER_PHONE, now=now)


def join_request_confirm_present(*, request: JoinRequest, actor: str, now: datetime) -> JoinRequest:
    """Confirm the request of a player who is in the room, which the code or the kiosk has shown.

    Raises `Refusal`: `join_closed`; `join_at_desk` for a name or number of another person on file, and for a player
    whom the house refuses. Then only the desk can confirm.
    """
    try:
        _refuse_unproved(request)
        return join_request_confirm(
            request_id=request.pk, room_id=request.room_id, actor=actor, now=now
        )
    except Refusal as refusal:
        if refusal.code == "join_closed":
            raise
        rows = JoinRequest.objects.filter(pk=request.pk)
        rows.update(tries=JoinRequest.MAX_TRIES + 1)
        raise Refusal("join_at_desk") from refusal


def count_code(now: datetime) -> None:
    """Count a typed code. Raises `Refusal`: `join_rate` above the rate of its network, against guessing."""
    _count("join-code", MAX_CODES_A_MINUTE, now)


def join_request_refuse(*, request_id: int, room_id: int, actor: str, now: datetime) -> None:
    """Refuse a request; the player's page refers them to the desk. Raises `Refusal`: `join_closed`."""
    _end(JoinRequest.objects.filter(pk=request_id, room=room_id), State.REFUSED, actor, now)
    _tell_desks(room_id)


def join_requests_close(*, player: Player, actor: str, now: datetime) -> None:
    """Refuse the open requests under a player's alias or number; their page refers them to the desk."""
    keys = {row.alias_key for row in Player.objects.filter(pk__in=numbers_of(player))}
    number = _digest(f"phone {player.phone}") if player.phone else None
    for request in JoinRequest.objects.filter(state=State.WAITING):
        if canonical_alias(request.name) in keys or request.phone_key == number:
            rows = JoinRequest.objects.filter(pk=request.pk)
            _end(rows, State.REFUSED, actor, now)
            _tell_desks(request.room_id)


def join_request_withdraw(*, request: JoinRequest, now: datetime) -> None:
    """End a request that its player no longer wants. Raises `Refusal`: `join_closed`."""
    _end(JoinRequest.objects.filter(pk=request.pk), State.ENDED, PLAYER_PHONE, now)
    _tell_desks(request.room_id)


def end_old_requests(now: datetime) -> int:
    """End the requests that no one confirmed in time, and delete those of yesterday; return how many ended."""
    JoinRequest.objects.filter(made_at__lte=now - RETENTION).delete()
    TextReply.objects.filter(
        at__lte=now - RETENTION
    ).delete()  # a signed reply is sent again within minutes
    late = JoinRequest.objects.filter(state=State.WAITING, made_at__lte=now - LIFETIME)
    return late.update(state=State.ENDED, ended_at=now)


def _end(rows: QuerySet[JoinRequest], state: str, actor: str, now: datetime) -> None:
    if not rows.filter(state=State.WAITING).update(state=state, by=actor, ended_at=now):
        raise Refusal("join_closed")


def _locked(request_id: int, room_id: int, now: datetime) -> JoinRequest:
    """Return an open request, locked until the transaction ends, so that two desks cannot both confirm it."""
    rows = JoinRequest.objects.select_for_update(of=("self",))
    request = rows.filter(pk=request_id, room=room_id, state=State.WAITING).first()
    if request is None or request.made_at <= now - LIFETIME:
        raise Refusal("join_closed")
    return request


def _player_named(name: str) -> Player | None:
    """Return the player on file with an alias; None for a new one."""
    rows = Player.objects.select_related("merged_into")
    player = rows.filter(alias_key=canonical_alias(name)).first()
    return surviving_player(player) if player else None


def _entries(lists: Waitlists, player: Player | None) -> list[tuple[str, WaitlistEntry]]:
    """Return the lists that a player is on, including those under a merged key, with the entries."""
    pairs = [pair for key in keys_of(player) for pair in lists.of(key)] if player else []
    return [(waitlist.key, entry) for waitlist, entry in pairs]


def _refuse_owners(
    owners: Sequence[Player], player: Player | None, room_id: int, now: datetime
) -> None:
    """Refuse if the house refuses the player who has the number on file, or if the name is not that player's."""
    for owner in owners:
        refuse_ineligible(owner, room_id, now)
    if owners and player not in owners:
        raise Refusal("join_number_of", "", name=owners[0].alias)


def _refuse_unproved(request: JoinRequest) -> None:
    """Refuse the name of a player on file unless the number is theirs: anyone could type another's name."""
    player = _player_named(request.name)
    if player is not None and (not player.phone or player.phone != phone_of(request)):
        raise Refusal("join_at_desk")


def _checked_games(games: Sequence[str], offered: Collection[str], most: int) -> list[str]:
    wanted = list(dict.fromkeys(games))
    if not wanted:
        raise Refusal("join_no_games")
    if len(wanted) > most:
        raise Refusal("join_many_games", "", most=most)
    if not set(wanted) <= set(offered):
        raise Refusal("join_other_game")
    return wanted


def _count(kind: str, most: int, now: datetime) -> None:
    place = network()
    if place and count_request(kind, place, now) > most:
        raise Refusal("join_rate", "", seconds=seconds_left(now))


def _digest(text: str) -> str:
    return salted_hmac(_SALT, text, algorithm="sha256").hexdigest()


def _tell_desks(room_id: int) -> None:
    """Notify the desks after the commit, so that they fetch their page."""
    message = {"type": "lists.look"}
    transaction.on_commit(partial(broadcast.send, lists_group(room_id), message), robust=True)
