"""What promotions cost by hour of play."""

import csv
from datetime import date, timedelta
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from poker import commands as p
from promotions.cost import cost_days, total_of
from promotions.hours_earned import earn_hours
from promotions.hours_log import load_hours
from promotions.models import EarnedHours, Share
from promotions.rules import fund_commands as c
from promotions.rules.earned import RateCard
from tables.plaque_names import names
from tests.support.floor_fixtures import sign_in_client
from tests.support.fund_room import FundRoom
from tests.support.page_roles import PageContent

pytestmark = pytest.mark.django_db


@pytest.fixture
def funds(db: None) -> FundRoom:
    """A room whose player at seat 1 played ten hours, and where a jackpot of $1,000 was paid."""
    room = FundRoom(seal_from=0)
    room.open_table()
    room.table.now += timedelta(hours=10)
    room.table.execute(p.LeaveSeat(1))
    earn_hours(room.room, RateCard(), names(), room.table.now + timedelta(hours=12))
    version = room.publish(players=2)
    room.fill(100_000)
    hit = room.claim(version)
    room.verify(hit)
    for share in Share.objects.all():
        room.send(c.Pay(hit.number, share.seat, "cash"), "desk")
    return room


def days(funds: FundRoom) -> tuple[date, date]:
    today = EarnedHours.objects.latest("day").day
    return today - timedelta(days=2), today + timedelta(days=2)


def test_cost_is_what_was_paid_by_hour_of_play(funds: FundRoom) -> None:
    rows = cost_days(funds.room, *days(funds))
    total = total_of(rows)
    assert total.minutes == sum(EarnedHours.objects.values_list("played", flat=True)) >= 600
    assert total.paid == sum(Share.objects.filter(status="paid").values_list("amount", flat=True))
    assert total.paid > 0
    assert total.hourly == total.paid * 60 // total.minutes
    newest_first = [row.day for row in rows if row.day]
    assert newest_first == sorted(newest_first, reverse=True)


def test_day_without_play_has_no_cost_by_hour(funds: FundRoom) -> None:
    first, last = days(funds)
    EarnedHours.objects.all().delete()
    rows = cost_days(funds.room, first, last)
    assert [row.hourly for row in rows] == [None]
    assert cost_days(funds.room, date(2020, 1, 1), date(2020, 1, 2)) == []


def test_page_and_file_have_the_same_sums(funds: FundRoom) -> None:
    assert load_hours(funds.room.pk).card.version == 0
    manager: Client = sign_in_client("301")
    first, last = days(funds)
    query = {"room": f"{funds.room.pk}", "first": f"{first}", "last": f"{last}"}
    page = PageContent(manager.get(reverse("funds:cost"), query))
    assert page.row("Sum").cells[1:3] == ["10.0 h", "$1,000"]
    text = manager.get(reverse("funds:cost-csv"), query).content.decode()
    *_, sums = csv.DictReader(StringIO(text))
    assert sums["day"] == "total"
    assert sums["paid_from_funds"] == "100000"


@pytest.mark.parametrize("typed", ["", "yesterday", "9999-12-31", "0001-01-01"])
def test_malformed_days_show_the_last_weeks(funds: FundRoom, typed: str) -> None:
    manager = sign_in_client("301")
    assert manager.get(reverse("funds:cost"), {"first": typed, "last": typed}).status_code == 200


def test_desk_does_not_see_it(funds: FundRoom) -> None:
    assert sign_in_client("401").get(reverse("funds:cost")).status_code == 403
