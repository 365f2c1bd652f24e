"""A tournament beside the cash tables of `tests.production.load`: its tablets deal and bust, its director directs.

The client keeps every stack. Hands are folded out, or one player is all-in, loses and is out. The director orders the
suggested moves, breaks tables and goes to the next level. At the end every stack is bagged and counted twice, the day
ends without a difference, and all logs are verified.
"""

import asyncio
import json
import random
import re
import statistics
from dataclasses import dataclass, field
from html import unescape
from time import monotonic, time
from typing import Protocol
from uuid import uuid4

import msgspec
from websockets.asyncio.client import ClientConnection

from dealer_ui.engine.session import TabletSession
from dealer_ui.engine.wire import Answer, TableData, TapData
from poker.event_levels import level_at
from poker.state import Hand, Table
from tests.production.floor_commands import Address, CommandFailed
from tests.production.installation import Installation
from tests.support.entry_messages import stored_entries

SEATS = 9
STACK = 20_000
ALL_IN_SHARE = 0.3  # of the hands; the caller must have more chips
LEVEL_PAUSE = 15.0  # seconds between two changes of the level
DIRECTOR_PAUSE = 1.0  # seconds between two looks at the page
ANSWER_WITHIN = 60.0  # seconds
UNAVAILABLE = "unavailable"
UNAVAILABLE_PAUSE = 2.0  # seconds, as in engine/engine_queue.js
PREPARE = """
import json
from datetime import datetime, UTC
from uuid import uuid4
from msgspec.structs import replace
from poker.commands import SetButton
from staff.hashing import hash_secret
from staff.models import Room, Staff
from tables.actions import execute
from tables.lifecycle import table_create
from tables.models import Device, Table
from tournaments import actions
from tournaments.presets import DAILY
from tournaments.rules import commands as c
from tournaments.rules.plan import Price

now = datetime.now(UTC)
room = Room.objects.get(name="Bench")
dealer = Staff.objects.get(alias="Wren")
plan = replace(DAILY, name="Load", entry=Price(pool=10_000, house=2_000, chips={stack}), seats={seats})
row = actions.tournament_create(room=room, plan=plan, starts_at=now, actor="load", now=now)

def send(command):
    actions.tournament_execute(
        event_id=row.pk, command_id=str(uuid4()), command=command, actor="load", now=datetime.now(UTC)
    )

def letters(number):
    text = ""
    while number or not text:
        number, letter = divmod(number, 26)
        text += chr(97 + letter)
    return text

tokens = []
for number in range(1, {tables} + 1):
    name = f"M{{number}}"
    table = table_create(room=room, name=name, seats={seats}, plaque=None, actor="load", now=now)
    send(c.AddTable(name, {seats}))
    token = f"load-event-{{number}}"
    Device.objects.create(name=f"Tablet {{name}}", table=table, token_hash=hash_secret(token), paired_at=now,
        dealer=dealer, signed_in_at=now)
    tokens.append(token)
for number in range({tables} * {seats}):
    send(c.Enter(f"Event {{letters(number)}}"))
send(c.StartClock())
for table in Table.objects.filter(room=room, name__startswith="M"):
    execute(table_id=table.pk, command_id=uuid4().hex, seen=None, command=SetButton(1), actor="load",
        now=datetime.now(UTC))
print(json.dumps({{"event": row.pk, "tokens": tokens}}))
"""
# Bags every stack with two counts, and ends the day, which refuses a difference without a reason.
END_DAY = """
import json
from pathlib import Path
from datetime import datetime, UTC
from uuid import uuid4
from tournaments import actions
from tournaments.rules import commands as c

stacks = json.loads(Path({path!r}).read_text())  # of those who played a pot

def send(command):
    return actions.tournament_execute(
        event_id={event}, command_id=str(uuid4()), command=command, actor="load", now=datetime.now(UTC)
    )

_, event = actions.load_tournament({event})
seated = {{entry.player for entry in event.seated()}}
gone = {{player: chips for player, chips in stacks.items() if chips and player not in seated}}
if gone:
    raise SystemExit(f"Players with chips have no seat: {{gone}}")
if event.clock.runs:
    send(c.PauseClock())
for entry in list(event.seated()):
    send(c.BagStack(entry.number, stacks.get(entry.player, {stack})))
    send(c.VerifyBag(entry.number, stacks.get(entry.player, {stack})))
state = send(c.EndDay()).state
print(json.dumps({{"sold": state.chips, "counted": sum(bag.first for bag in state.bags)}}))
"""
# Forms of the director's pages.
MOVE = re.compile(r'name="move" value="([^"]+)"')
SEGMENT = re.compile(r'name="shown" value="(\d+)"')
BREAK = re.compile(r'name="ask" value="break_table">.*?name="table" value="([^"]+)"', re.DOTALL)
REFUSED = re.compile(r": (409|422) ")  # another command came first, or the table is in a hand


