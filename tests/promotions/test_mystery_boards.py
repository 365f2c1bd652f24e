"""A mystery board from its version to the paid box."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from poker import codec
from poker import commands as p
from poker.promotion_terms import HandFloor
from promotions.models import PromotionVersion
from promotions.publishing import draft_save, read_terms, version_publish
from promotions.rule_texts import TIMES
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import Hit
from promotions.rules.mystery import Board
from promotions.table_sync import sync_room
from tests.support.at_once import at_once
from tests.support.floor_fixtures import sign_in_client
from tests.support.fund_room import FundRoom
from tests.support.promotion_tables import JACKPOT_BOARD, QUADS
from tests.support.room import PIN

pytestmark = pytest.mark.django_db(transaction=True)
PRIZES = (50_000, 20_000, 20_000, 10_000)


@pytest.fixture
def funds(transactional_db: None) -> FundRoom:
    room = FundRoom(surveillance=False, seal_from=0)
    room.fill(200_000)
    publish(room)
    room.open_table()
    return room


def publish(funds: FundRoom, **changes: object) -> PromotionVersion:
    terms: dict[str, Any] = {
        "floor": HandFloor("quads"),
        "prizes": PRIZES,
        "games": (),
        "asks": (),
        **changes,
    }
    version = funds.publish("mystery", "Mystery board", **terms)
    sync_room(funds.room, funds.now)
    return version


def board(funds: FundRoom) -> Board:
    return funds.state.boards[-1]


def claim(funds: FundRoom) -> Hit:
    """Show quads at a table, claim a box with the tablet's key, and verify the claim."""
    for _ in range(4):
        funds.table.execute(p.CloseStreet(4))
    funds.table.execute(p.ShowBoard(cards(JACKPOT_BOARD)))
    funds.table.execute(p.ShowHand(3, cards(QUADS)))
    funds.table.execute(p.ClaimPromotion("mystery-board.1"))
    number = funds.state.claims
    funds.send(c.Verify(number), "supervisor")
    hit = funds.state.hit(number)
    assert hit is not None
    return hit


def cards(text: str) -> tuple[str, ...]:
    return tuple(text[index : index + 2] for index in range(0, len(text), 2))


def test_a_version_lays_its_board_and_tables_show_the_highest_prize(funds: FundRoom) -> None:
    sync_room(funds.room, funds.now)
    assert (len(funds.state.boards), board(funds).version) == (1, "mystery-board.1")
    stream = funds.table.table.stream
    stream.refresh_from_db()
    [promotion] = codec.decode_state(bytes(stream.state)).promotions
    assert (promotion.kind, promotion.amount) == ("mystery", 50_000)


def test_a_qualifying_hand_picks_a_box_and_its_share_is_paid(funds: FundRoom) -> None:
    hit = claim(funds)
    assert hit.status == "verified"
    funds.send(c.PickBox(hit.number, 2), "desk")
    picked = funds.state.hit(hit.number)
    assert picked is not None
    assert (picked.status, picked.box) == ("hit", 2)
    assert picked.amount == picked.box_prize
    assert picked.amount in PRIZES
    funds.send(c.Pay(hit.number, 3, "chips"), "desk")
    assert funds.state.paid == picked.amount
    call_command("verify_fund", "--all")


@pytest.mark.release_on_sqlite
def test_two_desks_pick_once(funds: FundRoom) -> None:
    hit = claim(funds)
    codes = at_once(
        lambda: funds.send(c.PickBox(hit.number, 1), "desk"),
        lambda: funds.send(c.PickBox(hit.number, 4), "supervisor"),
    )
    assert codes == ["", "hit_decided"]
    assert len(board(funds).taken) == 1
    call_command("verify_fund", "--all")


def test_a_repeated_request_picks_once(funds: FundRoom) -> None:
    hit = claim(funds)
    for _ in range(2):
        funds.send(c.PickBox(hit.number, 1), "desk", command_id="slip-7")
    assert len(board(funds).taken) == 1


def test_the_pages_never_show_the_prize_of_a_box_that_is_not_taken(
    funds: FundRoom,
) -> None:
    hit = claim(funds)
    client = sign_in_client("401")
    address = reverse("funds:claim", args=[funds.fund.pk, hit.number])
    page = client.get(address).content.decode()
    assert "The player picks a box" in page
    assert f"2 {TIMES} $200" in page
    assert page.count('name="box"') == 4
    command = page.split('name="command" value="')[1].split('"')[0]
    pick = reverse("funds:pick", args=[funds.fund.pk, hit.number])
    answer = client.post(pick, {"box": "3", "command": command})
    assert answer.status_code == 302
    taken = board(funds).box(3)
    assert taken is not None
    public = Client().get(reverse("funds:public-fund", args=[funds.room.pk, 1])).content.decode()
    assert "3 of 4 boxes left" in public
    assert board(funds).hash in public
    assert public.count('class="taken"') == 1
    assert "The seed opens when all boxes are taken" in public


def test_a_new_version_retires_the_board_with_its_seed(funds: FundRoom) -> None:
    first = board(funds)
    promotion = funds.fund.promotions.get()
    terms = funds.publish("mystery", "Other", floor=HandFloor("quads"), prizes=(500, 600)).terms
    draft_save(
        promotion=promotion,
        terms=read_terms(terms),
        reason="new prizes",
        withdraws=False,
        seen=0,
        staff=funds.people["manager"],
        now=funds.now,
    )
    version_publish(promotion=promotion, badge="302", pin=PIN, seen=1, now=funds.now)
    funds.table.now += timedelta(days=2)
    sync_room(funds.room, funds.now)
    sync_room(funds.room, funds.now)
    old = funds.state.board(first.number)
    assert old is not None
    assert (bool(old.seed), old.reason) == (True, "version 2 took effect")
    new = funds.state.open_board(promotion.key)
    assert new is not None
    assert new.version == "mystery-board.2"
    call_command("verify_fund", "--all")


def test_a_manager_lays_the_next_board_on_the_ledger(funds: FundRoom) -> None:
    client = sign_in_client("301")
    act = reverse("funds:draw-act", args=[funds.fund.pk])
    answer = client.post(act, {"ask": "retire_board", "board": "1", "reason": "event over"})
    assert answer.status_code == 302
    assert board(funds).seed
    sync_room(funds.room, funds.now)
    assert funds.state.open_board("mystery-board") is None, "a version lays one board by itself"
    answer = client.post(act, {"ask": "lay_board", "promotion": "mystery-board"})
    assert answer.status_code == 302
    assert board(funds).is_open
