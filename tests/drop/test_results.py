"""Drop boxes, counts and results as services: refusals, closing a box, append-only counts."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import DatabaseError, connection, transaction

from drop import results
from drop.boxes import BoxPickup, boxes_on_tables, boxes_pull
from drop.models import DropBox, DropCount, DropPolicy, DropResult
from poker.refusal import Refusal
from tests.support.drop_fixtures import SHIFTS, House
from tests.support.room import PIN


def code(act: Any, *args: Any, **options: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        act(*args, **options)
    return refusal.value.code


def test_a_box_is_counted_by_two_and_closes_by_itself(house: House) -> None:
    house.play_hand()
    box = house.pull_box()
    assert house.count_box(box, "401", 1).first is not None
    assert not DropResult.objects.exists()
    house.count_box(box, "201", 1)
    result = DropResult.objects.get()
    assert (result.total, result.logged, result.difference, result.round) == (100, 100, 0, 1)
    assert [count.by.alias for count in results.agreed_counts(box, 1)] == ["Cobalt", "Oak"]


def test_dealer_or_repeated_agent_is_refused(house: House) -> None:
    box = house.pull_box()
    assert code(house.count_box, box, "101", 0) == "not_allowed"
    house.count_box(box, "201", 3)
    assert code(house.count_box, box, "201", 3) == "same_agent"
    assert code(house.count_box, box, "101", 3) == "not_allowed"
    assert DropCount.objects.count() == 1


def test_one_of_two_agents_must_be_a_supervisor(house: House) -> None:
    dealers = Group.objects.get(name="dealer")
    dealers.permissions.add(Permission.objects.get(codename="count_box"))
    box = house.pull_box()
    house.count_box(box, "401", 3)
    assert code(house.count_box, box, "101", 3) == "no_supervisor"
    assert code(house.count_box, box, "402", 3) == "no_supervisor"
    house.count_box(box, "301", 3)
    assert DropCount.objects.count() == 2


def test_unequal_counts_begin_a_second_round_of_the_same_two(house: House) -> None:
    box = house.pull_box()
    house.count_box(box, "401", 3)
    assert house.count_box(box, "201", 4).round == 2
    assert code(house.count_box, box, "401", 3) == "count_moved"  # an outdated page
    assert code(house.count_box, box, "202", 3, count_round=2) == "other_agent"
    house.count_box(box, "401", 4, count_round=2)
    house.count_box(box, "301", 4, count_round=2)  # a manager replaces the supervisor who has left
    assert DropResult.objects.get().round == 2


@pytest.mark.parametrize(("ones_count", "closes"), [(25, True), (26, False)])
def test_box_above_the_threshold_is_open_until_explained(
    house: House, ones_count: int, closes: bool
) -> None:
    box = house.pull_box()
    house.count_box(box, "401", ones_count)
    house.count_box(box, "201", ones_count)
    assert DropResult.objects.exists() == closes
    if closes:
        return
    assert code(house.count_box, box, "202", ones_count) == "count_closed"
    explain: dict[str, Any] = {"box": box, "pin": PIN, "now": house.now}
    assert code(results.difference_explain, badge="201", reason=" ", **explain) == "no_words"
    assert code(results.difference_explain, badge="401", reason="x", **explain) == "not_allowed"
    results.difference_explain(badge="201", reason="A pot of hand 7 was not counted.", **explain)
    result = DropResult.objects.get()
    assert (result.difference, result.large) == (2600, True)
    assert code(results.difference_explain, badge="201", reason="x", **explain) == "count_closed"


def test_variance_threshold_is_a_room_setting(house: House) -> None:
    DropPolicy.objects.create(room=house.table.room, threshold=0)
    box = house.pull_box()
    house.count_box(box, "401", 1)
    house.count_box(box, "201", 1)
    assert not DropResult.objects.exists()
    assert (
        code(
            results.difference_explain,
            box=house.pull_box("B8"),
            badge="201",
            pin=PIN,
            reason="x",
            now=house.now,
        )
        == "not_agreed"
    )


def test_chips_that_differ_from_the_total_are_refused(house: House) -> None:
    box = house.pull_box()
    data: dict[str, Any] = {"box": box, "badge": "401", "pin": PIN, "round_": 1, "now": house.now}
    wrong_counts = [(2500, 0), (500, 1), (100, 1)]
    assert code(results.count_record, numbers=wrong_counts, total=700, **data) == "total_differs"
    assert code(results.count_record, numbers=wrong_counts[1:], total=600, **data) == "bad_pieces"


def test_boxes_follow_each_other_and_add_up(house: House) -> None:
    house.play_hand()
    assert [box.has_drop for box in boxes_on_tables(house.table.room, house.now)] == [True]
    first = house.pull_box("A1")
    house.play_hand()
    house.play_hand()
    second = house.pull_box("A2")
    assert second.previous == first
    for box, ones_count in ((first, 1), (second, 2)):
        house.count_box(box, "401", ones_count)
        house.count_box(box, "201", ones_count)
    assert [result.logged for result in DropResult.objects.order_by("id")] == [100, 200]
    assert [box.has_drop for box in boxes_on_tables(house.table.room, house.now)] == [False]


def test_invalid_pickups_are_refused(house: House) -> None:
    room = house.table.room
    table = house.table.pk
    box = house.pull_box("A1")
    valid_args = {"room": room, "badge": "201", "pin": PIN, "shift": f"{box.day} {box.shift}"}
    for pickups, expected in (
        ([], "no_box_named"),
        ([BoxPickup(table, " ", box.pk)], "no_box_named"),
        ([BoxPickup(table, "A 1", box.pk)], "bad_box_number"),
        ([BoxPickup(table, "A2", box.pk), BoxPickup(table + 1, "a2", 0)], "number_twice"),
        ([BoxPickup(table, "a1", box.pk)], "box_out"),
        ([BoxPickup(table, "A2", 0)], "box_taken"),  # an outdated page without the last box
        ([BoxPickup(table + 99, "A2", 0)], "unknown_table"),
    ):
        assert code(boxes_pull, pickups=pickups, now=house.now, **valid_args) == expected
    valid_pickups = [BoxPickup(table, "A2", box.pk)]
    assert (
        code(boxes_pull, pickups=valid_pickups, now=house.now, **valid_args | {"shift": "x"})
        == "bad_shift"
    )
    assert (
        code(boxes_pull, pickups=valid_pickups, now=house.now, **valid_args | {"badge": "101"})
        == "not_allowed"
    )
    assert DropBox.objects.count() == 1
    assert SHIFTS


def test_a_correction_is_a_new_record_by_a_manager_and_names_the_old_one(house: House) -> None:
    box = house.pull_box()
    house.count_box(box, "401", 1)
    house.count_box(box, "201", 1)
    old = DropResult.objects.get()
    numbers = [(2500, 0), (500, 0), (100, 2)]
    data: dict[str, Any] = {"result": old, "pin": PIN, "numbers": numbers, "total": 200}
    data |= {"reason": "A chip lay in the slot.", "now": house.now}
    assert code(results.result_correct, badge="201", **data) == "not_allowed"
    assert code(results.result_correct, badge="301", **data | {"reason": ""}) == "no_words"
    new = results.result_correct(badge="301", **data)
    assert (new.about, new.total, new.difference) == (old, 200, 200)
    assert code(results.result_correct, badge="301", **data) == "corrected_already"
    old.refresh_from_db()
    assert old.total == 100


@pytest.mark.parametrize("model", [DropBox, DropCount, DropResult])
def test_the_database_refuses_to_change_or_delete(house: House, model: Any) -> None:
    box = house.pull_box()
    house.count_box(box, "401", 1)
    house.count_box(box, "201", 1)
    table = model._meta.db_table
    column = {"tables_dropbox": "shift", "tables_dropcount": "total", "tables_dropresult": "total"}[
        table
    ]
    for statement in (f"UPDATE {table} SET {column} = '1'", f"DELETE FROM {table}"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