class Measurements(Protocol):
    """The part of the load's figures that a tablet adds to."""

    times: list[float]
    late: int
    failed: list[str]


@dataclass
class EventTimes:
    """What the event saw. times: seconds from a command of the director to its answer."""

    times: list[float] = field(default_factory=list)
    busts: int = 0
    moves: int = 0
    breaks: int = 0
    levels: int = 0
    turned_away: int = 0  # taps that were refused before they were executed, and sent again
    repeated: int = 0  # commands that others overtook, which the director gave again
    failed: list[str] = field(default_factory=list)
    chips: dict[str, int] = field(default_factory=dict)  # sold and counted

    def figures(self, tables: int) -> dict[str, object]:
        """Return the figures for the line of the load; none without a tournament."""
        if not tables:
            return {}
        times = sorted(self.times) or [0.0]
        return {
            "tournament_tables": tables,
            "busts": self.busts,
            "moves": self.moves,
            "breaks": self.breaks,
            "levels": self.levels,
            "director_p50_ms": round(statistics.median(times) * 1000, 1),
            "director_slowest_ms": round(times[-1] * 1000, 1),
            "director_repeated": self.repeated,
            "turned_away": self.turned_away,
            "chips_sold": self.chips.get("sold"),
            "chips_counted": self.chips.get("counted"),
        }


class Stacks:
    """The chips of every player, by key; a new player has a full stack."""

    def __init__(self) -> None:
        self.chips: dict[str, int] = {}

    def of(self, player: str) -> int:
        return self.chips.setdefault(player, STACK)

    def move(self, payer: str, winner: str, amount: int) -> None:
        self.chips[payer] = self.of(payer) - amount
        self.chips[winner] = self.of(winner) + amount


