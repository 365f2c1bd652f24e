"""The reports' pages on the server: permissions, refusals, and the content of the files."""

import csv
import re
from io import BytesIO, StringIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from reports.figures.hands import HandStats
from reports.models import CallFact, DealerDay, TableDay
from reports.pages.heading import drop_parts_text
from reports.pages.report_types import KINDS
from rulings.models import Call, Ruling
from staff.models import AuditEvent, Room
from tests.support.page_roles import PageContent
from tests.support.report_pages import QUERY, SPAN, sign_in_role
from tests.support.report_rows import DAY, FORMULA, SHIFT, SimpleNight, create_night, create_table
from tests.support.room import PIN, create_staff

pytestmark = pytest.mark.release_on_postgresql

INVALID_RANGES = (
    ("range", "first=2026-11-20&last=2026-11-19", "is before the first"),
    ("range", "first=yesterday", "\u201cyesterday\u201d isn\u2019t a date"),
    ("range", "first=0001-01-01&last=9999-12-31", "is out of range"),
    ("range", "first=2010-01-01&last=2026-11-20", "at most 1,830"),
    ("range", f"{SPAN}&shift=noon", "no shift named \u201cnoon\u201d"),
    ("range", f"{SPAN}&table=999999999999", "No such table"),
    ("range", f"{SPAN}&game=%3Cb%3Echess", "Nothing named \u201c<b>chess\u201d"),
    ("range", f"{SPAN}&dealer=nobody", "No such dealer"),
    ("shift", "room=7777", "No such room"),
    ("week", "day=2026-02-30", "isn\u2019t a date"),
)


@pytest.fixture
def rows(db: None) -> SimpleNight:
    return create_night(
        create_staff("dealer", alias="Wren", badge="101"),
        create_staff("dealer", alias="Plover", badge="102"),
    )


@pytest.fixture
def manager(rows: SimpleNight) -> Client:
    return sign_in_role("manager")


def report_page(client: Client, kind: str, query: str = "") -> str:
    """Return an existing report."""
    response = client.get(f"/reports/{kind}/?{query or QUERY[kind]}")
    assert response.status_code == 200, response.content
    return response.content.decode()


def test_every_report_page_shows_its_figures(manager: Client) -> None:
    for kind in KINDS:
        page = PageContent(report_page(manager, kind))
        assert "Traceback" not in page.text
        assert ' style="' not in page.source
        assert FORMULA not in page.source  # its apostrophes are escaped
        assert "8 Nov 20" not in page.source
    shift = PageContent(report_page(manager, "shift"))
    for term, figure in (
        ("Hands", "285 "),
        ("Hands per table-hour", "28.5 "),
        ("Drop per table-hour", "$114 $1,140, logged"),
        ("Floor calls", "11 "),
        ("Supervisor at the table", "0:45 "),
        ("Proposals overridden", "1 of 11 "),
    ):
        assert shift.definition(term).startswith(figure)
    assert shift.region("Pace by game").row("NL 1/3").cell("Hands/h") == "32.0"
    assert "Here within 1:00 for 9 of 11" in shift.region("Response and overrides").text
    for said in ("Fri, Nov 20, 2026, 14:00 to 22:00", "as of Nov 20 22:00"):
        assert said in shift.text, said


def test_rows_link_only_to_permitted_reports(rows: SimpleNight, manager: Client) -> None:
    span = f"room={rows.room.pk}&first={DAY}&last={DAY}"
    game = "No-limit+hold%27em+1%2F3"
    for kind, name, query in (
        ("games", "NL 1/3", f"game={game}"),
        ("tables", "T1", f"table={rows.tables[0].pk}"),
        ("dealers", "Wren", f"dealer={rows.often.key}"),
    ):
        link = PageContent(report_page(manager, kind)).link(name)
        assert link.href == f"/reports/range/?{span}&{query}"
    assert "NL 1/3" in PageContent(report_page(manager, "shift")).names("row"), (
        "whose rows are as low as on paper"
    )


def test_call_links_to_its_hand_and_ruling(rows: SimpleNight, manager: Client) -> None:
    over = CallFact.objects.get(decision="overridden")
    assert "/e11/" not in report_page(manager, "shift"), "there is no log behind these rows"
    call = Call.objects.create(
        room=rows.room, table=over.table, seq=over.seq, hand=3, called_at=over.at, status="ruled"
    )
    ruling = Ruling.objects.create(
        room=rows.room,
        table=over.table,
        call=call,
        hand=3,
        day=DAY,
        number="R 1120-07",
        decision="overridden",
        result="as ruled",
        at=over.at,
        by=rows.often,
        seconds=60,
    )
    for kind, client in (("shift", sign_in_role("supervisor")), ("calls", manager)):
        page = PageContent(report_page(client, kind))
        for to, said in (
            (f"/replay/{rows.room.pk}/T1/e{over.seq}/", "T1"),
            (f"/floor/rulings/{ruling.pk}/", "R 1120-07"),
        ):
            hrefs = [link.href for link in page.links(said)]
            assert hrefs.count(to) == 2, "among the overrides, and among all"


