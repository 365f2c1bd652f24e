"""The payout table: totals in words, trying it, saving it, and presets that reach 100."""

import pytest
from django.test import Client
from msgspec.structs import replace

from tests.support.page_roles import PageContent
from tests.support.room import create_staff
from tests.tournaments.event_room import EventRoom
from tests.tournaments.plan_pages import Sent, changed, manager, page_of, send, sent_form
from tests.tournaments.plans import DAILY
from tournaments.models import TournamentTemplate
from tournaments.pages.plan_payout_form import PayoutForm
from tournaments.presets import PRESETS
from tournaments.rules.plan import PayoutTable, Plan
from tournaments.templates_store import create_template, current_templates, plan_of, save_template


@pytest.fixture
def hornbeam(event_room: EventRoom) -> Client:
    return manager()


@pytest.fixture
def template(event_room: EventRoom) -> TournamentTemplate:
    by = create_staff("manager", alias="Linden", badge="902")
    return create_template(room=event_room.room, plan=DAILY, by=by, now=event_room.now)


def newest(event_room: EventRoom) -> Plan:
    return plan_of(current_templates(event_room.room)[-1])


def payout_page(client: Client, template: TournamentTemplate) -> tuple[PageContent, Sent]:
    page = page_of(client, "plan-payouts", template.pk)
    return page, sent_form(page, "payouts")


@pytest.mark.parametrize("name", PRESETS)
def test_grid_reads_back_every_preset(name: str) -> None:
    form = PayoutForm(PRESETS[name])
    assert form.table() == PRESETS[name].payouts
    assert form.is_whole


@pytest.mark.parametrize("entries", [1, 2, 9, 10, 31, 100, 101, 226, 301, 5_000])
def test_every_number_of_entries_adds_up(entries: int) -> None:
    for plan in PRESETS.values():
        trial = PayoutForm(plan).trial(entries)
        assert trial is not None
        assert trial.total == trial.pool == max(trial.collected, plan.guarantee)


def test_columns_and_totals_are_shown(hornbeam: Client, template: TournamentTemplate) -> None:
    page, _ = payout_page(hornbeam, template)
    assert page.row("Total").cells[1:4] == ["100", "100", "100"]
    assert not page.button("Save version 2").is_disabled
    assert "5 places add up to $20,000" not in page.text
    assert "8 places add up to $20,000" in page.text


def test_column_that_is_over_says_how_to_mend_it(
    hornbeam: Client, template: TournamentTemplate
) -> None:
    _, sent = payout_page(hornbeam, template)
    status, page = send(
        hornbeam,
        "plan-payouts",
        template.pk,
        sent=changed(sent, "share", 1, "50.04") | {"do": "try"},
    )
    assert status == 200
    assert page.row("Total").cells[2] == "100.04"
    assert (
        "10 to 30 is 0.04 over. Lower first place to 50 before you save.".replace(
            " to 30", chr(0x2013) + "30"
        )
        in page.text
    )
    assert page.button("Save version 2").is_disabled
    assert "Amounts show once every column comes to 100." in page.text
    status, page = send(
        hornbeam, "plan-payouts", template.pk, sent=changed(sent, "share", 1, "50.04")
    )
    assert status == 422
    assert "off by 4 hundredths of a percent" in page.text
    assert TournamentTemplate.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "index", "value", "text"),
    [
        ("share", 0, "half", "“half” isn't a percent"),
        ("share", 0, "33.333", "isn't a percent"),
        ("share", 0, "-1", "isn't a percent"),
        ("last", 1, "1", "put the places in order"),
        ("last", 1, "x", "“x” isn't a whole number"),
        ("last", 6, "9000", "put the places in order"),
        ("most", 0, "", "can't be blank"),
        ("most", 1, "9", "put the payout columns in order"),
        ("most", 1, "ten", "“ten” isn't a whole number"),
    ],
)
def test_wrong_grid_is_refused_with_what_was_typed(
    hornbeam: Client, template: TournamentTemplate, name: str, index: int, value: str, text: str
) -> None:
    _, sent = payout_page(hornbeam, template)
    status, page = send(
        hornbeam, "plan-payouts", template.pk, sent=changed(sent, name, index, value)
    )
    assert status == 422
    assert text.replace("'", chr(0x2019)).lower() in page.text.lower()
    values = sent_form(page, "payouts")[name]
    assert isinstance(values, list)
    assert values[index] == value
    assert TournamentTemplate.objects.count() == 1


@pytest.mark.parametrize(("name", "value"), [("unit", "0"), ("unit", ""), ("minimum", "x")])
def test_wrong_amount_is_at_its_field(
    hornbeam: Client, template: TournamentTemplate, name: str, value: str
) -> None:
    _, sent = payout_page(hornbeam, template)
    status, page = send(hornbeam, "plan-payouts", template.pk, sent=sent | {name: value})
    assert status == 422
    assert sent_form(page, "payouts")[name] == value


