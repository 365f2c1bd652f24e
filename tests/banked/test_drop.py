"""The drop box of a house-banked table: cash of its buy-ins, pulled and counted like every box."""

from datetime import datetime

import pytest
from django.utils import timezone

from banked.rules import commands as c
from drop.boxes import BoxPickup, boxes_on_tables, boxes_pull, logged_drop
from drop.models import DropBox, DropResult, policy_of
from drop.results import count_record
from drop.shifts import periods
from drop.slip import amounts
from tests.support.banked_room import BankedDriver, create_banked
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import PIN

pytestmark = pytest.mark.django_db


@pytest.fixture
def banked(db: None) -> BankedDriver:
    driver = create_banked()
    driver.open()
    return driver


def pull(driver: BankedDriver, number: str, last: int = 0) -> DropBox:
    now = driver.now
    shift = periods(timezone.localtime(now), policy_of(driver.room).shifts)[0].key
    pickup = BoxPickup(driver.table.pk, number, last)
    return boxes_pull(
        room=driver.room, pickups=[pickup], badge="201", pin=PIN, shift=shift, now=now
    )[0]


def count(box: DropBox, pieces: dict[int, int], now: datetime) -> None:
    numbers = [(value, pieces.get(value, 0)) for value in box.chips]
    total = sum(value * number for value, number in numbers)
    for badge in ("201", "301"):
        count_record(box=box, badge=badge, pin=PIN, round_=1, numbers=numbers, total=total, now=now)


def test_box_is_listed_without_an_amount(banked: BankedDriver) -> None:
    (row,) = boxes_on_tables(banked.room, banked.now)
    assert (row.table, row.has_drop) == (banked.table, False)
    banked.send(c.BuyIn(1, 10_000))
    (row,) = boxes_on_tables(banked.room, banked.now)
    assert row.has_drop


def test_logged_drop_is_the_buy_ins_between_two_boxes(banked: BankedDriver) -> None:
    banked.send_all(c.BuyIn(1, 10_000), c.BuyIn(3, 20_000))
    first = pull(banked, "B1")
    assert first.game == "Spanish 21, $15 to $500"
    assert 10_000 in first.chips
    banked.send_all(c.BuyIn(1, 2_000), c.BuyIn(1, 3_000), c.Undo())
    second = pull(banked, "B2", first.pk)
    assert logged_drop(first).buy_ins == 30_000
    assert logged_drop(second).total == 2_000
    assert not boxes_on_tables(banked.room, banked.now)[0].has_drop


def test_two_equal_counts_close_the_box(banked: BankedDriver) -> None:
    banked.send(c.BuyIn(1, 30_000))
    box = pull(banked, "B1")
    count(box, {10_000: 3}, banked.now)
    result = DropResult.objects.get()
    assert (result.total, result.buy_ins, result.logged, result.difference) == (
        30_000,
        30_000,
        30_000,
        0,
    )
    assert amounts(result) == [("Buy-ins", "$300")]
    client = sign_in_client("201")
    assert "Buy-ins $300" in client.get(f"/floor/drop/{box.pk}/").content.decode()
    assert "S1" in client.get("/floor/drop/").content.decode()


def test_box_is_pulled_on_the_page(banked: BankedDriver) -> None:
    client = sign_in_client("201")
    page = client.get("/floor/drop/").content.decode()
    assert f'name="box-{banked.table.pk}"' in page
    now = timezone.localtime(timezone.now())
    data = {
        f"box-{banked.table.pk}": "B7",
        f"last-{banked.table.pk}": "0",
        "shift": periods(now, policy_of(banked.room).shifts)[0].key,
        "badge": "201",
        "pin": PIN,
    }
    done = client.post(f"/floor/drop/take/{banked.room.pk}", data, follow=True)
    assert "Pulled: B7 from S1." in done.content.decode()