def test_links_between_reports_keep_room_and_dates(rows: SimpleNight, manager: Client) -> None:
    days = f"room={rows.room.pk}&day={DAY}&first={DAY}&last={DAY}"
    links = PageContent(report_page(manager, "games")).region("Reports")
    for name, page_name in (
        ("Shift", "shift"),
        ("Week", "week"),
        ("Floor calls", "calls"),
        ("Ruled differently", "consistency"),
        ("Stored", "stored"),
        ("Definitions", "definitions"),
    ):
        assert links.link(name).href == f"/reports/{page_name}/?{days}"
    links = PageContent(report_page(manager, "shift")).region("Reports")
    assert links.link("Day").href == f"/reports/day/?{days}&shift={SHIFT}"
    links = PageContent(manager.get(f"/reports/definitions/?{days}")).region("Reports")
    assert links.link("Day").href == f"/reports/day/?{days}"


def test_default_room_has_hands_or_was_selected_last(rows: SimpleNight, manager: Client) -> None:
    empty = Room.objects.create(name="Empty")
    Room.objects.create(name="Emptier")
    shift_page = PageContent(report_page(manager, "shift", "day=2026-11-20"))
    assert shift_page.field("Room").choice == rows.room.name
    day_page = PageContent(report_page(manager, "day", f"room={empty.pk}"))
    assert day_page.field("Room").choice == "Empty"
    for address in ("/reports/shift/", "/reports/stored/", "/reports/consistency/"):
        assert PageContent(manager.get(address)).field("Room").choice == "Empty"


def test_running_period_is_marked(manager: Client) -> None:
    assert "still open" not in PageContent(report_page(manager, "shift")).text
    TableDay.objects.update(day=timezone.localdate())
    assert (
        "still open"
        in PageContent(report_page(manager, "week", f"day={timezone.localdate()}")).text
    )


def test_totals_add_up_and_rates_need_hands(rows: SimpleNight, manager: Client) -> None:
    page = PageContent(report_page(manager, "shift"))
    assert (
        "Drop $1,140 = rake $855 + jackpot $285"
        in page.region(re.compile("took most an hour, .*[0-9]$")).text
    )
    cells = [cell for row in page.rows() for cell in row.cells]
    assert cells.count("5.0") >= 2, "under ten hours have a decimal"
    TableDay.objects.update(
        hands=0, rake=0, jackpot=0, open_s=1800, hh=0, ht=0, dd=0, dt=0, partial=0
    )
    page = PageContent(report_page(manager, "shift"))
    assert "1 table-hour" in page.definition("Hands")
    cells = [cell for row in page.rows() for cell in row.cells]
    assert cells.count("0.50") >= 2
    assert "\u2013" in cells
    assert "0.0 to 0.0" not in page.text


def test_dealer_remedies_are_not_counted_as_floor_calls(manager: Client) -> None:
    CallFact.objects.exclude(decision="overridden").update(decision="dealer", here_s=None)
    page = PageContent(report_page(manager, "shift"))
    assert page.definition("Floor calls").startswith("1 ")
    assert (
        "Also fixed by a dealer without a call, 10 times."
        in page.region("Floor calls by kind of trouble").text
    )
    CallFact.objects.update(decision="dealer", here_s=None)
    page = PageContent(report_page(manager, "shift"))
    assert "No floor calls" in page.region("Response and overrides").text
    assert "No floor calls." in page.region("Floor calls by kind of trouble").text


def test_dealers_are_not_ranked_and_few_hands_have_no_figures(
    rows: SimpleNight, manager: Client
) -> None:
    page = PageContent(report_page(manager, "dealers"))
    assert "Wren" in page.names("row")
    assert "Plover" not in page.source
    response = manager.get(f"/reports/range/?{SPAN}&dealer={rows.rare.key}")
    assert response.status_code == 422
    assert "Plover dealt 25 hands" in PageContent(response).alert()
    assert "table-hours" not in PageContent(response).text
    file = manager.get(f"/reports/range.csv?{SPAN}&dealer={rows.rare.key}")
    assert file.status_code == 422
    assert "Wren" in report_page(manager, "range", f"{SPAN}&dealer={rows.often.key}")


def test_invalid_range_is_refused_and_kept(manager: Client) -> None:
    for kind, query, message in INVALID_RANGES:
        response = manager.get(f"/reports/{kind}/?{query}")
        page = PageContent(response)
        assert (response.status_code, query) == (422, query)
        assert message in page.alert()
        assert manager.get(f"/reports/{kind}.xlsx?{query}").status_code == 422
        if first := dict(part.split("=", 1) for part in query.split("&")).get("first"):
            assert page.field("First day").value == first


def test_empty_report_has_a_neutral_message(manager: Client) -> None:
    assert "No activity" in PageContent(report_page(manager, "day", "day=2020-01-01")).status()
    assert (
        "That hasn't started yet"
        in PageContent(report_page(manager, "day", "day=2199-01-01")).status()
    )
    rows = manager.get("/reports/day.csv?day=2020-01-01").content.decode("utf-8-sig")
    assert "No activity" in rows
    Room.objects.create(name="Empty")
    assert (
        "No activity"
        in PageContent(
            report_page(manager, "shift", f"room={Room.objects.latest('pk').pk}")
        ).status()
    )