def test_table_is_saved_as_the_next_version(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    _, sent = payout_page(hornbeam, template)
    sent = changed(changed(sent, "share", 0, "70"), "share", 3, "30") | {"minimum": "300"}
    status, page = send(hornbeam, "plan-payouts", template.pk, sent=sent)
    assert status == 200
    assert page.status() == "Saved version 2 with this payout table."
    payouts = newest(event_room).payouts
    assert payouts.columns[0].shares == (7_000, 3_000)
    assert payouts.minimum == 30_000
    assert newest(event_room).levels == DAILY.levels


def test_rows_and_columns_are_added_and_removed(
    hornbeam: Client, template: TournamentTemplate
) -> None:
    _, sent = payout_page(hornbeam, template)
    _, page = send(hornbeam, "plan-payouts", template.pk, sent=sent | {"do": "column"})
    again = sent_form(page, "payouts")
    assert again["most"] == ["9", "30", "45", "1000"]
    _, page = send(hornbeam, "plan-payouts", template.pk, sent=again | {"do": "row"})
    assert len(sent_form(page, "payouts")["last"]) == len(sent["last"]) + 1  # type: ignore[arg-type]
    last = sent_form(page, "payouts") | {"do": "remove-column-2"}
    _, page = send(hornbeam, "plan-payouts", template.pk, sent=last)
    last = sent_form(page, "payouts") | {"do": f"remove-row-{len(sent['last'])}"}  # type: ignore[arg-type]
    _, page = send(hornbeam, "plan-payouts", template.pk, sent=last)
    assert sent_form(page, "payouts")["share"] == sent["share"]


def test_table_is_copied_from_another_template_without_saving(
    hornbeam: Client, template: TournamentTemplate
) -> None:
    sent = {"do": "copy", "from": "preset-turbo"}
    _, page = send(hornbeam, "plan-payouts", template.pk, sent=sent)
    assert "231 and more" not in page.text
    most = sent_form(page, "payouts")["most"]
    assert most == ["9", "30", "60", "100", "150", "230", "300", ""]
    assert TournamentTemplate.objects.count() == 1


def test_second_of_two_managers_is_refused_and_keeps_the_grid(
    event_room: EventRoom, hornbeam: Client, template: TournamentTemplate
) -> None:
    _, sent = payout_page(hornbeam, template)
    by = create_staff("manager", alias="Oak", badge="905")
    plan = plan_of(template)
    save_template(
        room=event_room.room,
        name="Daily",
        plan=replace(plan, seats=7),
        seen=1,
        by=by,
        now=event_room.now,
    )
    sent = changed(changed(sent, "share", 0, "70"), "share", 3, "30")
    status, page = send(hornbeam, "plan-payouts", template.pk, sent=sent)
    assert status == 409
    status, page = send(hornbeam, "plan-payouts", template.pk, sent=sent_form(page, "payouts"))
    assert status == 200
    assert newest(event_room).seats == 7
    assert newest(event_room).payouts.columns[0].shares == (7_000, 3_000)


def test_satellite_shows_seats_and_the_rest(event_room: EventRoom, hornbeam: Client) -> None:
    by = create_staff("manager", alias="Linden", badge="902")
    row = create_template(
        room=event_room.room, plan=PRESETS["satellite"], by=by, now=event_room.now
    )
    page = page_of(hornbeam, "plan-payouts", row.pk, entries=31)
    assert "This template is a satellite" in page.text
    assert "7 places add up to $1,550" in page.text


def test_night_is_tried_with_any_number_of_entries(
    hornbeam: Client, template: TournamentTemplate
) -> None:
    page = page_of(hornbeam, "plan-night", template.pk, entries=100, start="22:30")
    assert page.row("22:30").cells[1].startswith("1")
    assert "Places paid" in page.text
    for typed in ({"entries": "0"}, {"entries": "many", "start": "25:99"}, {"entries": 10**9}):
        assert page_of(hornbeam, "plan-night", template.pk, **typed).text


def test_plan_without_columns_pays_first_place() -> None:
    plan = replace(DAILY, payouts=PayoutTable())
    trial = PayoutForm(plan).trial(10)
    assert trial is not None
    assert [(row.title, row.amount) for row in trial.rows] == [("1", 200_000)]


def test_grid_that_does_not_match_is_refused(
    hornbeam: Client, template: TournamentTemplate
) -> None:
    _, sent = payout_page(hornbeam, template)
    status, page = send(hornbeam, "plan-payouts", template.pk, sent=sent | {"share": ["1"]})
    assert status == 422
    assert "Reload it" in page.text
