"""Two supervisors make the same call final at the same moment: one wins, the other is told."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from poker import commands as c
from rulings.calls.models import Call, Ruling
from tests.floor_ui.conftest import Desk, signed_in
from tests.rulings.calls.conftest import Floor
from tests.tables.room import small_room, staff

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_wins_and_the_other_is_told() -> None:
    room = small_room()
    room.sit(1, 2, 3, 4)
    room.open()
    room.do(c.SetButton(seat=1))
    people = [
        staff(role, alias=alias, badge=badge)
        for role, alias, badge in (
            ("dealer", "Wren", "101"),
            ("supervisor", "Oak", "201"),
            ("manager", "Hornbeam", "301"),
        )
    ]
    floor = Floor(room, *people)
    desk = Desk(floor, floor.early_turn(), {})
    ready = Barrier(2)
    clients = {badge: signed_in(badge) for badge in ("201", "301")}
    data = {badge: desk.by(badge) for badge in clients}

    def accept(badge: str) -> tuple[int, str]:
        ready.wait()
        try:
            answer = clients[badge].post(desk.at("accept"), data[badge])
            return answer.status_code, answer.content.decode()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(accept, clients), key=lambda answer: answer[0])
    assert [status for status, _ in answers] == [302, 409]
    assert "call closed" in answers[1][1]
    assert Ruling.objects.count() == 1
    assert Call.objects.get().status == "ruled"
