"""Tablets and the room act while they are apart, in any order; together again they have the same table, and every
tap is stored once or was told as refused.
"""

import os
from collections import Counter
from typing import Any
from uuid import UUID

import msgspec
from hypothesis import HealthCheck, Phase, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from poker import commands as c
from poker import events as e
from poker import timeline
from poker.calls import RemedyStep
from poker.commands import Command
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import EMPTY
from poker.tap_rights import NOT_ON_TABLETS
from tests.support.device import Device, Entries, Line
from tests.support.engine_room import CONTEXT, NOW, Room
from tests.support.law_examples import example_count
from tests.support.laws import chips_at, house_chips
from tests.support.plaques import houses
from tests.support.random_tables import Room as LegalRoom
from tests.support.random_tables import entry_commands, legal_commands, rooms
from tests.support.wild import PLAQUE, SEAT, WILD

# The same interleavings each time; `EXAMPLES=2000 pytest tests/dealer_ui/engine` looks for others.
EXAMPLES = os.environ.get("EXAMPLES")
quick = settings(
    max_examples=example_count(30),
    stateful_step_count=50 if EXAMPLES else 40,
    derandomize=EXAMPLES is None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
DEVICE = st.integers(0, 1)
DEALING = st.sampled_from(
    [0] * 9 + [1]
)  # two tablets that both deal overtake each other at every tap
WHAT = st.sampled_from(["fold", "check", "call", "bet", "raise", "all_in"])
PICK = st.integers(0, 10_000)
# What only the room decides, or records outside the log.
ROOM_TAPS: list[tuple[str, dict[str, Any]]] = [
    ("carry_out", {}),
    ("draw_button", {"system": True}),
    ("change_plaque", {}),
]
FLOOR_COMMANDS = st.one_of(
    st.builds(
        c.MakeRuling,
        st.just("R 1"),
        st.just("As said."),
        st.just("Oak"),
        st.just("accepted"),
        back=st.sampled_from(["", "", "last", "award", "street:flop", "over:flop"]),
        steps=st.sampled_from([(), (RemedyStep("Done.", ()),)]),
    ),
    st.builds(c.CancelFloor, st.just("solved"), st.just("Oak")),
    st.builds(c.FloorSeen, st.just("Oak")),
    st.builds(c.FloorArrived, st.just("Oak")),
    st.builds(c.CallFloor),
    st.builds(c.ChangePlaque, PLAQUE, houses()),
    st.builds(c.ChangeRules, houses()),
    st.builds(c.SetTracking, st.sampled_from(["streets", "actions"])),
    st.builds(c.RenameTable, st.sampled_from(["T1", "Main 1"])),
    st.builds(c.SetSeatCount, st.integers(2, 10)),
    st.builds(c.RenamePlayer, st.just("new"), st.sampled_from(["New", "Newer"])),
)
DESK_COMMANDS = st.one_of(
    st.builds(c.SeatPlayer, SEAT, st.just("new"), st.just("New"), st.none() | st.integers(1, 300)),
    st.builds(c.LeaveSeat, SEAT),
    st.builds(c.LeaveSeat, SEAT),
    st.builds(c.ChangeSeat, SEAT, SEAT),
    st.builds(c.LockSeat, SEAT, st.just(NOW + 10**6), reason=st.just("kept")),
    st.builds(c.UnlockSeat, SEAT),
    st.builds(c.SitOut, SEAT),
)


def wire_of(command: Command) -> tuple[str, dict[str, Any]]:
    """Return a command as a tablet's key sends it."""
    args = msgspec.to_builtins(command)
    name = str(args.pop("command"))
    if name in ("call_floor", "deal"):
        args = {}
    if name == "take_chips":
        args = {key: args[key] for key in ("seat", "amount")}
    return name, args


def with_room(legal: LegalRoom) -> Room:
    """Return the room whose log is that of a random table."""
    room = Room(EMPTY)
    for batch in legal.log:
        table = timeline.rebuild([*room_batches(room), batch])
        room.ids += 1
        room.store(str(UUID(int=room.ids)), batch.events, table, NOW)
    return room


def room_batches(room: Room) -> list[timeline.CommandEvents]:
    return [stored.batch for stored in room.log]


class Tablets(RuleBasedStateMachine):
    """Tablets at one table, and the network between them and the room."""

    count = 1

    @initialize(
        legal=rooms(counts_chips=True),
        skew=st.sampled_from([0, 0, 0, 3_600_000, -3_600_000, 700]),
    )
    def begin(self, legal: LegalRoom, skew: int) -> None:
        """Open a table; the clock of the first tablet may be wrong."""
        room = with_room(legal)
        devices = [Device(room, number, 0 if number else skew) for number in range(self.count)]
        self.line = Line(room, devices)
        self.dealt: dict[str, tuple[Stakes | None, HouseRules]] = {}  # what a dealer dealt, by tap
        self.line.settle()

    def teardown(self) -> None:
        if hasattr(self, "line"):
            self.check_together()

    # The dealer.

    @rule(number=DEALING, picks=st.lists(PICK, min_size=1, max_size=12))
    def tap_offered_keys(self, number: int, picks: list[int]) -> None:
        for pick in picks:
            table = self._device(number).session.current.table
            offered = [*legal_commands(table), *entry_commands(table)]
            if offered:
                self._tap(number, *wire_of(offered[pick % len(offered)]))

    @rule(number=DEALING, hands=st.integers(1, 3))
    def end_hands(self, number: int, hands: int) -> None:
        """All fold to one, and the pot is pushed: the shortest way into the next hand."""
        for _ in range(hands * 11):
            table = self._device(number).session.current.table
            offered = legal_commands(table)
            folds = [each for each in offered if isinstance(each, c.Act) and each.what == "fold"]
            awards = [each for each in offered if isinstance(each, c.AwardPot)]
            ways = [*awards, *folds, *offered]
            if ways:
                self._tap(number, *wire_of(ways[0]))

    @rule(number=DEALING, command=WILD)
    def tap_anything(self, number: int, command: Command) -> None:
        name, args = wire_of(command)
        if name not in NOT_ON_TABLETS and name not in ("change_plaque", "open_table"):
            self._tap(number, name, args)

    @rule(number=DEVICE, seat=SEAT, leaves=st.booleans())
    def tap_a_seat(self, number: int, seat: int, leaves: bool) -> None:
        name = "leave_seat" if leaves else "seat_player"
        key = f"n{seat}{number}"
        self._tap(
            number,
            name,
            {"seat": seat} | ({} if leaves else {"player": key, "name": key, "stack": 200}),
        )

    @rule(number=DEALING, count=st.integers(1, 3))
    def tap_undo(self, number: int, count: int) -> None:
        for _ in range(count):
            self._tap(number, "undo", {})

    @rule(number=DEALING, pick=PICK, what=WHAT, to=st.none() | st.integers(1, 400))
    def correct_an_act(self, number: int, pick: int, what: str, to: int | None) -> None:
        hand = self._device(number).session.current.table.hand
        if hand is None or not hand.log:
            return
        place = pick % len(hand.log)
        act = hand.log[place]
        args = {"number": place, "seat": act.seat, "was": act.what, "what": what}
        self._tap(number, "correct_act", args if to is None else {**args, "to": to})

    @rule(number=DEALING, cancels=st.booleans())
    def tap_floor(self, number: int, cancels: bool) -> None:
        self._tap(number, "call_floor", {})
        if cancels:
            self._tap(number, "cancel_floor", {"reason": "solved"})

    @rule(number=DEALING)
    def report_an_incident(self, number: int) -> None:
        self._tap(number, "incident", {"category": "language", "seat": 1, "player": "p1"})

    def _device(self, number: int) -> Device:
        return self.line.devices[min(number, self.count - 1)]

    def _tap(self, number: int, name: str, args: dict[str, Any]) -> None:
        self.line.now += 700
        tap_id = self._device(number).tap(name, args, self.line.now)
        note(f"tablet {number}: {name} {args} {tap_id[-4:]}")
        current = self._device(number).session.current
        last = current.batches[-1] if current.batches else None
        if last is None or last.command_id != tap_id:
            return
        if timeline.is_checkpoint(last.events[0]):
            self.dealt[tap_id] = current.table.stakes, current.table.rules

    # The network.

    @rule(number=DEVICE)
    def send(self, number: int) -> None:
        self._device(number).send()

    @rule(number=DEVICE, answers_first=st.booleans())
    def serve(self, number: int, answers_first: bool) -> None:
        device = self._device(number)
        if device.up:
            self.line.serve(device, answers_first=answers_first)

    @rule(number=DEVICE, count=st.integers(1, 30))
    def receive(self, number: int, count: int) -> None:
        device = self._device(number)
        for _ in range(count):
            if device.down:
                device.receive()

    @rule(number=DEVICE, is_lost=st.booleans())
    def receive_entries_twice_or_never(self, number: int, is_lost: bool) -> None:
        device = self._device(number)
        if device.down and isinstance(device.down[0], Entries):
            if is_lost:
                device.down.popleft()
            else:
                device.down.insert(1, device.down[0])

    @rule(number=DEVICE)
    def cut(self, number: int) -> None:
        self._device(number).cut()

    @rule(number=DEVICE)
    def connect(self, number: int) -> None:
        if not self._device(number).online:
            self._device(number).connect()

    @rule(number=DEVICE, is_early=st.booleans())
    def reload(self, number: int, is_early: bool) -> None:
        """The page opens again with the same picture, unless a message about it was on the way."""
        device = self._device(number)
        before = device.session.current.table
        is_settled = device.session.is_settled
        device.reload(is_early=is_early)
        if is_settled:
            assert device.session.current.table == before

    # The laws.

    @rule()
    def check_together(self) -> None:
        """With the network back, both tablets have the room's table, and no tap is open."""
        note("together")
        self.line.settle()
        room = self.line.room
        check_log(room)
        check_chips(room)
        check_stakes(room, self.dealt)
        for device in self.line.devices:
            assert not device.session.pending
            assert not device.taps
            assert device.session.current.table == room.table
            assert device.session.confirmed.table == room.table
            check_taps(room, device)


class Alone(Tablets):
    """One tablet, while nobody else acts: what was decided once is never refused."""

    @rule()
    def check_nothing_was_refused_late(self) -> None:
        device = self.line.devices[0]
        assert not [(tap_id, device.refusals.get(tap_id)) for tap_id in device.late]

    def teardown(self) -> None:
        super().teardown()
        if hasattr(self, "line"):
            self.check_nothing_was_refused_late()


class Interleavings(Tablets):
    """Two tablets, the desk and the floor."""

    count = 2

    @rule(number=DEVICE, tap=st.sampled_from(ROOM_TAPS))
    def tap_for_the_room(self, number: int, tap: tuple[str, dict[str, Any]]) -> None:
        self._tap(number, *tap)

    @rule(command=DESK_COMMANDS | FLOOR_COMMANDS)
    def room_acts(self, command: Command) -> None:
        self._do(command)

    @rule(command=FLOOR_COMMANDS)
    def floor_rules(self, command: Command) -> None:
        self._do(c.CallFloor())
        self._do(command)
        self._do(c.CancelFloor("solved", "Oak"))

    @rule(plaques=st.lists(PLAQUE, max_size=2), house=houses(), is_cut=st.booleans())
    def plaque_or_rules_come_while_the_dealer_deals(
        self, plaques: list[Stakes], house: HouseRules, is_cut: bool
    ) -> None:
        if is_cut:
            self._device(0).cut()
        for plaque in plaques:
            self._do(c.ChangePlaque(plaque, house))
        if not plaques:
            self._do(c.ChangeRules(house))
        self.end_hands(0, 2)

    @rule(void=st.booleans(), pick=PICK)
    def floor_ends_the_hand(self, void: bool, pick: int) -> None:
        hand = self.line.room.table.hand
        if hand is None:
            return
        live = [part.seat for part in hand.live()]
        pot = None if void else hand.chips() or None
        winners = () if pot is None else (live[pick % len(live)],)
        self._do(c.FinishHand(hand.number, "Oak", "dead tablet", pot, winners))

    @rule(pick=PICK)
    def desk_undoes_a_seating(self, pick: int) -> None:
        room = self.line.room
        seats_taken = [
            (batch.command_id, event.seat)
            for batch in room.batches()
            for event in batch.events
            if isinstance(event, e.SeatTaken)
        ]
        if seats_taken:
            undone, seat = seats_taken[pick % len(seats_taken)]
            outcome = timeline.undo_of(room.batches(), undone, [seat])
            if outcome is not None:
                room.ids += 1
                command_id = str(UUID(int=room.ids))
                self.line.publish(
                    room.store(command_id, outcome.events, outcome.state, self.line.now)
                )

    @rule(supervises=st.booleans())
    def supervisor_comes_or_goes(self, supervises: bool) -> None:
        self.line.room.context = msgspec.structs.replace(CONTEXT, supervises=supervises)
        for device in self.line.devices:
            if device.online and device.session.seq and not device.down:
                device.session.set_context(self.line.room.context, NOW)

    def _do(self, command: Command) -> None:
        self.line.now += 300
        try:
            stored = self.line.room.do(command, at=self.line.now)
        except Refusal:
            return
        note(f"room: {command}")
        self.line.publish(stored)


def check_log(room: Room) -> None:
    """Check that the log gives the table, from its start and from its checkpoint, and has each command once."""
    assert timeline.rebuild(room_batches(room)) == room.table
    assert timeline.rebuild(room.batches()) == room.table
    ids = [batch.command_id for batch in room_batches(room)]
    assert len(ids) == len(set(ids))


def check_stakes(room: Room, dealt: dict[str, tuple[Stakes | None, HouseRules]]) -> None:
    """Check that each hand was stored under the plaque and the rules under which its dealer dealt it."""
    for stored in room.log:
        start = stored.batch.events[0]
        if isinstance(start, e.HandStarted) and stored.batch.command_id in dealt:
            assert (start.table.stakes, start.table.rules) == dealt[stored.batch.command_id]


UNCOUNTED = (
    e.SeatLeft,
    e.HandFinished,
    e.HandMisdealt,
    e.PotCounted,
    e.PotHeld,
    e.PotReleased,
    e.TimeCollected,
)


def check_chips(room: Room) -> None:
    """Check that the chips that came in are in stacks, in the pot or with the house (S-119).

    Not followed: what a count of the pot or a misdeal makes of them, and players who leave or come later.
    """
    brought: dict[str, int] = {}
    table = EMPTY
    standing: list[timeline.CommandEvents] = []
    for batch in room_batches(room):
        has_begun = table.hands > 0 or table.hand is not None
        unfollowed = (*UNCOUNTED, e.SeatTaken) if has_begun else UNCOUNTED
        if any(isinstance(event, unfollowed) for event in batch.events):
            return
        for event in batch.events:
            if isinstance(event, e.Undone):
                brought.pop(event.command, None)
        standing = list(timeline.recent([*standing, batch]))
        table = timeline.rebuild(standing)
        brought[batch.command_id] = sum(map(_brought, batch.events))
        if any(seat.taken and seat.stack is None for seat in table.seats) or not table.followed:
            return
    assert chips_at(table) == sum(brought.values())


def _brought(event: e.Event) -> int:
    """Return the chips that came to the table with an event."""
    match event:
        case e.SeatTaken():
            return event.stack or 0
        case e.ChipsAdded():
            return event.amount
        case e.ChipsRemoved():
            return -event.amount
    return -house_chips([event])


def check_taps(room: Room, device: Device) -> None:
    """Check that each tap was stored once or told, never both and never neither.

    A tap that changed nothing leaves nothing in the log. If its answer was lost, it is decided again.
    """
    stored = Counter(batch.command_id for batch in room_batches(room))
    for tap_id in device.tap_ids:
        outcomes = stored[tap_id] + (tap_id in device.refusals) + (tap_id in device.moot)
        assert outcomes == 1 or (not outcomes and tap_id in room.recorded), (
            tap_id,
            stored[tap_id],
            device.refusals.get(tap_id),
            tap_id in device.moot,
        )


TestAlone = Alone.TestCase
TestAlone.settings = quick
TestInterleavings = Interleavings.TestCase
TestInterleavings.settings = quick
