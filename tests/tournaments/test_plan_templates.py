"""Templates: presets, copies, the editor with its errors, versions, and two managers at once."""

import pytest
from django.test import Client
from django.urls import reverse

from staff.models import AuditEvent
from tests.support.floor_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import create_staff
from tests.tournaments.event_room import EventRoom
from tests.tournaments.plan_pages import changed, manager, page_of, send, sent_form
from tests.tournaments.plans import DAILY
from tournaments.models import TournamentTemplate
from tournaments.presets import PRESETS
from tournaments.rules.plan import Plan
from tournaments.templates_store import create_template, current_templates, plan_of


@pytest.fixture
def hornbeam(event_room: EventRoom) -> Client:
    return manager()


@pytest.fixture
def template(event_room: EventRoom) -> TournamentTemplate:
    by = create_staff("manager", alias="Linden", badge="902")
    return create_template(room=event_room.room, plan=DAILY, by=by, now=event_room.now)


def new_page(client: Client, event_room: EventRoom, preset: str = "daily") -> PageContent:
    return page_of(client, "plan-new", room=event_room.room.pk, preset=preset)


def newest(event_room: EventRoom) -> Plan:
    return plan_of(current_templates(event_room.room)[-1])


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_becomes_a_template_as_it_is(
    event_room: EventRoom, hornbeam: Client, preset: str
) -> None:
    sent = sent_form(new_page(hornbeam, event_room, preset), "plan")
    status, page = send(hornbeam, "plan-new", sent=sent, room=event_room.room.pk, preset=preset)
    assert status == 200
    assert "version 1" in page.status()
    assert newest(event_room) == PRESETS[preset]


def test_list_has_templates_and_presets(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    page = page_of(hornbeam, "plan", room=event_room.room.pk)
    assert "$240: 200 prize pool, 30 house, 10 staff" in page.region("Templates of Riverside").text
    assert len(page.region("New from a preset").all("item")) == len(PRESETS)


def test_room_without_templates_says_so(event_room: EventRoom, hornbeam: Client) -> None:
    page = page_of(hornbeam, "plan", room=event_room.room.pk)
    assert "No templates yet. Start one from a preset below." in page.text


def test_copy_has_another_name_and_the_same_plan(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    page = page_of(hornbeam, "plan-new", room=event_room.room.pk, copy=template.pk)
    assert page.field("Name").value == "Daily, copy"
    sent = sent_form(page, "plan")
    send(hornbeam, "plan-new", sent=sent, room=event_room.room.pk, copy=template.pk)
    assert newest(event_room).levels == DAILY.levels
    assert newest(event_room).payouts == DAILY.payouts


def test_name_is_taken_once(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    sent = sent_form(new_page(hornbeam, event_room), "plan") | {"name": "DAILY"}
    status, page = send(hornbeam, "plan-new", sent=sent, room=event_room.room.pk)
    assert status == 422
    assert "already named DAILY" in page.field("Name").description
    assert TournamentTemplate.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "label", "value", "text"),
    [
        ("paid", "Player pays", "250", "the player pays $250"),
        ("pool", "Prize pool", "two hundred", "“two hundred” isn't an amount"),
        ("pool", "Prize pool", "-200", "“-200” isn't an amount"),
        ("stack", "Starting stack", "20000.5", "isn't a whole number"),
        ("stack", "Starting stack", "20,050", "can't be made with chips of 100"),
        ("stack", "Starting stack", "", "can't be blank"),
        ("stack", "Starting stack", "0", "Enter the starting stack"),
        ("name", "Name", " ", "can't be blank"),
        ("game", "Game", "canasta", "Choose one of the list"),
        ("limit", "Limit", "9", "Choose one of the list"),
        ("reentries", "Re-entries", "some", "Choose one of the list"),
        ("late_level", "Late entry to end of", "99", "one of the 22 levels"),
        ("seats", "Seats at a table", "14", "can't have 14 seats"),
        ("stop_at", "Stop a table at", "1", "balanced from 2 players apart"),
        ("chips", "Chips", "500 100", "lowest first"),
        ("chips", "Chips", "100 five", "“five” isn't a whole number"),
        ("guarantee", "Guarantee", "1e9", "“1e9” isn't an amount"),
        ("rebuy_level", "Until the end of level", "40", "one of the 22 levels"),
        ("add_on_level", "Sold in level", "40", "one of the 22 levels"),
    ],
)
def test_error_is_at_its_field_and_nothing_typed_is_lost(
    event_room: EventRoom, hornbeam: Client, name: str, label: str, value: str, text: str
) -> None:
    typed = {"name": "Typed", "guarantee": "12345", "rebuys": "2", "rebuy_level": "3"} | {
        name: value
    }
    sent = sent_form(new_page(hornbeam, event_room), "plan") | typed
    status, page = send(hornbeam, "plan-new", sent=sent, room=event_room.room.pk)
    assert status == 422
    fields = [field for field in page.fields(label) if field.is_invalid]
    assert len(fields) == 1
    assert text.replace("'", chr(0x2019)) in fields[0].description
    again = sent_form(page, "plan")
    assert all(
        again[key] == shown
        for key, shown in typed.items()
        if key != "game" and key != "limit" and key != "reentries"
    )
    assert again["small"] == sent["small"]
    assert TournamentTemplate.objects.count() == 0


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("small", "900", "level 3: the small blind"),
        ("big", "many", "“many” isn't a whole number"),
        ("ante", "250", "level 3 can't be paid in chips of 100"),
        ("row_minutes", "0", "level 3: enter 1 to 240 minutes"),
    ],
)
def test_error_of_a_level_is_in_its_row(
    event_room: EventRoom, hornbeam: Client, name: str, value: str, text: str
) -> None:
    sent = sent_form(new_page(hornbeam, event_room), "plan")
    status, page = send(
        hornbeam, "plan-new", sent=changed(sent, name, 2, value), room=event_room.room.pk
    )
    assert status == 422
    rows = page.region("Levels and breaks").all("row")
    at = next(index for index, row in enumerate(rows) if row.element.get("class") == "level wrong")
    wanted = text.replace("'", chr(0x2019))
    assert wanted.lower() in rows[at + 1].text.lower()
    values = sent_form(page, "plan")[name]
    assert isinstance(values, list)
    assert values[2] == value


