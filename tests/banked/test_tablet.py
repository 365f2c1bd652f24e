"""A tablet of a house-banked table at the room: its page, its taps, pushes, floor calls, the lineup and the log."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from banked.actions import BANKED, banked_create, load_banked
from banked.models import BoxBuyIn, BoxRound, RoundStart
from banked.plaques import plaque_publish
from banked.rules import commands as c
from banked.rules.plaque import BankedPlaque
from banked.tablet_kind import BankedContextMessage, BankedTableMessage
from dealer_ui.auth import COOKIE
from dealer_ui.engine.wire import OutgoingTap
from dealer_ui.table_data import context_message, table_message
from dealer_ui.tap_batches import Answers, execute_taps
from journal.unix_time import milliseconds
from lineup.actions import load_lineup
from rulings.calls.models import Call
from rulings.calls.responses import call_answer
from staff.models import Room, Staff
from tables.dealer_sign_in import dealer_push
from tables.models import Device, Table
from tests.support.room import NOW, create_staff, pair_device

pytestmark = pytest.mark.django_db


class BankedTablet:
    """A tablet with a dealer, at an open table with a shoe."""

    def __init__(self, plaque: BankedPlaque) -> None:
        self.room = Room.objects.create(name="Small room")
        posted = plaque_publish(name="Spanish 21", body=plaque, by=None, now=NOW)
        self.table = banked_create(
            room=self.room, name="S1", plaque=posted, actor="system.test", now=NOW
        )
        self.device, self.token = pair_device(self.table)
        self.dealer: Staff = create_staff("dealer")
        dealer_push(device=self.device, staff=self.dealer, now=NOW)
        self.device = Device.objects.get(pk=self.device.pk)

    def tap(self, name: str, /, *, tap_id: str = "", **args: object) -> Answers:
        seq, _ = load_banked(self.table.pk)
        tap = OutgoingTap(
            id=tap_id or str(uuid4()),
            name=name,
            args=args,
            at=milliseconds(datetime.now(UTC)),
            dealer=self.dealer.key,
            shown=seq,
            seen=seq,
            predicted="",
        )
        return execute_taps(self.device, [tap])

    def taps(self, *taps: tuple[str, dict[str, Any]]) -> None:
        for name, args in taps:
            (answer,) = self.tap(name, **args).answers
            assert not answer.code, answer

    def open(self) -> None:
        self.taps(("open_table", {}), ("open_shoe", {}), ("burn", {}))

    def round(self) -> None:
        """Deal a round: box 1 has 19 against 17."""
        number = load_banked(self.table.pk)[1].rounds + 1
        self.taps(
            ("set_bet", {"box": 1, "amount": 2500}),
            ("no_more_bets", {"round": number}),
            ("card", {"card": "9", "box": 1}),
            ("card", {"card": "8", "box": 0}),
            ("card", {"card": "F", "box": 1}),
            ("stand", {"box": 1}),
            ("card", {"card": "9", "box": 0}),
            ("settle", {}),
        )


@pytest.fixture
def tablet(db: None) -> BankedTablet:
    tablet = BankedTablet(BankedPlaque(boxes=2))
    tablet.open()
    return tablet


def test_page_of_the_tablet_is_the_house_banked_one(tablet: BankedTablet):
    client = Client()
    client.cookies[COOKIE] = tablet.token
    page = client.get("/tablet/").content.decode()
    assert "banked/main.js" in page
    assert "dealer_ui/main.js" not in page


def test_poker_tables_do_not_include_it(tablet: BankedTablet):
    assert not Table.objects.filter(pk=tablet.table.pk).exists()
    assert Table.every.get(pk=tablet.table.pk).view.table.open


def test_dealer_is_in_the_lineup_of_the_room(tablet: BankedTablet):
    box = load_lineup(tablet.room.pk).box("S1")
    assert box is not None
    assert box.dealer == tablet.dealer.key


def test_next_dealer_is_pushed_in_the_middle_of_a_round_and_burns_before_the_next(
    tablet: BankedTablet,
):
    tablet.taps(("set_bet", {"box": 1, "amount": 2500}), ("no_more_bets", {"round": 1}))
    plover = create_staff("dealer", alias="Plover", badge="102")
    dealer_push(device=tablet.device, staff=plover, now=NOW)
    table = load_banked(tablet.table.pk)[1]
    assert table.dealer is not None
    assert table.dealer.name == "Plover"
    assert table.round is not None
    assert table.is_burn_due


def test_message_to_the_engine_has_the_log_since_the_round_before(tablet: BankedTablet):
    tablet.round()
    tablet.round()
    tablet.round()
    message = table_message(tablet.device, [], 0)
    assert isinstance(message, BankedTableMessage)
    names = [entry.name for entry in message.table.entries]
    assert names.count("round.started") == 2
    assert names[0] == "round.started"
    context = context_message(tablet.device)
    assert isinstance(context, BankedContextMessage)
    assert context.context.dealer == tablet.dealer.key


def test_repeated_tap_is_stored_once(tablet: BankedTablet):
    tap_id = str(uuid4())
    first = tablet.tap("set_bet", tap_id=tap_id, box=1, amount=2500)
    again = tablet.tap("set_bet", tap_id=tap_id, box=1, amount=2500)
    assert [answer.code for answer in (*first.answers, *again.answers)] == ["", ""]
    assert load_banked(tablet.table.pk)[0] == first.answers[0].seq


def test_refused_tap_has_its_sentence(tablet: BankedTablet):
    (answer,) = tablet.tap("card", card="T", box=1).answers
    assert answer.code == "no_round"
    assert answer.message


def test_taps_of_a_supervisor_are_refused_from_a_dealer(tablet: BankedTablet):
    tablet.round()
    (answer,) = tablet.tap("correct_payout", round=1, box=1, paid=500, reason="x").answers
    assert answer.code == "needs_supervisor"


def test_floor_call_is_a_call_of_the_room_and_is_answered(tablet: BankedTablet):
    tablet.taps(("call_floor", {}), ("report", {"key": "ten_found"}))
    call = Call.objects.get(table=tablet.table)
    assert (call.key, call.status) == ("ten_found", Call.Status.OPEN)
    oak = create_staff("supervisor", alias="Oak", badge="201")
    call_answer(call=call, staff=oak, how="coming", now=NOW)
    call.refresh_from_db()
    assert call.coming_by == "Oak"
    floor = load_banked(tablet.table.pk)[1].floor
    assert floor is not None
    assert floor.coming_by == "Oak"


def test_rows_of_rounds_and_buy_ins_follow_undo(tablet: BankedTablet):
    tablet.taps(("buy_in", {"box": 1, "amount": 10_000}))
    tablet.round()
    row = BoxRound.objects.get(table=tablet.table)
    assert (row.round, row.wagered, row.paid, row.taken) == (1, 2500, 2500, 0)
    tablet.taps(("undo", {}))
    assert not BoxRound.objects.filter(table=tablet.table).exists()
    for _ in range(8):
        tablet.taps(("undo", {}))
    assert not BoxBuyIn.objects.filter(table=tablet.table).exists()
    assert RoundStart.objects.filter(table=tablet.table).count() == 1
    tablet.round()
    assert BoxRound.objects.get(table=tablet.table).round == 1


def test_log_verifies_and_rebuilds(tablet: BankedTablet):
    tablet.taps(("buy_in", {"box": 1, "amount": 10_000}))
    tablet.round()
    tablet.taps(("undo", {}), ("settle", {}))
    tablet.round()
    before = load_banked(tablet.table.pk)
    call_command("verify_journal")
    BoxRound.objects.all().delete()
    call_command("rebuild_projections")
    assert BoxRound.objects.filter(table=tablet.table).count() == 2
    call_command("verify_journal")
    assert load_banked(tablet.table.pk) == before


def test_snapshot_without_the_engine_is_the_same_screen(tablet: BankedTablet):
    client = Client()
    client.cookies[COOKIE] = tablet.token
    answer = client.get("/tablet/snapshot").json()
    assert answer["screen"]["family"] == "banked"
    assert answer["screen"]["boxes"][0]["box"] == 1


def test_opening_without_a_plaque_is_refused(db: None):
    room = Room.objects.create(name="Other room")
    table = banked_create(room=room, name="S2", plaque=None, actor="system.test", now=NOW)
    device, _ = pair_device(table)
    dealer = create_staff("dealer")
    dealer_push(device=device, staff=dealer, now=NOW)
    device = Device.objects.get(pk=device.pk)
    tap = OutgoingTap(str(uuid4()), "open_table", {}, 0, dealer.key, 0, 0, "")
    (answer,) = execute_taps(device, [tap]).answers
    assert answer.code == "no_plaque"


def test_command_of_the_room_reaches_the_same_log(tablet: BankedTablet):
    result = BANKED.execute(
        tablet.table.pk, c.CoverCard(), command_id=str(uuid4()), actor="system.test", now=NOW
    )
    assert result.state.shoe is not None
    assert result.state.shoe.is_cover_out
