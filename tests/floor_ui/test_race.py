"""Two supervisors make the same call final at the same moment: one succeeds, the other is refused."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from poker import commands as c
from rulings.calls.models import Call, Ruling
from tests.support.call_fixtures import Floor
from tests.support.floor_fixtures import CallDesk, sign_in_client
from tests.support.room import create_room, create_staff

pytestmark = pytest.mark.django_db(transaction=True)


def test_concurrent_rulings_succeed_once() -> None:
    room = create_room()
    room.seat_players(1, 2, 3, 4)
    room.open()
    room.execute(c.SetButton(seat=1))
    people = [
        create_staff(role, alias=alias, badge=badge)
        for role, alias, badge in (
            ("dealer", "Wren", "101"),
            ("supervisor", "Oak", "201"),
            ("manager", "Hornbeam", "301"),
        )
    ]
    floor = Floor(room, *people)
    desk = CallDesk(floor, floor.call_early_turn(), {})
    barrier = Barrier(2)
    clients = {badge: sign_in_client(badge) for badge in ("201", "301")}
    data = {badge: desk.ruling_data(badge) for badge in clients}

    def accept_call(badge: str) -> tuple[int, str]:
        barrier.wait()
        try:
            response = clients[badge].post(desk.call_url("accept"), data[badge])
            return response.status_code, response.content.decode()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        results = sorted(
            pool.map(accept_call, clients), key=lambda responses_item: responses_item[0]
        )
    assert [status for status, _ in results] == [302, 409]
    assert "call closed" in results[1][1]
    assert Ruling.objects.count() == 1
    assert Call.objects.get().status == "ruled"