class EventTablet:
    """The tablet of a tournament table, which decides with the engine as the page does."""

    socket: ClientConnection

    def __init__(self, token: str, stacks: Stacks, times: EventTimes) -> None:
        """The socket is set before anything is sent."""
        self.token = token
        self.stacks = stacks
        self.times = times
        self.session = TabletSession()
        self.changed = asyncio.Event()
        self.is_waiting = False
        self.code = ""  # of the last answer
        # Seats of the loser and of the winner of this hand, 0 for a hand that is folded out.
        self.all_in = (0, 0)
        self.winner = 0  # the seat that gets the pot
        self.dealt: Table | None = None  # the table when the hand was dealt

    @property
    def table(self) -> Table:
        return self.session.current.table

    async def hello(self) -> None:
        """Fetch the table, and wait for it."""
        before = self.session.seq
        await self.socket.send(json.dumps({"type": "hello", "engine": "load"}))
        while self.session.seq == before:
            await self._wait()

    async def listen(self) -> None:
        """Apply every message until the socket closes."""
        async for text in self.socket:
            message = json.loads(text)
            now = round(time() * 1000)
            if message["type"] == "table":
                table = msgspec.convert(message["table"], TableData, strict=False)
                self.session.load(table, [], now)
            elif message["type"] == "entries":
                entries = stored_entries(message)
                result = self.session.apply_entries(entries, message["prev"], now)
                if result.gap:
                    await self.socket.send(json.dumps({"type": "hello", "engine": "load"}))
            elif message["type"] == "answers":
                [answer] = msgspec.convert(message["answers"], list[Answer])
                self.code = answer.code
                if answer.code != UNAVAILABLE:  # the page keeps such a tap and sends it again
                    self.session.answer([answer], now)
            self.changed.set()

    async def tap(self, measured: Measurements) -> None:
        """Send the next tap and wait for its answer and its entries."""
        if self.is_waiting:
            measured.late += 1
            return
        due = self.next_tap()
        if due is not None and due[0] == "bust":
            self._check_bust()
        if due is None:  # the table waits for its director, or is broken
            return
        self.is_waiting = True
        name, args = due
        began = monotonic()
        if code := await self._send(name, args):
            measured.failed.append(f"tournament {name}: {code}")
        else:
            measured.times.append(monotonic() - began)
            self._follow(name)
            self.times.busts += name == "bust"
            self.times.moves += name == "leave_seat"
        self.is_waiting = False

    async def _send(self, name: str, args: dict[str, object]) -> str:
        now = round(time() * 1000)
        tap = TapData(str(uuid4()), name, args, now, self.session.context.dealer, self.session.seq)
        result = self.session.tap(tap, now)
        if result.refused:
            return result.refused[0].code
        while tap.id in self.session.pending:
            self.code = ""
            taps = msgspec.to_builtins(self.session.outbox(1))
            await self.socket.send(json.dumps({"type": "taps", "taps": taps}))
            while tap.id in self.session.pending and self.code != UNAVAILABLE:
                await self._wait()
            if self.code == UNAVAILABLE:
                self.times.turned_away += 1
                await asyncio.sleep(UNAVAILABLE_PAUSE)
        return self.code

    async def _wait(self) -> None:
        """Wait for the next message. Raises `TimeoutError`."""
        self.changed.clear()
        await asyncio.wait_for(self.changed.wait(), ANSWER_WITHIN)

    def next_tap(self) -> tuple[str, dict[str, object]] | None:
        """Return the tap that the dealer makes now, None while no hand may begin."""
        table = self.table
        hand = table.hand
        if hand is None:
            return self._between_hands(table)
        if hand.stage != "betting":
            return self._after_betting(hand)
        due = hand.parts[hand.round.due].seat
        loser, winner = self.all_in
        if loser and due == loser:
            return "act", {"seat": loser, "what": "all_in", "to": self.stacks.of(self._player(due))}
        if loser and due == winner:
            return "act", {"seat": winner, "what": "call"}
        if loser or len(hand.live()) > 1:
            return "act", {"seat": due, "what": "fold"}
        return self._award(hand)

    def _between_hands(self, table: Table) -> tuple[str, dict[str, object]] | None:
        event = table.event
        if event is None or not table.is_open:
            return None
        if table.out:
            return "bust", {"seat": table.out[0][0]}
        if event.hold is not None:
            # A player who is out has left the seat before the table gets the canceled move.
            there = [move for move in event.hold.moves if table.seats[move.seat - 1].taken]
            return ("leave_seat", {"seat": there[0].seat}) if there else None
        is_break = event.levels[level_at(event, round(time() * 1000)).at].pause
        if is_break or sum(seat.taken for seat in table.seats) < 2:
            return None
        return "deal", {}

    def _after_betting(self, hand: Hand) -> tuple[str, dict[str, object]]:
        live = hand.live()
        if self.all_in[0] and hand.stage not in ("showdown", "award"):
            return "run_out", {"count": len(live)}
        return self._award(hand)

    def _award(self, hand: Hand) -> tuple[str, dict[str, object]]:
        self.winner = self.all_in[1] or hand.live()[0].seat
        return "award", {"seats": [self.winner]}

    def _check_bust(self) -> None:
        """Record a player who is to go out with chips, with the hand after which that is."""
        for seat, _ in self.table.out:
            chips = self.stacks.of(self._player(seat))
            if chips and self.dealt is not None and self.dealt.hand is not None:
                hand = self.dealt.hand
                seats = [part.seat for part in hand.parts]
                self.times.failed.append(
                    f"seat {seat} of {seats} is out with {chips} chips; blinds {hand.small} and"
                    f" {hand.big}, all-in {self.all_in}, pot to {self.winner}"
                )

    def _player(self, seat: int) -> str:
        return self.table.seats[seat - 1].player

    def _follow(self, name: str) -> None:
        """Choose who is all-in in a new hand, and count the stacks after a hand."""
        hand = self.table.hand
        if name == "deal" and hand is not None:
            self.dealt = self.table
            self.all_in = self._all_in_seats(hand)
        elif name == "award" and hand is None:
            self._count()

    def _all_in_seats(self, hand: Hand) -> tuple[int, int]:
        """Return the first to act and the next one if that one has more chips, for a share of the hands."""
        seats = [part.seat for part in hand.parts]
        first = hand.round.due
        loser = seats[first]
        winner = seats[(first + 1) % len(seats)]
        ante = self.table.plaque.ante if winner == hand.big else 0
        chips = self.stacks.of(self._player(winner)) - ante
        if chips < self.stacks.of(self._player(loser)) or random.random() > ALL_IN_SHARE:
            return 0, 0
        return loser, winner

    def _count(self) -> None:
        """Move the blinds, the ante and the chips of the all-in to the winner."""
        table = self.dealt
        assert table is not None
        assert table.hand is not None
        small, big = table.plaque.blinds
        posts = {table.hand.small: small, table.hand.big: big + table.plaque.ante}
        loser = self.all_in[0]
        winner = self.winner
        players = {seat.number: seat.player for seat in table.seats}
        for seat, amount in posts.items():
            is_dealt_in = table.hand.index(seat) >= 0  # a dead small blind is not
            if is_dealt_in and seat not in (loser, winner):
                stack = self.stacks.of(players[seat])
                self.stacks.move(players[seat], players[winner], min(amount, stack))
        if loser:
            stack = self.stacks.of(players[loser])
            self.stacks.move(players[loser], players[winner], stack)


