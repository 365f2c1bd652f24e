"""A room: measures and shifts, what is no measure and no shift."""

from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from dealer_ui.room_settings import room_settings
from dealer_ui.screen.room_settings import RoomSettings
from drop.models import policy_of
from drop.shifts import periods
from poker.commands import Deal
from staff.models import AuditEvent, Room
from tables import table_screens
from tables.models import Table
from tests.support.manage_fixtures import ROOM, SHIFTS, ManagerClient
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver, create_staff

WRONG = ["9" * 300, "-1", "1e999", "NaN", "x" * 300, "😀", "0.001", "∞"]


def test_room_settings_are_saved_and_recorded_with_old_values(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    page = hornbeam.save("measures", **(ROOM | {"lock_minutes": "20", "incidentals_cap": "$40"}))
    assert page.status == 302
    room = Room.objects.get()
    assert (room.lock_minutes, room.incidentals_cap) == (20, 4000)
    act = AuditEvent.objects.get(verb="setting_changed")
    assert (act.who, act.room) == (hornbeam.staff.key, room.pk)
    assert act.before == {
        "Maximum off the table for incidentals": "0",
        "Seat lock-up, minutes": "15",
    }
    assert "15 → 20" in PageContent(hornbeam.get("measures").text).status(), "it is said after it"
    assert (
        "No changes to save"
        in PageContent(
            hornbeam.save(
                "measures", **(ROOM | {"lock_minutes": "20", "incidentals_cap": "40"})
            ).text
        ).alert()
    )


def test_seconds_of_a_silent_seat_reach_the_tablets_of_the_room(
    hornbeam: ManagerClient, game: TableDriver, django_capture_on_commit_callbacks: Any
) -> None:
    with (
        patch.object(table_screens, "send_refresh") as refresh,
        django_capture_on_commit_callbacks(execute=True),
    ):
        page = hornbeam.save("measures", **(ROOM | {"silent_seat_seconds": "0"}))
    assert page.status == 302
    assert Room.objects.get().silent_seat_seconds == 0
    refresh.assert_called_once_with(table_id=game.table.pk)
    seen = hornbeam.get("measures").seen
    too_short = hornbeam.post("measures", seen=seen, **(ROOM | {"turn_clock_seconds": "4"}))
    assert too_short.status == 422


def tablet_settings(game: TableDriver) -> RoomSettings:
    return room_settings(Table.objects.select_related("room").get(pk=game.table.pk))


def test_chip_colors_are_saved_as_typed_and_reach_the_tablet(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    page = hornbeam.save("measures", **(ROOM | {"chip_colors": "25: Green, 0.50: blue, 5:red"}))
    assert page.status == 302
    room = Room.objects.get()
    assert room.chip_colors == "50=blue 500=red 2500=green"
    assert tablet_settings(game).chip_colors == ((50, "blue"), (500, "red"), (2500, "green"))
    shown = PageContent(hornbeam.get("measures").text).fields()
    assert "0.5: blue, 5: red, 25: green" in [field.value for field in shown]
    assert hornbeam.save("measures", **(ROOM | {"chip_colors": ""})).status == 302
    assert tablet_settings(game).chip_colors == ()


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("5 red", "Write each chip as value: color"),
        ("5: crimson", "crimson"),
        ("5: red, 5: blue", "A value is listed twice"),
        ("0: red", "worth more than 0"),
        ("1=white", "Write each chip as value: color"),
        (", ".join(f"{value}: red" for value in range(1, 14)), "maximum is 12"),
    ],
)
def test_chip_colors_that_cannot_be_read_are_refused_and_kept(
    hornbeam: ManagerClient, game: TableDriver, typed: str, problem: str
) -> None:
    seen = hornbeam.get("measures").seen
    response = hornbeam.post("measures", seen=seen, **(ROOM | {"chip_colors": typed}))
    assert response.status == 422
    invalid = [field for field in PageContent(response.text).fields() if field.is_invalid]
    assert problem in invalid[0].description
    if "=" not in typed:
        assert [field.value for field in invalid] == [typed]


def test_room_name_that_screens_cannot_show_is_refused(
    hornbeam: ManagerClient, game: TableDriver
) -> None:
    form = ROOM | {"name": "Annex \N{RIGHT-TO-LEFT OVERRIDE}moor"}
    response = hornbeam.post("measures", seen=hornbeam.get("measures").seen, **form)
    assert response.status == 422
    assert "That name has characters screens can" in response.errors
    assert Room.objects.get().name == "Small room"


@pytest.mark.parametrize(
    "field", ["minimum_age", "incidentals_cap", "lock_minutes", "slow_percent"]
)
def test_invalid_threshold_is_refused_and_kept(
    hornbeam: ManagerClient, game: TableDriver, field: str
) -> None:
    seen = hornbeam.get("measures").seen
    for text in WRONG:
        response = hornbeam.post("measures", seen=seen, **(ROOM | {field: text}))
        assert (text, response.status) == (text, 422)
        invalid_fields = [
            field for field in PageContent(response.text).fields() if field.is_invalid
        ]
        assert [field.value for field in invalid_fields] == [text]
        assert invalid_fields[0].description
    assert hornbeam.post("measures", seen=seen, **(ROOM | {field: "1\0"})).status == 400
    long_page = hornbeam.post("measures", seen=seen, **(ROOM | {"name": "x" * 300}))
    assert long_page.status == 422
    assert Room.objects.get().name == "Small room"


