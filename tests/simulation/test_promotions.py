"""A night with a bad beat, high hands and a splash pot: from the claim to the paid shares, and the books agree."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import call_command

from promotions.funds import load_fund
from promotions.models import Fund, Hit, PostedHighHand, Share
from staff.models import Room
from tools.simulation import room_setup
from tools.simulation.checks import problems
from tools.simulation.clock import Clock
from tools.simulation.night import Night
from tools.simulation.room_setup import room_create
from tools.simulation.runner import NightRunner

BEGINS = datetime(2026, 11, 21, 18, 25, tzinfo=UTC)


# Every table drops for the jackpot.
GAMES = (("Limit hold'em 4/8", 9, 100, True),)


@pytest.fixture(autouse=True)
def limit_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_setup, "MIX", GAMES)


def play_night(*, minutes: float, cards: bool = True) -> Night:
    room = Room.objects.create(name="Promotion night")
    house = room_create(room=room, tables=2, now=BEGINS)
    night = Night(house=house, clock=Clock(BEGINS), seed="jackpot", seconds=minutes * 60)
    NightRunner(night, trouble=0.02, cards=cards).go_by()
    return night


@pytest.mark.django_db(transaction=True)
@pytest.mark.release_on_sqlite
def test_bad_beat_and_high_hand_are_claimed_verified_and_paid() -> None:
    night = play_night(minutes=55)
    jackpot, high_hands = Fund.objects.filter(room=night.house.room).order_by("number")
    assert night.book.sums["bad beats"] == 1
    [beat] = Hit.objects.filter(fund=jackpot)
    assert beat.status == "hit"
    statuses = set(Share.objects.filter(fund=jackpot).values_list("status", flat=True))
    assert "paid" in statuses
    assert statuses <= {"paid", "held"}, "a self-excluded player's share is held"
    assert PostedHighHand.objects.exists()
    assert [hit.status for hit in Hit.objects.filter(fund=high_hands)] == ["hit"]
    assert [share.status for share in Share.objects.filter(fund=high_hands)] == ["paid"]
    _, state = load_fund(jackpot.pk)
    assert state.logged > 0
    assert state.deposited > 0
    assert state.primary > 0, "posted after the hit"
    _, prizes = load_fund(high_hands.pk)
    [splash] = prizes.splashes
    assert splash.status == "paid"
    committed = prizes.seed(splash.day)
    assert committed is not None
    assert committed.seed, "the draw is computed again"
    assert list(problems(night.house.room)) == []
    call_command("verify_fund", "--all", stdout=StringIO(), stderr=StringIO())
    call_command("verify_journal", stdout=StringIO())


@pytest.mark.django_db
def test_night_without_cards_has_no_promotion() -> None:
    night = play_night(minutes=5, cards=False)
    assert not Fund.objects.filter(room=night.house.room).exists()
