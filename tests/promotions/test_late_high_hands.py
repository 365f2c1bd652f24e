"""A high hand that arrives after its period was claimed, from a tablet that had no network."""

from datetime import timedelta

import pytest

from poker import commands as p
from poker.promotion_terms import HandFloor
from promotions.high_hands import leading_hand
from promotions.models import PostedHighHand, PromotionVersion
from promotions.rules import fund_commands as c
from promotions.rules.terms import Schedule
from promotions.table_sync import sync_room
from tests.support.fund_room import FundRoom, cards

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def fund_room(transactional_db: None) -> FundRoom:
    """A room whose high hand of an hour, hand 1 of T1, is claimed; hand 2 was dealt in the same hour."""
    room = FundRoom(surveillance=False, seal_from=0)
    version = room.publish(
        "high_hand",
        "High hand",
        games=(),
        floor=HandFloor("full_house"),
        both_cards=False,
        pocket_pair=False,
        prize=20_000,
        asks=(),
        schedule=Schedule(every=60),
    )
    room.fill(100_000)
    room.open_table()
    for _ in range(4):
        room.table.execute(p.CloseStreet(4))
    room.table.execute(p.ShowBoard(cards("Ks9d9c2h7s")))
    room.table.execute(p.ShowHand(2, cards("KhKc")))
    room.table.execute(p.PostHighHand(f"{version.promotion.key}.{version.number}", 2))
    room.table.execute(p.AwardPot(seats=(2,)))
    room.play_hand()
    room.table.now += timedelta(hours=1)
    sync_room(room.room, room.now)
    assert statuses(room) == {1: "claimed"}
    return room


def post_late(room: FundRoom, higher: int = 1, promotion: str = "") -> PostedHighHand:
    """Store a hand of the period, higher by so many ranks, as the log of a tablet that is back brings it."""
    first = PostedHighHand.objects.get()
    rank, *rest = first.numbers
    return PostedHighHand.objects.create(
        table=first.table,
        seq=first.seq + 1,
        promotion=promotion or first.promotion,
        hand=2,
        seat=3,
        player=first.player,
        cards=first.cards,
        name="four nines",
        value=",".join(map(str, (rank + higher, *rest))),
        at=first.at,
        period_ends=first.period_ends,
    )


def statuses(room: FundRoom) -> dict[int, str]:
    """Return the status of each claim by its hand."""
    return {hit.facts.hand: hit.status for hit in room.state.hits}


def test_higher_hand_replaces_a_claim_on_which_no_one_acted(fund_room: FundRoom) -> None:
    post_late(fund_room)
    sync_room(fund_room.room, fund_room.now)
    assert statuses(fund_room) == {1: "withdrawn", 2: "claimed"}
    sync_room(fund_room.room, fund_room.now)
    assert fund_room.state.claims == 2, "each hand is claimed once"


def test_higher_hand_stands_beside_a_claim_that_was_verified(fund_room: FundRoom) -> None:
    fund_room.send(c.Verify(1), "supervisor")
    post_late(fund_room)
    sync_room(fund_room.room, fund_room.now)
    assert statuses(fund_room) == {1: "hit", 2: "claimed"}


def test_first_hand_is_claimed_again_if_the_higher_one_is_undone(fund_room: FundRoom) -> None:
    late = post_late(fund_room)
    sync_room(fund_room.room, fund_room.now)
    late.delete()
    sync_room(fund_room.room, fund_room.now)
    assert [(hit.facts.hand, hit.status) for hit in fund_room.state.hits] == [
        (1, "withdrawn"),
        (2, "claimed"),
        (1, "claimed"),
    ]


def test_version_that_begins_in_a_period_pays_no_second_prize(fund_room: FundRoom) -> None:
    version = PromotionVersion.objects.get()
    version.pk = None
    version.number = 2
    version.save()
    second = f"{version.promotion.key}.2"
    late = post_late(fund_room, higher=-1, promotion=second)
    sync_room(fund_room.room, fund_room.now)
    assert statuses(fund_room) == {1: "claimed"}
    leader = leading_hand(fund_room.room.pk, second, late.period_ends)
    assert leader is not None
    assert leader.hand == 1, "tables under the new version must beat it, too"
