"""Promotions from the room to the table and back: published terms, claims, high hands, decisions."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from poker import codec
from poker import commands as p
from poker.promotion_terms import HandFloor
from poker.refusal import Refusal
from poker.state import Table as PokerTable
from promotions.claims import claim_by_hand
from promotions.high_hands import leading_hand
from promotions.models import Hit, PostedHighHand, PromotionVersion
from promotions.publishing import draft_discard, draft_save, read_terms
from promotions.rule_texts import NOT_ENTERED
from promotions.rules import fund_commands as c
from promotions.rules.terms import Schedule, TierTerms
from promotions.table_sync import sync_room
from promotions.tasks import record_all, sync_all
from staff.models import AuditEvent, Room
from tables.models import Table
from tests.support.floor_fixtures import sign_in_client
from tests.support.fund_room import FundRoom
from tests.support.page_roles import PageContent
from tests.support.promotion_tables import JACKPOT_BOARD, QUADS, STRAIGHT_FLUSH
from tests.support.room import TableDriver

pytestmark = pytest.mark.django_db(transaction=True)
JACKPOT = {2: STRAIGHT_FLUSH, 3: QUADS}
TIERS = (TierTerms("primary", HandFloor("quads", ("T",)), HandFloor("quads")),)


@pytest.fixture
def fund_room(transactional_db: None) -> FundRoom:
    return FundRoom(surveillance=False, seal_from=0)


@pytest.fixture
def bad_beat(fund_room: FundRoom) -> PromotionVersion:
    version = fund_room.publish(games=(), tiers=TIERS, players=4, pot=0)
    fund_room.fill(100_000)
    fund_room.open_table()
    return version


def state(fund_room: FundRoom) -> PokerTable:
    stream = fund_room.table.table.stream
    stream.refresh_from_db()
    return codec.decode_state(bytes(stream.state))


def show_down(fund_room: FundRoom, board: str, shown: dict[int, str]) -> None:
    """Play a limit hand of four players to its showdown on this board."""
    table: TableDriver = fund_room.table
    for _ in range(4):
        table.execute(p.CloseStreet(4))
    table.execute(p.ShowBoard(cards(board)))
    for seat, hand in shown.items():
        table.execute(p.ShowHand(seat, cards(hand)))


def cards(text: str) -> tuple[str, ...]:
    return tuple(text[index : index + 2] for index in range(0, len(text), 2))


def claim_key(version: PromotionVersion) -> str:
    return f"{version.promotion.key}.{version.number}"


def test_open_table_has_the_published_promotions(
    fund_room: FundRoom, bad_beat: PromotionVersion
) -> None:
    (promotion,) = state(fund_room).promotions
    assert (promotion.key, promotion.amount) == (claim_key(bad_beat), 100_000)
    fund_room.send(c.Receive(5_000, "Old jackpot", 0))
    fund_room.send(c.Post(5_000, 0, 0, "more"))
    assert sync_room(fund_room.room, fund_room.now) == 1
    assert state(fund_room).promotions[0].amount == 105_000
    assert sync_room(fund_room.room, fund_room.now) == 0, "nothing changed since"


def test_tasks_leave_a_room_with_its_own_time_alone(
    fund_room: FundRoom, bad_beat: PromotionVersion
) -> None:
    fund_room.send(c.Receive(5_000, "Old jackpot", 0))
    fund_room.send(c.Post(5_000, 0, 0, "more"))
    Room.objects.update(own_time=True)
    assert (record_all(), sync_all()) == (0, 0)
    assert state(fund_room).promotions[0].amount == 100_000
    Room.objects.update(own_time=False)
    assert sync_all() == 1


def test_claim_at_the_table_is_a_claim_on_the_fund_and_its_decision_frees_the_table(
    fund_room: FundRoom, bad_beat: PromotionVersion
) -> None:
    show_down(fund_room, JACKPOT_BOARD, JACKPOT)
    fund_room.table.execute(p.ClaimPromotion(claim_key(bad_beat)))
    (hit,) = fund_room.state.hits
    assert (hit.status, hit.facts.table, hit.facts.losing, hit.facts.winning) == (
        "claimed",
        "T1",
        (3,),
        (2,),
    )
    assert len(hit.facts.dealt) == 4
    assert state(fund_room).claim is not None
    for question in hit.asks:
        fund_room.send(c.AnswerQuestion(1, question, True, "dealer"), "supervisor")
    fund_room.send(c.Verify(1), "supervisor")
    assert state(fund_room).claim is None
    verified = fund_room.state.hit(1)
    assert verified is not None
    assert sum(share.amount for share in verified.shares) == verified.amount == 100_000


def test_claim_has_what_the_log_proves_and_what_it_lacks(
    fund_room: FundRoom, bad_beat: PromotionVersion
) -> None:
    show_down(fund_room, JACKPOT_BOARD, JACKPOT)
    fund_room.table.execute(p.ClaimPromotion(claim_key(bad_beat)))
    (hit,) = fund_room.state.hits
    conditions = {item.title: (item.met, item.fact) for item in hit.conditions}
    assert conditions["Both hole cards play"] == (True, "")
    assert conditions["Four or more dealt in"] == (True, "4 dealt in")
    assert conditions["Every hand that could win was shown"] == (None, "not shown: S1 and S4")


def enter(fund_room: FundRoom, version: PromotionVersion, hand: int) -> dict[str, bool | None]:
    """Enter a claim of seats 3 and 2 for a hand as the floor does; return its conditions."""
    table = Table.objects.select_related("stream").get(pk=fund_room.table.table.pk)
    result = claim_by_hand(
        version=version,
        table=table,
        hand=hand,
        tier="primary",
        losing=(3,),
        winning=(2,),
        command_id=f"hand-{hand}",
        actor="system.test",
        now=fund_room.now,
    )
    return {item.title: item.met for item in result.state.hits[-1].conditions}


def test_entered_claim_is_checked_against_the_log(
    fund_room: FundRoom, bad_beat: PromotionVersion
) -> None:
    show_down(fund_room, "2c7d9hJsKd", {2: "AsAd", 3: "QcQh"})
    fund_room.table.execute(p.AwardPot(seats=(2,)))
    fund_room.play_hand()
    assert enter(fund_room, bad_beat, 1)["Quad tens or better beaten by quads or better"] is False
    conditions = enter(fund_room, bad_beat, 2)
    assert conditions[NOT_ENTERED.title] is None
    assert "Both hole cards play" not in conditions
    page = PageContent(
        sign_in_client("201").get(reverse("funds:claim", args=[fund_room.fund.pk, 1]))
    )
    assert "Verify only if the log is wrong" in page.text


def test_refused_claim_frees_the_table(fund_room: FundRoom, bad_beat: PromotionVersion) -> None:
    show_down(fund_room, JACKPOT_BOARD, JACKPOT)
    fund_room.table.execute(p.ClaimPromotion(claim_key(bad_beat)))
    fund_room.send(c.Refuse(1, "the jackpot was talked about"), "supervisor")
    assert state(fund_room).claim is None
    assert fund_room.state.primary == 100_000


def test_undo_takes_a_claim_back_until_the_floor_acts(
    fund_room: FundRoom, bad_beat: PromotionVersion
) -> None:
    show_down(fund_room, JACKPOT_BOARD, JACKPOT)
    fund_room.table.execute(p.ClaimPromotion(claim_key(bad_beat)))
    fund_room.table.execute(p.Undo())
    assert [hit.status for hit in fund_room.state.hits] == ["withdrawn"]
    fund_room.table.execute(p.ClaimPromotion(claim_key(bad_beat)))
    assert [hit.status for hit in fund_room.state.hits] == ["withdrawn", "claimed"]
    hit = fund_room.state.hits[-1]
    fund_room.send(c.AnswerQuestion(hit.number, hit.asks[0], True, "dealer"), "supervisor")
    with pytest.raises(Refusal, match="claim_in_work"):
        fund_room.table.execute(p.Undo())
    assert state(fund_room).claim is not None


def high_hand_room(fund_room: FundRoom) -> PromotionVersion:
    version = fund_room.publish(
        "high_hand",
        "High hand",
        games=(),
        floor=HandFloor("full_house"),
        both_cards=False,
        pocket_pair=False,
        prize=20_000,
        schedule=Schedule(every=60),
    )
    fund_room.fill(100_000)
    fund_room.open_table()
    return version


def test_high_hand_of_a_period_is_claimed_once_when_it_ends(fund_room: FundRoom) -> None:
    version = high_hand_room(fund_room)
    key = claim_key(version)
    (promotion,) = state(fund_room).promotions
    show_down(fund_room, "Ks9d9c2h7s", {2: "KhKc", 3: "AsAd"})
    fund_room.table.execute(p.PostHighHand(key, 2))
    row = PostedHighHand.objects.get()
    assert (row.seat, row.period_ends) == (2, promotion.ends)
    assert leading_hand(fund_room.room.pk, key, promotion.ends) == row
    fund_room.table.execute(p.AwardPot(seats=(2,)))
    assert sync_room(fund_room.room, fund_room.now) == 0
    fund_room.table.now += timedelta(hours=1)
    assert sync_room(fund_room.room, fund_room.now) >= 1
    (hit,) = Hit.objects.all()
    assert (hit.promotion, hit.hand, hit.status) == (key, 1, "claimed")
    sync_room(fund_room.room, fund_room.now)
    assert Hit.objects.count() == 1
    assert state(fund_room).promotions[0].best is None, "a new period begins without a hand"
    assert state(fund_room).promotions[0].starts == promotion.ends


def test_undone_high_hand_leads_no_longer(fund_room: FundRoom) -> None:
    key = claim_key(high_hand_room(fund_room))
    show_down(fund_room, "Ks9d9c2h7s", {2: "KhKc", 3: "AsAd"})
    fund_room.table.execute(p.PostHighHand(key, 2))
    fund_room.table.execute(p.Undo())
    assert not PostedHighHand.objects.exists()


def test_equal_high_hand_does_not_replace_the_first(fund_room: FundRoom) -> None:
    key = claim_key(high_hand_room(fund_room))
    show_down(fund_room, "Ks9d9c2h7s", {2: "KhKc", 3: "AsAd"})
    fund_room.table.execute(p.PostHighHand(key, 2))
    first = PostedHighHand.objects.get()
    later = PostedHighHand.objects.get()
    later.pk = None
    later.seq += 1000
    later.at += timedelta(minutes=1)
    later.save()
    assert leading_hand(fund_room.room.pk, key, first.period_ends) == first


def test_board_shows_the_leading_hand(fund_room: FundRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    key = claim_key(high_hand_room(fund_room))
    show_down(fund_room, "Ks9d9c2h7s", {2: "KhKc", 3: "AsAd"})
    monkeypatch.setattr(timezone, "now", lambda: fund_room.table.now)
    url = reverse("funds:board", args=[fund_room.room.pk])
    assert "No qualifying hand yet" in PageContent(Client().get(url)).text
    fund_room.table.execute(p.PostHighHand(key, 2))
    assert "kings full of nines, T1" in PageContent(Client().get(url)).text


def test_each_act_on_a_draft_is_recorded(fund_room: FundRoom) -> None:
    version = fund_room.publish(games=(), tiers=TIERS)
    manager = fund_room.people["manager"]
    draft_save(
        promotion=version.promotion,
        terms=read_terms(version.terms),
        reason="a higher floor",
        withdraws=False,
        seen=0,
        staff=manager,
        now=fund_room.now,
    )
    draft_discard(promotion=version.promotion, staff=manager, now=fund_room.now)
    verbs = AuditEvent.objects.filter(verb__startswith="promotion_").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == [
        "promotion_drafted",
        "promotion_published",
        "promotion_drafted",
        "promotion_discarded",
    ]


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("terms_no_tier", {"tiers": ()}),
        ("terms_split", {"split": (50, 25, 20)}),
        ("terms_split", {"tiers": (replace(TIERS[0], percent=0),)}),
    ],
)
def test_terms_that_cannot_be_paid_are_not_published(
    fund_room: FundRoom, code: str, changes: dict[str, Any]
) -> None:
    with pytest.raises(Refusal, match=code):
        fund_room.publish(**changes)
