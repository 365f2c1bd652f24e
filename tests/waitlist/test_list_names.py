"""One list for each game and limit, whatever its plaque has the tablet log and the house collect."""

import pytest

from floor_ui.map.open_seats import open_seat_panel
from floor_ui.map.tiles import tiles
from floor_ui.tables.breaking import BreakPage
from tables.game_keys import list_key, list_name, waitlist_key_of
from tables.lifecycle import table_create
from tables.models import Table
from tests.support.desk import ACTOR, KEY, Desk
from tests.support.room import TableDriver, create_plaque
from waitlist.actions import load_waitlists
from waitlist.pages.room_snapshot import current_room_snapshot
from waitlist.seat_priority import SeatPriority

pytestmark = pytest.mark.django_db(transaction=True)
STREETS = "Limit 4/8, by streets"


def create_streets_table(desk: Desk) -> TableDriver:
    """Open T2, whose plaque differs from that of T1 in tracking and rake alone."""
    plaque = create_plaque(name=STREETS, tracking="streets", basis_points=500)
    table = table_create(
        room=desk.room.table.room, name="T2", seats=9, plaque=plaque, actor=ACTOR, now=desk.now
    )
    driver = TableDriver(table, desk.now)
    driver.seat_players(1, 2)
    driver.open()
    return driver


def test_plaques_of_one_game_and_limit_have_one_list(desk: Desk) -> None:
    table = create_streets_table(desk).table
    assert list_name(STREETS) == "Limit 4/8"
    assert waitlist_key_of(Table.objects.get(pk=table.pk)) == KEY
    create_plaque(name="Limit 10/20", small_bet=1000, big_bet=2000, blinds=[500, 1000])
    assert list_key("Limit 10/20") == "limit-10-20"


def test_desk_map_and_break_have_one_name_for_the_list(desk: Desk) -> None:
    create_streets_table(desk)
    desk.add("Hat")
    (game,) = current_room_snapshot(desk.room_id, desk.now).games
    assert (game.key, game.tables, game.waiting) == (KEY, 2, 1)
    lists = load_waitlists(desk.room_id)
    room_tiles = tiles(room_id=desk.room_id, now=desk.now, waitlists=lists)
    assert {tile.waitlist_key for tile in room_tiles} == {KEY}
    panel = open_seat_panel(room_tiles, lists, SeatPriority(desk.room_id, lists))
    assert panel.unclaimed == (), "someone waits for each of the seats"
    page = BreakPage(Table.objects.get(name="T1"), desk.now)
    assert [table.name for table in page.receiving_tables] == ["T2"]