def test_break_after_the_last_level_is_refused_above_the_form(
    event_room: EventRoom, hornbeam: Client
) -> None:
    sent = sent_form(new_page(hornbeam, event_room), "plan")
    status, page = send(
        hornbeam, "plan-new", sent=changed(sent, "after", 3, "22"), room=event_room.room.pk
    )
    assert status == 422
    assert "none after the last of 22 levels" in page.text


def test_rows_are_added_suggested_and_removed_without_saving(
    event_room: EventRoom, hornbeam: Client
) -> None:
    query = {"room": event_room.room.pk, "preset": "sit-and-go"}
    sent = sent_form(new_page(hornbeam, event_room, "sit-and-go"), "plan") | {"name": "Mine"}
    _, page = send(hornbeam, "plan-new", sent=sent | {"do": "suggest"}, **query)
    assert page.names("heading")[-1] == "Levels 24 starts 17:00, about 19:05 with 9 entries"
    sent = sent_form(page, "plan")
    assert sent["name"] == "Mine"
    _, page = send(hornbeam, "plan-new", sent=sent | {"do": "break"}, **query)
    _, page = send(
        hornbeam,
        "plan-new",
        sent=sent_form(page, "plan") | {"do": "remove-0"},
        **query,
    )
    after = sent_form(page, "plan")["after"]
    assert isinstance(after, list)
    assert [text for text in after if text] == ["5", "8"]
    assert TournamentTemplate.objects.count() == 0


