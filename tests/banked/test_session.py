"""The table on one tablet: taps decided without the room, and decided again when others were faster."""

from uuid import uuid4

import msgspec
import pytest

from banked.rules import codec, timeline
from banked.rules.timeline import BankedBatch
from banked.tablet.context import BankedContext
from banked.tablet.session import BankedSession
from banked.tablet.wire import BankedData, BankedResult
from dealer_ui.engine.wire import Answer, EncryptedPin, StoredEntry, TapData
from dealer_ui.screen.model import NoScreen
from poker.commands import PushDealer
from poker.refusal import Refusal
from tests.banked.random_play import BankedRoom

OPENING: dict[str, object] = {"plaque": {"boxes": 2}}


class RoomOfOne:
    """The room's log, as a tablet receives it."""

    def __init__(self) -> None:
        self.room = BankedRoom()
        self.entries: list[StoredEntry] = []

    def execute(self, name: str, /, *, command_id: str = "", **args: object) -> list[StoredEntry]:
        """Store a command; return its entries. Raises `Refusal`."""
        return self.store(codec.parse_command(name, args), command_id=command_id)

    def store(self, command: msgspec.Struct, *, command_id: str = "") -> list[StoredEntry]:
        outcome = timeline.decide(
            self.room.table, lambda: timeline.recent(self.room.log), command, now=5
        )
        batch = BankedBatch(command_id or str(uuid4()), outcome.events)
        if batch.events:
            self.room.log.append(batch)
        self.room.table = outcome.state
        new = []
        for event in outcome.events:
            name, version, data = codec.encode_event(event)
            seq = len(self.entries) + 1
            entry = StoredEntry(seq, batch.command_id, name, version, data.decode(), 5)
            self.entries.append(entry)
            new.append(entry)
        return new

    def send(self, session: BankedSession) -> BankedResult:
        """Store the tablet's taps up to the first refused one, and return what the answers changed."""
        answers = []
        entries = []
        prev = session.seq
        for tap in session.outbox(20):
            try:
                entries += self.execute(tap.name, command_id=tap.id, **tap.args)
                answers.append(Answer(tap.id, seq=len(self.entries)))
            except Refusal as refusal:
                answers.append(Answer(tap.id, len(self.entries), refusal.code, "refused"))
                break
        session.apply_entries(entries, prev, 5)
        return session.answer(answers, 5)


def data(room: RoomOfOne, stored: tuple[str, ...] = ()) -> BankedData:
    context = BankedContext(opening=OPENING, dealer="d")
    return BankedData(len(room.entries), list(room.entries), context, list(stored))


def tap(name: str, /, **args: object) -> TapData:
    return TapData(str(uuid4()), name, args, 5, "d")


@pytest.fixture
def room() -> RoomOfOne:
    """A table whose two boxes have bets, before the deal."""
    room = RoomOfOne()
    room.execute("create_table", name="S1", boxes=2)
    room.execute("open_table", plaque=OPENING["plaque"])
    room.execute("open_shoe")
    room.execute("burn")
    room.execute("set_bet", box=1, amount=2500)
    room.execute("set_bet", box=2, amount=2500)
    room.execute("no_more_bets", round=1)
    return room


@pytest.fixture
def tablet(room: RoomOfOne) -> BankedSession:
    session = BankedSession()
    session.load(data(room), [], 5)
    return session


def deal(session: BankedSession) -> None:
    """Deal 9-8 and 6-5 against a 7, without the room."""
    for card, box in (("9", 1), ("6", 2), ("7", 0), ("8", 1), ("5", 2)):
        assert not session.tap(tap("card", card=card, box=box), 5).refused


def test_taps_are_decided_without_the_room_and_stored_later(room: RoomOfOne, tablet: BankedSession):
    deal(tablet)
    tablet.tap(tap("stand", box=1), 5)
    shown = tablet.screen(5)
    assert not isinstance(shown, NoScreen)
    assert shown.step.now == "Box 2 has 11: a card, or a decision."
    result = room.send(tablet)
    assert not result.refused
    assert not tablet.pending
    assert tablet.confirmed.table == tablet.current.table == room.room.table


def test_refused_tap_is_reported_and_not_kept(tablet: BankedSession):
    (refused,) = tablet.tap(tap("stand", box=1), 5).refused
    assert refused.code == "not_your_turn"
    assert refused.message
    assert not tablet.pending


def test_tap_that_another_tablet_overtook_is_refused_and_the_others_stay(
    room: RoomOfOne, tablet: BankedSession
):
    deal(tablet)
    room.send(tablet)
    tablet.tap(tap("stand", box=1), 5)
    tablet.tap(tap("stand", box=2), 5)
    prev = len(room.entries)
    entries = room.execute("stand", box=1)  # by another tablet
    result = tablet.apply_entries(entries, prev, 5)
    assert [item.code for item in result.refused] == ["box_hand_over"]
    assert len(tablet.pending) == 1
    room.send(tablet)
    assert room.room.table == tablet.confirmed.table


