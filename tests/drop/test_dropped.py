"""Drop totals from the logs: by table, between two times, with undone awards."""

from datetime import timedelta

from django.db import connection

from drop.totals import EVENT_NAMES, dropped, entries_named
from poker import commands as c
from poker import events as e
from poker.drop_totals import DROPS, DropTotals
from tests.support.drop_fixtures import House
from tests.support.room import create_plaque


def drop_totals(house: House, since: object = None) -> DropTotals:
    table = house.table.pk
    return dropped(since={table: since}, until=house.now)[table]  # type: ignore[dict-item]


def test_drops_add_up_between_two_moments(house: House) -> None:
    begin = house.now
    house.play_hand()
    middle = house.now
    house.play_hand()
    house.play_hand()
    assert drop_totals(house) == drop_totals(house, begin) == DropTotals(rake=300)
    assert drop_totals(house, middle) == DropTotals(rake=200)
    table = house.table.pk
    assert dropped(since={table: begin}, until=middle)[table] == DropTotals(rake=100)


def test_undone_drop_counts_at_the_undo(house: House) -> None:
    house.play_hand()
    middle = house.now
    house.game.execute(c.Undo())
    assert drop_totals(house) == DropTotals()
    assert drop_totals(house, middle) == DropTotals(rake=-100)
    house.game.execute(c.AwardPot(seats=(2,)))
    assert drop_totals(house, middle) == DropTotals()
    assert drop_totals(house) == DropTotals(rake=100)


def test_undo_of_another_command_changes_no_drop(house: House) -> None:
    house.play_hand()
    house.game.execute(c.SitOut(seat=3))
    house.game.execute(c.Undo())
    assert drop_totals(house) == DropTotals(rake=100)


def test_jackpot_and_time_are_separate(house: House) -> None:
    fields = {"charge": "time", "time_charge": 600, "time_minutes": 30, "name": "Time"}
    house.table.__class__.objects.filter(pk=house.table.pk).update(plaque=create_plaque(**fields))
    house.game.execute(c.ChangePlaque(stakes=house.table.plaque.to_stakes()))  # type: ignore[union-attr]
    house.game.now += timedelta(hours=1)
    house.game.execute(c.CollectTime())
    assert drop_totals(house) == DropTotals(time=2400)


def test_index_covers_every_drop_event() -> None:
    names = {
        event.__struct_config__.tag  # type: ignore[attr-defined]
        for event in (*DROPS, e.Undone)
    }
    assert names == set(EVENT_NAMES)


def test_a_shift_is_read_from_its_index(house: House) -> None:
    if connection.vendor == "sqlite":  # PostgreSQL reads few rows with any index
        for name in EVENT_NAMES:
            rows = entries_named(name, house.now, house.now, [house.table.pk])
            assert "entry_drops" in rows.explain()
