"""A simulated day of a tournament ends with clean logs, and its figures add up."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.support.law_examples import example_count


@pytest.mark.django_db
def test_simulated_day_adds_up() -> None:
    out = StringIO()
    call_command("simulate_tournament", entries=example_count(600), seed="3", stdout=out)
    line, *logs = out.getvalue().splitlines()
    figures = json.loads(line)
    assert figures["paid"] == figures["pool"] > 0
    assert figures["chips_counted"] == figures["chips_sold"]
    assert figures["largest_imbalance"] <= 1
    assert figures["places"] > 1
    assert figures["tables_broken"] > 0
    assert figures["color_ups"] > 0
    assert all("chain and view agree" in log for log in logs)


@pytest.mark.django_db
def test_simulation_needs_a_new_room_and_a_sensible_number() -> None:
    with pytest.raises(CommandError, match="2 to 2,000"):
        call_command("simulate_tournament", entries=1)
