"""Simulated weeks of a small crew end with clean logs and figures that add up."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from roster.models import RosterShift, ShiftRecord
from staff.models import Room

pytestmark = pytest.mark.django_db(transaction=True)


def test_weeks_of_a_small_crew() -> None:
    output = StringIO()
    call_command(
        "roster", simulate=True, dealers=9, weeks=2, seed=3, seconds=2, room="R", stdout=output
    )
    line, *verified = output.getvalue().splitlines()
    figures = json.loads(line)
    assert 0 < figures["covered"] <= figures["needed"]
    assert figures["broken_rules"] == 0
    assert 0 <= figures["wishes_met"] <= figures["wishes"]
    assert figures["shifts"] == RosterShift.objects.count()
    assert ShiftRecord.objects.filter(clocked_out__isnull=False).count() > figures["shifts"] / 2
    assert figures["tokes_in"] == figures["tokes_out"]
    assert any("roster." in entry and "agree" in entry for entry in verified)


def test_room_is_a_new_one() -> None:
    Room.objects.create(name="R")
    with pytest.raises(CommandError, match="There is a room R"):
        call_command("roster", simulate=True, room="R")
