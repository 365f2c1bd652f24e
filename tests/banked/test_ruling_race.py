"""Two supervisors make the same call final at the same moment: one succeeds, and the round is voided once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.urls import reverse

from banked.models import BoxRound
from rulings.calls.models import Call, Ruling
from tests.support.banked_room import create_banked
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import PIN

pytestmark = pytest.mark.django_db(transaction=True)


def test_concurrent_rulings_void_the_round_once() -> None:
    driver = create_banked()
    driver.open()
    driver.bet()
    driver.deal()
    call = driver.call_floor("ten_found")
    clients = {badge: sign_in_client(badge) for badge in ("201", "301")}
    url = reverse("banked:call-act", args=[call.pk, "accept"])
    barrier = Barrier(2)

    def accept(badge: str) -> int:
        barrier.wait()
        try:
            data = {"badge": badge, "pin": PIN, "seen": "ten_found"}
            return int(clients[badge].post(url, data).status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(accept, clients)) == [302, 409]
    assert Ruling.objects.count() == 1
    assert Call.objects.get().status == "ruled"
    assert BoxRound.objects.filter(is_void=True).count() == 2
    assert driver.state.round is None
