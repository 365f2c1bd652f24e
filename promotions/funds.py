"""The log of a fund, and the actions of managers, floor and desk. `journal.log` executes its commands."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any, TypeAlias
from uuid import uuid4

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from msgspec.structs import replace

from journal.effects import StoredCommand
from journal.log import Attempt, Log, Result
from journal.models import Stream
from journal.unix_time import milliseconds
from players.models import Player
from players.registry import age
from players.roster import player_known
from players.standing import standing
from poker.refusal import Refusal
from promotions.gaming_days import day_after, gaming_day
from promotions.models import Fund
from promotions.rules import fund_codec
from promotions.rules import fund_commands as c
from promotions.rules.fund_decide import run
from promotions.rules.fund_events import FundEvent
from promotions.rules.fund_evolve import evolve
from promotions.rules.fund_state import FundPolicy, FundState
from promotions.rules.mystery import promotion_of
from promotions.seeds import kept_seed, new_seed
from staff.models import Room, Staff
from staff.permissions import Permission, require
from staff.pins import staff_by_pin
from web import broadcast

PREFIX = "fund."
StoredInFund: TypeAlias = StoredCommand[FundState, c.FundCommand, FundEvent]
FundResult: TypeAlias = Result[FundState, FundEvent, FundState]


class FundLog(Log[FundState, c.FundCommand, FundEvent, FundState]):
    """The log of a fund."""

    def missing(self, stream_id: int) -> Exception:
        return Refusal("no_fund", "", fund=stream_id)

    def room_id_of(self, stream: Stream) -> int:
        return Fund.objects.values_list("room_id", flat=True).get(pk=stream.pk)

    def resolve(self, attempt: Attempt[c.FundCommand], state: FundState) -> c.FundCommand:
        """Return the command with its gaming day, its sender, and who may not collect."""
        command = attempt.command
        fields = type(command).__struct_fields__
        room_id = self.room_id_of(attempt.stream)
        filled: dict[str, Any] = {}
        if "by" in fields:
            filled["by"] = attempt.actor
        if "day" in fields and not isinstance(command, c.RecordDrop | c.RecordCount):
            filled["day"] = self._day(attempt)
        if isinstance(command, c.Verify):
            hit = state.hit(command.hit)
            keys = [player for _, player in hit.facts.dealt] if hit else []
            filled["barred"] = tuple(barred_players(keys, room_id, attempt.now))
        if isinstance(command, c.Pay):
            hit = state.hit(command.hit)
            share = hit.share(command.seat) if hit else None
            keys = [share.player] if share else []
            filled["may_collect"] = not list(barred_players(keys, room_id, attempt.now))
        if isinstance(command, c.Seal):
            filled["kept_until"] = day_after(self._day(attempt), state.policy.keep_days)
        filled |= _seeds(command, state, attempt.now)
        return replace(command, **filled)

    def _day(self, attempt: Attempt[c.FundCommand]) -> str:
        return gaming_day(Room.objects.get(pk=self.room_id_of(attempt.stream)), attempt.now)


FUND = FundLog(
    name="fund",
    prefix=PREFIX,
    codec=fund_codec.FUND,
    run=run,
    evolve=evolve,
    view=lambda fund: fund,
)


def _seeds(command: c.FundCommand, state: FundState, now: datetime) -> dict[str, str]:
    """Return the secret seed that a command needs, or the hash of a new one."""
    hash_ = ""
    match command:
        case c.CommitSeed() if state.seed(command.gaming_day) is None:
            return {"hash": new_seed(now)}
        case c.LayBoard():
            return {"hash": new_seed(now)}
        case c.DrawSplash() | c.OpenSeed():
            committed = state.seed(command.gaming_day)
            hash_ = committed.hash if committed else ""
        case c.PickBox():
            hit = state.hit(command.hit)
            board = state.open_board(promotion_of(hit.facts.promotion)) if hit else None
            hash_ = board.hash if board else ""
        case c.RetireBoard():
            board = state.board(command.board)
            hash_ = board.hash if board else ""
    return {"seed": kept_seed(hash_)} if hash_ else {}


def barred_players(keys: Iterable[str], room_id: int, now: datetime) -> Iterator[str]:
    """Yield the players who may not collect. The reason stays in the registry."""
    for key in keys:
        if reason_not_to_collect(key, room_id, now):
            yield key


def reason_not_to_collect(key: str, room_id: int, now: datetime) -> str:
    """Return why a player may not collect, for managers; "" if nothing in the registry is against it.

    [R] 58 Pa. Code 503a.1: people who are barred, self-excluded, under age or staff of the room.
    """
    player = player_known(key)
    if player is None:
        return ""
    current = standing(player, now)
    if current.barred:
        return "barred"
    if current.excluded:
        return "self-excluded"
    minimum_age = Room.objects.values_list("minimum_age", flat=True).get(pk=room_id)
    if _is_under_age(player, minimum_age, now):
        return "under age"
    return f"works for the house: {player.works_as}" if player.works_as else ""


def _is_under_age(player: Player, minimum_age: int | None, now: datetime) -> bool:
    if minimum_age is None or player.born is None:
        return False
    return age(player.born, timezone.localdate(now)) < minimum_age


def load_fund(fund_id: int) -> tuple[int, FundState]:
    """Return the number of the last entry of a fund's log, and its state. Raises `Stream.DoesNotExist`."""
    seq, state = Stream.objects.values_list("seq", "state").get(pk=fund_id)
    return seq, fund_codec.FUND.decode_state(bytes(state))