@dataclass
class TournamentLoad:
    """An event with its tablets and its director."""

    event: int
    tablets: list[EventTablet]
    stacks: Stacks
    times: EventTimes

    @classmethod
    def prepared(cls, installation: Installation, tables: int) -> "TournamentLoad":
        """Sell the entries and start the event, through the actions of desk and director."""
        code = PREPARE.format(tables=tables, seats=SEATS, stack=STACK)
        prepared = json.loads(installation.shell(code).splitlines()[-1])
        stacks = Stacks()
        times = EventTimes()
        tablets = [EventTablet(token, stacks, times) for token in prepared["tokens"]]
        return cls(prepared["event"], tablets, stacks, times)

    async def direct(self, address: Address, end: float) -> None:
        """Order moves, break tables and change levels until the end, by the monotonic clock."""
        next_level = monotonic() + LEVEL_PAUSE
        while monotonic() < end:
            page = await address.get(f"/tournaments/{self.event}/")
            for move in [unescape(text) for text in MOVE.findall(page)]:
                await self._act(address, "order_moves", move=move)
            breaking = BREAK.search(page)
            if breaking is not None:
                self.times.breaks += await self._act(address, "break_table", table=breaking[1])
            if monotonic() > next_level:
                shown = int(SEGMENT.findall(page)[-1])
                form = {"shown": str(shown), "segment": str(shown + 1)}
                self.times.levels += await self._act(address, "move_clock", **form)
                next_level = monotonic() + LEVEL_PAUSE
            await asyncio.sleep(DIRECTOR_PAUSE)

    async def _act(self, address: Address, ask: str, **form: str) -> bool:
        """Send a command; return whether it was stored. A refusal is looked at again with the next page."""
        content = {"ask": ask, "page": "director", "command": str(uuid4()), **form}
        began = monotonic()
        try:
            await address.post(f"/tournaments/{self.event}/act", content)
        except CommandFailed as failed:
            if not REFUSED.search(str(failed)):
                self.times.failed.append(str(failed))
            self.times.repeated += 1
            return False
        self.times.times.append(monotonic() - began)
        return True

    def end_day(self, installation: Installation) -> None:
        """Bag and count every stack, end the day, and verify all logs. Raises `RuntimeError` for a difference."""
        path = installation.folder / "stacks.json"
        path.write_text(json.dumps(self.stacks.chips))
        code = END_DAY.format(event=self.event, path=str(path), stack=STACK)
        self.times.chips = json.loads(installation.shell(code).splitlines()[-1])
        installation.manage("verify_journal")
