"""Told waits beside what they became, and a night without cards from which they are read."""

from datetime import UTC, datetime

import pytest

from simulation.checks import problems
from simulation.clock import Clock
from simulation.evening import Evening
from simulation.house import house_make
from simulation.night import Night
from simulation.waits import Became, became, figures
from tables.models import ListChange, Room

BEGINS = datetime(2026, 11, 21, 18, tzinfo=UTC)


def test_the_figures_of_a_night() -> None:
    over = [
        Became(told=0, give=0, waited=2, seated=True),
        Became(told=20, give=8, waited=27, seated=True),
        Became(told=20, give=8, waited=5, seated=True),
        Became(told=10, give=3, waited=90, seated=False),
        Became(told=40, give=-1, waited=39, seated=True),
        Became(told=40, give=-1, waited=5, seated=False),
    ]
    assert list(figures(over)) == [
        "waits told and seated: 3, off by 8.0 min on average",
        "  of these not “now”: 2, off by 11.0 min, 1 within their error",
        "told as “more than”: 2, seated sooner: 1",
    ]
    assert list(figures([])) == []


@pytest.mark.django_db
def test_a_night_without_cards_has_lists_and_chairs() -> None:
    room = Room.objects.create(name="Night without cards")
    house = house_make(room=room, tables=2, now=BEGINS)
    night = Night(house=house, clock=Clock(BEGINS), seed="c", seconds=45 * 60)
    Evening(night, cards=False).go_by()
    assert night.book.sums["hands"] == 0
    assert night.book.sums["tables opened"] == 2
    assert list(problems(room)) == []
    over = became(room)
    seated = ListChange.objects.filter(lists__room=room, event="name.seated").exclude(told=None)
    told = sorted(one.told for one in over if one.seated and one.give >= 0)
    assert told == sorted(row.told or 0 for row in seated)
    assert told