def test_undo_without_the_room_names_what_it_takes_back(room: RoomOfOne, tablet: BankedSession):
    deal(tablet)
    last = list(tablet.pending)[-1]
    result = tablet.tap(tap("undo"), 5)
    assert result.target == last
    assert not room.send(tablet).refused
    assert room.room.table == tablet.confirmed.table


def test_reload_decides_the_taps_again_on_the_saved_table(room: RoomOfOne, tablet: BankedSession):
    deal(tablet)
    taps = [pending.tap for pending in tablet.pending.values()]
    page = BankedSession()
    result = page.load(data(room), taps, 5, saved=True)
    assert result.pending == [item.id for item in taps]
    assert page.current.table == tablet.current.table


def test_saved_table_that_is_too_old_keeps_every_tap(room: RoomOfOne):
    old = data(room)
    for card, box in (("9", 1), ("6", 2), ("7", 0), ("8", 1), ("5", 2)):
        room.execute("card", card=card, box=box)
    page = BankedSession()
    stand = tap("stand", box=1)
    assert not page.load(old, [stand], 5, saved=True).refused
    assert list(page.pending) == [stand.id]
    assert not page.load(data(room), [stand], 5).refused
    assert not room.send(page).refused


def test_taps_before_a_stored_one_count_as_stored(room: RoomOfOne, tablet: BankedSession):
    first, second = tap("card", card="9", box=1), tap("card", card="6", box=2)
    room.execute("card", command_id=second.id, card="9", box=1)
    page = BankedSession()
    result = page.load(data(room), [first, second], 5)
    assert result.answered == [first.id, second.id]


def test_missing_entries_are_requested(room: RoomOfOne, tablet: BankedSession):
    prev = len(room.entries)
    room.execute("card", card="9", box=1)
    later = room.execute("card", card="6", box=2)
    assert tablet.apply_entries(later, prev + 1, 5).gap


def test_entries_that_differ_from_the_decision_are_reported(room: RoomOfOne, tablet: BankedSession):
    card = tap("card", card="9", box=1)
    tablet.tap(card, 5)
    prev = len(room.entries)
    entries = room.execute("card", command_id=card.id, card="8", box=1)
    (divergence,) = tablet.apply_entries(entries, prev, 5).diverged
    assert divergence.id == card.id


def test_push_waits_with_its_pin_and_the_table_shows_the_next_dealer(tablet: BankedSession):
    push = TapData("push-1", "push", {"name": "Plover"}, 5, "d", pin=EncryptedPin("102", "x"))
    tablet.tap(push, 5)
    dealer = tablet.current.table.dealer
    assert dealer is not None
    assert dealer.name == "Plover"
    tablet.set_pin("push-1", EncryptedPin("102", "y"), 5)
    assert tablet.outbox(1)[0].pin == EncryptedPin("102", "y")


def test_dropped_taps_are_decided_away(tablet: BankedSession):
    deal(tablet)
    tablet.drop(list(tablet.pending)[1:], 5)
    assert len(tablet.pending) == 1


def test_confirmed_entries_show_no_new_screen(room: RoomOfOne, tablet: BankedSession):
    tablet.screen(5)
    tablet.tap(tap("card", card="9", box=1), 5)
    outgoing = tablet.outbox(20)
    prev = tablet.seq
    entries = room.execute("card", command_id=outgoing[0].id, card="9", box=1)
    result = tablet.apply_entries(entries, prev, 5)
    assert result.answered == [outgoing[0].id]
    assert not tablet.pending


def test_dealers_push_by_the_floor_keeps_the_taps(room: RoomOfOne, tablet: BankedSession):
    deal(tablet)
    prev = len(room.entries)
    entries = room.store(PushDealer("staff.2", "Plover"))
    assert not tablet.apply_entries(entries, prev, 5).refused
    assert len(tablet.pending) == 5


@pytest.mark.parametrize(
    ("name", "args", "code"),
    [
        ("card", {"card": "T", "box": 1}, "ten_in_shoe"),
        ("card", {"card": "??", "box": 1}, "bad_banked_card"),
        ("card", {"card": "9", "box": "1"}, "bad_command"),
        ("card", {"card": "9", "box": 7}, "empty_box"),
        ("nonsense", {}, "unknown_command"),
        ("void_round", {"reason": "x"}, "needs_supervisor"),
        ("open_table", {"plaque": {}}, "bad_command"),
        ("rule", {}, "unknown_command"),
        ("undo", {"target": "other"}, "undo_overtaken"),
    ],
)
def test_hostile_taps_are_refused(
    tablet: BankedSession, name: str, args: dict[str, object], code: str
):
    before = tablet.current.table
    (refused,) = tablet.tap(tap(name, **args), 5).refused
    assert refused.code == code
    assert tablet.current.table == before
