"""Quoted waits and their outcomes, and a night without cards that provides them."""

from datetime import UTC, datetime

import pytest

from staff.models import Room
from tools.simulation.checks import problems
from tools.simulation.clock import Clock
from tools.simulation.night import Night
from tools.simulation.quote_accuracy import QuoteOutcome, accuracy_text, quote_outcomes
from tools.simulation.room_setup import room_create
from tools.simulation.runner import NightRunner
from waitlist.models import WaitlistChange

BEGINS = datetime(2026, 11, 21, 18, tzinfo=UTC)


def test_quote_accuracy_text_has_its_figures() -> None:
    over = [
        QuoteOutcome(quoted=0, error=0, waited=2, seated=True),
        QuoteOutcome(quoted=20, error=8, waited=27, seated=True),
        QuoteOutcome(quoted=20, error=8, waited=5, seated=True),
        QuoteOutcome(quoted=10, error=3, waited=90, seated=False),
        QuoteOutcome(quoted=40, error=-1, waited=39, seated=True),
        QuoteOutcome(quoted=40, error=-1, waited=5, seated=False),
    ]
    assert list(accuracy_text(over)) == [
        "waits quoted and seated: 3, off by 8.0 min on average",
        "  of these not “now”: 2, off by 11.0 min, 1 within the stated error",
        "quoted as “more than”: 2, seated sooner: 1",
    ]
    assert list(accuracy_text([])) == []


@pytest.mark.django_db
def test_night_without_cards_has_waitlists_and_seats() -> None:
    room = Room.objects.create(name="Night without cards")
    house = room_create(room=room, tables=2, now=BEGINS)
    night = Night(house=house, clock=Clock(BEGINS), seed="c", seconds=30 * 60)
    NightRunner(night, cards=False).go_by()
    assert night.book.sums["hands"] == 0
    assert night.book.sums["tables opened"] == 2
    assert list(problems(room)) == []
    over = quote_outcomes(room)
    seated_changes = WaitlistChange.objects.filter(lists__room=room, event="name.seated").exclude(
        quoted_wait=None
    )
    quoted = sorted(
        quote_outcome.quoted
        for quote_outcome in over
        if quote_outcome.seated and quote_outcome.error >= 0
    )
    assert quoted == sorted(row.quoted_wait or 0 for row in seated_changes)
    assert quoted