def test_changed_shift_applies_to_the_drop(hornbeam: ManagerClient, game: TableDriver) -> None:
    changed_shifts = SHIFTS | {
        "name__1": "evening",
        "begins__1": "13:30",
        "name__2": "",
        "begins__2": "",
    }
    seen = hornbeam.get("shifts").seen
    first = hornbeam.post("shifts", seen=seen, **changed_shifts)
    assert first.status == 200
    assert "Boxes pulled from now on" in PageContent(first.text).region("Confirm the changes").text
    assert (
        "figures so far stay with their shift"
        in PageContent(first.text).region("Confirm the changes").text
    )
    old = policy_of(game.table.room).shifts
    assert old[1][0] == "swing", "it is asked before it is done"
    new = [["day", "06:00"], ["evening", "13:30"]]
    old_period, will = (
        periods(timezone.localtime(timezone.now()), item, 1)[0].key for item in (old, new)
    )
    assert ("ends at once" in first.text) == (old_period != will)
    assert (
        hornbeam.post("shifts", seen=seen, sure=first.confirmation, **changed_shifts).status == 302
    )
    policy = policy_of(game.table.room)
    assert policy.shifts == [["day", "06:00"], ["evening", "13:30"]]
    supervisor = Client()
    create_staff("supervisor", alias="Rowan", badge="201")
    supervisor.post(reverse("incidents:sign-in"), {"badge": "201", "pin": "2580"})
    drop_page = PageContent(supervisor.get(reverse("drop:index")))
    # Right after a shift began, the boxes that are pulled are those of the one before.
    recent = periods(timezone.localtime(timezone.now()), policy.shifts)[:2]
    assert any(period.name in drop_page.field("Shift").value for period in recent)
    assert any("evening" in shift for shift in drop_page.field("Shift").choices)
    assert "grave" not in drop_page.text


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"begins__1": "25:00"}, "isn't a time"),
        ({"begins__1": ""}, "a name and a start time"),
        ({"name__1": "day"}, "“day” is used twice"),
        ({"begins__1": "06:00"}, "“06:00” is used twice"),
        ({"name__1": "x" * 300}, "20 characters"),
        ({"name__1": "a, b"}, "can't contain a comma"),
        ({"threshold": "-1"}, "can't be negative"),
        ({"threshold": ""}, "Required."),
        (dict.fromkeys([k for k in SHIFTS if k != "threshold"], ""), "at least one shift"),
    ],
)
def test_invalid_shift_is_refused(
    hornbeam: ManagerClient, game: TableDriver, fields: dict[str, str], message: str
) -> None:
    page_result = hornbeam.save("shifts", **(SHIFTS | fields))
    assert page_result.status == 422
    assert message or page_result.field_errors
    assert message in page_result.errors
    assert policy_of(game.table.room).pk is None


def test_currency_changes_until_the_first_hand(hornbeam: ManagerClient, game: TableDriver) -> None:
    page = hornbeam.post("currency", seen=hornbeam.get("currency").seen, currency="EUR")
    assert "$5 becomes 5 €" in page.text.replace("\xa0", " ")
    assert hornbeam.save("currency", currency="EUR").status == 302
    assert "EUR, 1.250,50 €" in hornbeam.get("index").text.replace("\xa0", " ")
    assert "Amounts of all rooms are in EUR" in hornbeam.get("measures").text
    page = hornbeam.save("measures", **(ROOM | {"incidentals_cap": "40,50"}))
    assert (page.status, Room.objects.get().incidentals_cap) == (302, 4050)
    game.execute(Deal())
    refused = hornbeam.save("currency", currency="GBP")
    assert refused.status == 422
    assert "a hand was dealt in EUR" in PageContent(refused.text).alert().replace(
        "A hand", "a hand"
    )
    final = hornbeam.get("currency")
    assert "so it stays" in final.text
    assert '<button class="key amber"' not in final.text


def test_opening_hours_are_saved_in_one_form(hornbeam: ManagerClient, game: TableDriver) -> None:
    page = hornbeam.save("measures", **(ROOM | {"opening_hours": "daily 10 am-4 am"}))
    assert (page.status, Room.objects.get().opening_hours) == (302, "Daily 10:00-04:00")
    text = hornbeam.get("measures").text
    assert 'value="Daily 10:00-04:00"' in text
    assert "Time zone: UTC." in text
    refused = hornbeam.save("measures", **(ROOM | {"opening_hours": "late"}))
    assert refused.status == 422
    assert "isn\u2019t a list of opening hours" in " ".join(refused.field_errors)
