"""The tokes of a simulated week: everything counted is given out, week after week."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from roster.models import PayrollLine
from tests.support.toke_room import TokeRoom
from tools.simulation.roster_tokes import simulate_tokes

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_counted_is_given_out(transactional_db: None) -> None:
    room = TokeRoom()
    for day in (0, 1, 2, 7, 8):
        room.works("wren", 1, 9, days=day)
        room.works("heron", 14, 22.5, days=day)
    for week in (0, 7):
        monday = room.day + timedelta(days=week)
        counted, given = simulate_tokes(room.room, monday, 3, room.at(1, week + 7))
        assert counted == given > 0
    assert sum(PayrollLine.objects.values_list("paid", flat=True)) > 0
    call_command("verify_journal")