def funds_of(room: Room) -> list[tuple[Fund, FundState]]:
    """Return the funds of a room with their states, by number."""
    rows = Fund.objects.filter(room=room).select_related("stream").order_by("number")
    return [(fund, fund_codec.FUND.decode_state(bytes(fund.stream.state))) for fund in rows]


def fund_execute(
    *, fund_id: int, command_id: str, command: c.FundCommand, actor: str, now: datetime
) -> FundResult:
    """Execute a command. Raises `Refusal`, and then stores nothing."""
    return FUND.execute(fund_id, command, command_id=command_id, actor=actor, now=now)


def fund_create(
    *, room: Room, title: str, policy: FundPolicy, brought: int, actor: str, now: datetime
) -> Fund:
    """Open a fund with its log. Raises `Refusal`: `bad_policy`, `percent_over`."""
    command = c.OpenFund(title, policy, brought)
    outcome = run(fund_codec.FUND.empty, command, now=milliseconds(now))
    with transaction.atomic():
        Room.objects.select_for_update().get(pk=room.pk)
        refuse_percent_over(room, policy.percent)
        last = Fund.objects.filter(room=room).aggregate(last=Max("number"))["last"]
        command_id = uuid4().hex
        stream = FUND.create(command_id[:12])
        day = date.fromisoformat(gaming_day(room, now))
        fund = Fund(stream=stream, room=room, number=(last or 0) + 1, opened_day=day)
        fund.save(force_insert=True)
        FUND.append(
            stream,
            outcome,
            before=fund_codec.FUND.empty,
            command_id=command_id,
            actor=actor,
            now=now,
            command=command,
        )
    return fund


def refuse_percent_over(room: Room, percent: int, changed: int = 0) -> None:
    """Refuse more than the whole drop of a room. changed: the fund whose percentage this replaces.

    Raises `Refusal`: `percent_over`.
    """
    others = sum(
        state.policy.percent
        for fund, state in funds_of(room)
        if state.status == "open" and fund.pk != changed
    )
    if others + percent > 100:
        raise Refusal("percent_over", "", most=100 - others)


def second_manager(*, room_id: int, badge: str, pin: str, now: datetime) -> Staff:
    """Return the manager who approves with badge and PIN. Raises `Refusal`: `not_allowed`."""
    return signer(room_id, badge, pin, "promotions.keep_fund", now)


def signer(room_id: int, badge: str, pin: str, permission: Permission, now: datetime) -> Staff:
    """Return the staff member of a badge and PIN who has this permission. A PIN attempt always counts."""
    staff = staff_by_pin(badge=badge, pin=pin, room_id=room_id, now=now)
    require(staff, permission)
    return staff


def fund_transfer(
    *, fund_id: int, command_id: str, command: c.Transfer, actor: str, now: datetime
) -> FundResult:
    """Send money; another fund of the same house receives it in the same transaction.

    Raises `Refusal`: `same_fund`, `no_fund`, and those of both funds.
    """
    if command.to_fund == fund_id:
        raise Refusal("same_fund")
    if not command.to_fund:
        return fund_execute(
            fund_id=fund_id, command_id=command_id, command=command, actor=actor, now=now
        )

    def work() -> FundResult:
        states = {}
        for number in sorted((fund_id, command.to_fund)):
            states[number] = FUND.lock_state(number)
        named = replace(command, receiver=states[command.to_fund].title)
        result = FUND.execute_inside_transaction(
            fund_id, named, command_id=command_id, actor=actor, now=now
        )
        received = c.Receive(command.amount, states[fund_id].title, fund_id)
        FUND.execute_inside_transaction(
            command.to_fund, received, command_id=command_id, actor=actor, now=now
        )
        return result

    return FUND.durably(fund_id, command_id, work)


def funds_group(room_id: int) -> str:
    """Return the channel group of the screens that show the funds of a room."""
    return f"funds.{room_id}"


def notify_screens(stored: StoredInFund) -> None:
    """Notify the screens that show funds and claims of the room."""
    broadcast.send(funds_group(stored.room_id), {"type": "funds.changed"})
