"""A box for each kind of fee: pulled and counted apart, each with its own fee of the log."""

import pytest

from drop.boxes import BoxPickup, boxes_on_tables, boxes_pull, logged_drop
from drop.models import DropBox, DropPolicy, DropResult
from drop.shifts import periods
from drop.slip import amounts, facts
from poker.drop_totals import DropTotals
from poker.refusal import Refusal
from promotions.fund_ledger import counted_jackpots
from tests.support.drop_fixtures import SHIFTS, House
from tests.support.fund_room import DROP, FundRoom
from tests.support.room import PIN

RAKE = 100  # of a hand, besides the jackpot drop


@pytest.fixture
def house(db: None) -> House:
    room = FundRoom()
    room.open_table()
    return House(room.table, room.people)


def own_boxes(house: House, *, on: bool = True) -> None:
    DropPolicy.objects.update_or_create(room=house.table.room, defaults={"own_boxes": on})


def pull(house: House, *kinds: str) -> list[DropBox]:
    now = house.now
    last = {
        row.kind: row.last.pk
        for row in boxes_on_tables(house.table.room, now)
        if row.last is not None
    }
    return boxes_pull(
        room=house.table.room,
        pickups=[
            BoxPickup(house.table.pk, f"B-{kind or 'ALL'}", last.get(kind, 0), kind)
            for kind in kinds
        ],
        badge="201",
        pin=PIN,
        shift=periods(now, SHIFTS)[0].key,
        now=now,
    )


def test_each_box_has_its_own_fee(house: House) -> None:
    own_boxes(house)
    house.play_hand()
    rake, jackpot, time = pull(house, "rake", "jackpot", "time")
    assert logged_drop(rake) == DropTotals(rake=RAKE)
    assert logged_drop(jackpot) == DropTotals(jackpot=DROP)
    assert logged_drop(time) == DropTotals()
    house.play_hand()
    house.count_box(jackpot, "401", 1)
    house.count_box(jackpot, "201", 1)
    [second] = pull(house, "jackpot")
    assert second.previous == jackpot
    assert logged_drop(second) == DropTotals(jackpot=DROP)


def test_box_for_the_jackpot_counts_with_its_total(house: House) -> None:
    own_boxes(house)
    house.play_hand()
    _, jackpot = pull(house, "rake", "jackpot")
    house.count_box(jackpot, "401", 3)
    house.count_box(jackpot, "201", 3)
    result = DropResult.objects.get()
    assert (result.logged, result.total, result.difference) == (DROP, 300, 200)
    assert amounts(result) == [("Jackpot drop", "$1")]
    assert ("For", "Jackpot drop") in facts(jackpot)
    [counts] = counted_jackpots(house.table.room, jackpot.day).values()
    assert counts == (300, 1, 200)


def test_change_of_the_setting_counts_no_drop_twice_and_none_not_at_all(house: House) -> None:
    house.play_hand()
    [mixed] = pull(house, "")
    house.play_hand()
    own_boxes(house)
    jackpot, rake = pull(house, "jackpot", "rake")
    house.play_hand()
    own_boxes(house, on=False)
    house.count_box(mixed, "401", 2)
    house.count_box(mixed, "201", 2)
    [last] = pull(house, "")
    boxes = (mixed, jackpot, rake, last)
    totals = [logged_drop(box) for box in boxes]
    assert sum(total.jackpot for total in totals) == 3 * DROP
    assert sum(total.rake for total in totals) == 3 * RAKE
    assert [total.jackpot for total in totals] == [DROP, DROP, 0, DROP]


def test_box_of_another_kind_than_the_room_has_is_refused(house: House) -> None:
    house.play_hand()
    with pytest.raises(Refusal, match="box_kind"):
        boxes_pull(
            room=house.table.room,
            pickups=[BoxPickup(house.table.pk, "B1", 0, "jackpot")],
            badge="201",
            pin=PIN,
            shift=periods(house.now, SHIFTS)[0].key,
            now=house.now,
        )
    assert not DropBox.objects.exists()