def test_page_without_a_room_has_a_message(db: None) -> None:
    assert "No room yet" in PageContent(report_page(sign_in_role("manager"), "shift")).status()


def test_last_ended_shift_is_the_default_page(manager: Client) -> None:
    TableDay.objects.update(day="2026-01-02")
    response = manager.get("/reports/", follow=True)
    assert response.redirect_chain[-1][0] == "/reports/shift/"
    assert response.status_code == 200


def test_roles_read_their_reports(rows: SimpleNight) -> None:
    supervisor, dealer, lens = (
        sign_in_role(role) for role in ("supervisor", "dealer", "surveillance")
    )
    assert "Shift report" in PageContent(report_page(supervisor, "shift")).names("heading")
    assert supervisor.get("/reports/dealers/").status_code == 403
    assert supervisor.get("/reports/day.csv").status_code == 403
    assert dealer.get("/reports/shift/").status_code == 403
    assert lens.get("/reports/dealers/").status_code == 200
    response = Client().get(f"/reports/shift/?{QUERY['shift']}")
    assert response.headers["Location"].startswith("/reports/sign-in?next=/reports/shift/")
    assert lens.get("/reports/nothing/").status_code == 404
    assert lens.get("/reports/shift.exe").status_code == 404


def test_sign_in_opens_the_requested_page(rows: SimpleNight) -> None:
    create_staff("manager", alias="Hornbeam", badge="301")
    client = Client()
    at = reverse("reports:sign-in")
    assert client.post(at, {"badge": "301", "pin": "0000"}).status_code == 403
    data = {"badge": "301", "pin": PIN, "next": "/reports/day/"}
    assert client.post(at, data).headers["Location"] == "/reports/day/"
    external_redirect = client.post(at, data | {"next": "//example.org/"})
    assert external_redirect.headers["Location"] == "/reports/"
    client.post(reverse("reports:sign-out"))
    assert client.get("/reports/day/").status_code == 302


def test_files_have_the_data_of_the_page(manager: Client) -> None:
    for kind in KINDS:
        response = manager.get(f"/reports/{kind}.csv?{QUERY[kind]}")
        assert response.headers["Content-Disposition"].startswith(f'attachment; filename="{kind}-')
        book = load_workbook(BytesIO(manager.get(f"/reports/{kind}.xlsx?{QUERY[kind]}").content))
        assert len(book.sheetnames) >= 2
    text = manager.get(f"/reports/shift.csv?{QUERY['shift']}&sheet=drop").content.decode(
        "utf-8-sig"
    )
    match = list(csv.DictReader(StringIO(text, newline="")))
    assert [row["Game"] for row in match] == [f"'{FORMULA}", "No-limit hold'em 1/3", "All games"]
    assert [row["Drop, $"] for row in match] == ["500.0", "640.0", "1140.0"]
    overrides = manager.get(f"/reports/shift.csv?{QUERY['shift']}&sheet=overrides").content.decode()
    assert '"\'=HYPERLINK(""http://example.org"")"' in overrides
    assert manager.get(f"/reports/shift.csv?{QUERY['shift']}&sheet=none").status_code == 404
    acts = AuditEvent.objects.filter(verb="report_downloaded")
    assert acts.count() == 2 * len(KINDS) + 2


def test_pdf_names_its_report(manager: Client) -> None:
    response = manager.get(f"/reports/shift.pdf?{QUERY['shift']}")
    assert response.headers["Content-Type"] == "application/pdf"
    text = "\n".join(
        page_object.extract_text() for page_object in PdfReader(BytesIO(response.content)).pages
    )
    for said in (
        "Shift report",
        "Rows",
        "14:00 to 22:00",
        "by Manager",
        "Pace by game",
        "All calls",
    ):
        assert said in text, said


def test_tables_are_in_natural_order_and_too_few_hands_name_no_dealer(
    rows: SimpleNight, manager: Client
) -> None:
    for number in range(3, 13):
        extra_table = create_table(rows.room, f"T{number}")
        TableDay.objects.create(
            room=rows.room, table=extra_table, day=DAY, shift=SHIFT, game="Razz", hands=9, open_s=60
        )
    page = PageContent(report_page(manager, "tables"))
    names = page.region("Tables, figures").names("row")
    assert names.index("T2") < names.index("T10") < names.index("T12")
    DealerDay.objects.all().delete()
    assert (
        "No dealer had 100 hands"
        in PageContent(report_page(manager, "dealers")).region("Dealers").text
    )


def test_money_of_splash_pots_is_named_beside_the_drop() -> None:
    assert drop_parts_text(HandStats(rake=500)) == "Drop $5 = rake $5"
    both = HandStats(rake=500, splash=10000)
    assert drop_parts_text(both) == "Drop $5 = rake $5. Splash pots $100 from the house"
    assert drop_parts_text(HandStats(splash=10000)) == "Splash pots $100 from the house"
