"""Two managers at one form: the second is shown the current values and keeps the entered data."""

from typing import Any

import pytest

from banked.rules.irregularities import catalogue
from lineup.actions import load_lineup
from ops.models import Retention
from rulings.incidents.models import Ladder
from staff.models import AuditEvent, Room
from tables.models import Plaque
from tests.support.manage_fixtures import ROOM, SHIFTS, ManagerClient
from tests.support.plaque_forms import TYPED
from tests.support.policy_forms import ABSENCES, DEALERS, LISTS, SIGN_INS
from tests.support.rake_forms import STEPS
from tests.support.room import TableDriver
from waitlist.actions import load_waitlists

TOLD = "Someone else saved this page after you opened it"
# The proposed remedies of house-banked games.
REMEDIES = {key: row.remedies[0].key for key, row in catalogue().items()}
LONG = "{alias}: {table}, {minutes} minutes"

# Page, what the first saves, what the second enters, what stays on the page, and the current values.
FORMS: list[tuple[str, dict[str, Any], dict[str, Any], str, str]] = [
    (
        "measures",
        ROOM | {"lock_minutes": "20"},
        ROOM | {"lock_minutes": "30"},
        'value="30"',
        "Now: <b>20</b>",
    ),
    (
        "shifts",
        SHIFTS | {"threshold": "30"},
        SHIFTS | {"threshold": "40"},
        'value="40"',
        "Now: <b>day 06:00",
    ),
    (
        "currency",
        {"currency": "EUR"},
        {"currency": "GBP"},
        'value="GBP" selected',
        "Now: <b>EUR, euro",
    ),
    (
        "time-zone",
        {"time_zone": "America/New_York"},
        {"time_zone": "Asia/Tokyo"},
        'value="Asia/Tokyo" selected',
        "Now: <b>America/New_York",
    ),
    (
        "messages",
        {"called_text": LONG, "mail_subject": "One"},
        {"called_text": LONG + "!", "mail_subject": ""},
        LONG + "!",
        f"Now: <b>{LONG}</b>",
    ),
    (
        "board",
        {"page_seconds": "10", "promotion_seconds": "0", "text__0": "Omaha at 8"},
        {"page_seconds": "15", "promotion_seconds": "0", "text__0": ""},
        'value="15"',
        "Now: <b>Omaha at 8",
    ),
    ("ladder", STEPS, STEPS | {"hours__1": "72"}, 'value="72"', "suspension for 2 days, bar"),
    (
        "lists",
        LISTS | {"call_minutes": "7"},
        LISTS | {"call_minutes": "9"},
        'value="9"',
        "Now: <b>7</b>",
    ),
    (
        "sections",
        DEALERS | {"section_tables": "6"},
        DEALERS | {"section_tables": "5"},
        'value="5"',
        "Now: <b>6</b>",
    ),
    (
        "table",
        {"name": "Main", "seats": "9"},
        {"name": "Feeder", "seats": "9"},
        'value="Feeder"',
        "Now: <b>Main</b>",
    ),
    (
        "banked-decisions",
        REMEDIES | {"hole_exposed": "void"},
        REMEDIES | {"hole_exposed": "decide"},
        'value="decide" id="id_hole_exposed_2" required checked',
        "Now: <b>Void the round.",
    ),
    (
        "absences",
        ABSENCES | {"minutes": "30"},
        ABSENCES | {"minutes": "40"},
        'value="40"',
        "Now: <b>30</b>",
    ),
    ("retention", {"years": "7"}, {"years": "9"}, 'value="9"', "Now: <b>7</b>"),
    (
        "mails",
        {"addresses": "oak@room.example"},
        {"addresses": "elm@room.example"},
        "elm@room.example",
        "Now: <b>oak@room.example</b>",
    ),
    (
        "sign-ins",
        SIGN_INS | {"idle__1": "60"},
        SIGN_INS | {"idle__1": "50"},
        'value="50"',
        "Now: <b>60</b>",
    ),
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form[0])
def test_stale_form_of_a_second_manager_keeps_the_input(
    hornbeam: ManagerClient,
    linden: ManagerClient,
    game: TableDriver,
    form: tuple[str, Any, Any, str, str],
) -> None:
    name, first, second, form_fields, now = form
    of = (game.table.pk,) if name == "table" else ()
    seen = linden.get(name, *of).seen
    assert hornbeam.save(name, *of, **first).status == 302
    acts = AuditEvent.objects.count()
    stale_page = linden.post(name, *of, seen=seen, **second)
    assert stale_page.status == 409
    for text in (TOLD, form_fields, now):
        assert text in stale_page.text, text
    assert AuditEvent.objects.count() == acts, "nothing of it was saved"
    assert stale_page.text.count("Now: <b>") <= 2, "only what differs is told"
    second_result = linden.post(name, *of, seen=stale_page.seen, **second)
    if second_result.confirmation:
        second_result = linden.post(
            name, *of, seen=stale_page.seen, sure=second_result.confirmation, **second
        )
    assert second_result.status == 302, "seen what stands, it is saved"


def test_confirmed_second_save_takes_effect(
    hornbeam: ManagerClient, linden: ManagerClient, game: TableDriver
) -> None:
    room = game.table.room_id
    for manage, minutes in ((hornbeam, "7"), (linden, "9")):
        assert manage.save("lists", **(LISTS | {"call_minutes": minutes})).status == 302
        assert manage.save("sections", **(DEALERS | {"down_minutes": f"{minutes}0"})).status == 302
        assert manage.save("retention", years=minutes).status == 302
    assert load_waitlists(room).policy.call_minutes == 9
    assert load_lineup(room).policy.down_minutes == 90
    assert Retention.objects.get().years == 9
    assert (Ladder.objects.count(), Room.objects.count()) == (0, 1)


def test_plaque_and_charge_forms_detect_each_others_changes(
    hornbeam: ManagerClient, linden: ManagerClient, game: TableDriver
) -> None:
    pk = Plaque.objects.get().pk
    table = str(game.table.pk)
    fields = TYPED | {"no_flop_no_drop": "on", "put_up": table}
    charge = {
        "plaques": [pk],
        "put_up": [table],
        "charge": "percent",
        "basis_points": "5",
        "cap": "2",
        "time_minutes": "30",
        "no_flop_no_drop": "on",
    }
    plaque = linden.get("plaque", pk).seen
    rakes = linden.get("rakes").seen
    assert hornbeam.save("plaque", pk, **(fields | {"cap": "4"})).status == 302
    stale_page = linden.post("plaque", pk, **(fields | {"cap": "3", "seen": plaque}))
    assert stale_page.status == 409
    for text in (TOLD, 'name="cap" value="3"', "Now: <b>4</b>"):
        assert text in stale_page.text, text
    stale_page = linden.post("rakes", seen=rakes, **charge)
    assert stale_page.status == 409
    for text in (TOLD, 'name="cap" value="2"', "Now: <b>4</b>"):
        assert text in stale_page.text, text
    assert Plaque.objects.count() == 2