def test_times_of_levels_and_the_end_of_late_entry_are_shown(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    page = page_of(hornbeam, "plan-template", template.pk)
    times = [row.cells[-2] for row in page.region("Levels and breaks").rows()[1:]]
    assert times == ["17:00", "17:30", "18:00", "18:15", "18:15", "18:45"]
    assert page.row("Late entry closes").cells[1] == "18:15"


def test_minutes_change_every_level_that_had_the_number_before(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    sent = sent_form(page_of(hornbeam, "plan-template", template.pk), "plan")
    send(hornbeam, "plan-template", template.pk, sent=sent | {"minutes": "25"})
    assert {level.minutes for level in newest(event_room).levels} == {25}


def test_save_makes_the_next_version_with_its_history(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    sent = sent_form(page_of(hornbeam, "plan-template", template.pk), "plan")
    status, page = send(hornbeam, "plan-template", template.pk, sent=sent | {"guarantee": "40,000"})
    assert status == 200
    assert page.status() == "Saved version 2."
    assert newest(event_room).guarantee == 4_000_000
    assert "Guarantee none → 40000" in page.region("Versions").text
    assert AuditEvent.objects.filter(verb="setting_changed", about_name="Daily, version 2").exists()
    status, page = send(hornbeam, "plan-template", template.pk + 1, sent=sent_form(page, "plan"))
    assert page.status() == "Nothing changed, so no version was saved."


def test_earlier_version_can_be_saved_again(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    sent = sent_form(page_of(hornbeam, "plan-template", template.pk), "plan")
    send(hornbeam, "plan-template", template.pk, sent=sent | {"seats": "9"})
    page = page_of(hornbeam, "plan-template", template.pk)
    assert "version 1 of 2" in page.text
    _, page = send(hornbeam, "plan-template", template.pk, sent=sent_form(page, "plan"))
    assert page.status() == "Saved version 3."
    assert newest(event_room) == DAILY


def test_second_of_two_managers_sees_what_the_first_one_changed(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    linden = sign_in_client("902")
    first = sent_form(page_of(linden, "plan-template", template.pk), "plan")
    second = sent_form(page_of(hornbeam, "plan-template", template.pk), "plan")
    send(linden, "plan-template", template.pk, sent=first | {"guarantee": "500"})
    status, page = send(hornbeam, "plan-template", template.pk, sent=second | {"stack": "30000"})
    assert status == 409
    assert "someone saved version 2" in page.alert().lower()
    assert "Guarantee none → 500" in page.region("Version 2, by Linden").text
    assert page.field("Starting stack").value == "30000"
    assert newest(event_room).entry.chips == DAILY.entry.chips
    status, page = send(hornbeam, "plan-template", template.pk, sent=sent_form(page, "plan"))
    assert page.status() == "Saved version 3."
    assert newest(event_room).entry.chips == 30_000


def test_template_keeps_its_name(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    sent = sent_form(page_of(hornbeam, "plan-template", template.pk), "plan")
    send(hornbeam, "plan-template", template.pk, sent=sent | {"name": "Other", "seats": "9"})
    assert [row.name for row in current_templates(event_room.room)] == ["Daily"]


def test_retired_template_leaves_the_list_and_comes_back(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    send(hornbeam, "plan-retire", template.pk, sent={})
    assert current_templates(event_room.room) == []
    page = page_of(hornbeam, "plan", room=event_room.room.pk)
    assert "Daily" in page.region("Retired").text
    send(hornbeam, "plan-restore", template.pk, sent={})
    assert len(current_templates(event_room.room)) == 1


def test_surveillance_reads_and_does_not_save(
    event_room: EventRoom, template: TournamentTemplate
) -> None:
    create_staff("surveillance", alias="Lens", badge="903")
    lens = sign_in_client("903")
    page = page_of(lens, "plan-template", template.pk)
    assert not [name for name in page.names("button") if "Save" in name]
    address = reverse("tournaments:plan-template", args=[template.pk])
    assert lens.post(address, sent_form(page, "plan")).status_code == 403
    assert TournamentTemplate.objects.count() == 1


def test_form_with_rows_that_do_not_match_is_refused(
    event_room: EventRoom, hornbeam: Client
) -> None:
    sent = sent_form(new_page(hornbeam, event_room), "plan") | {"big": ["200"]}
    status, page = send(hornbeam, "plan-new", sent=sent, room=event_room.room.pk)
    assert status == 422
    assert "Reload it" in page.text
    assert send(hornbeam, "plan-new", sent={}, room=event_room.room.pk)[0] == 422


def test_template_of_another_room_does_not_exist(
    event_room: EventRoom, template: TournamentTemplate
) -> None:
    address = reverse("tournaments:plan-template", args=[template.pk])
    create_staff("desk", alias="Heron", badge="301")
    assert sign_in_client("301").get(address).status_code in (200, 404)
    assert (
        manager(badge="904").get(reverse("tournaments:plan-template", args=[9999])).status_code
        == 404
    )


def test_longest_names_and_plans_are_shown(event_room: EventRoom, hornbeam: Client) -> None:
    sent = sent_form(new_page(hornbeam, event_room), "plan") | {"name": "W" * 80}
    for _ in range(4):
        _, page = send(hornbeam, "plan-new", sent=sent | {"do": "suggest"}, room=event_room.room.pk)
        sent = sent_form(page, "plan")
    status, page = send(hornbeam, "plan-new", sent=sent, room=event_room.room.pk)
    assert status == 422
    assert "it needs 1 to 60" in page.text
    sent = sent_form(page, "plan") | {"do": "remove-0"}
    for _ in range(2):
        _, page = send(hornbeam, "plan-new", sent=sent, room=event_room.room.pk)
        sent = sent_form(page, "plan") | {"do": "remove-0"}
    status, page = send(hornbeam, "plan-new", sent=sent_form(page, "plan"), room=event_room.room.pk)
    assert status == 200
    assert newest(event_room).name == "W" * 60
    assert len(newest(event_room).levels) == 60
