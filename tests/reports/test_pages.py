"""The reports' pages at the server: who reads what, what is refused and how, what is in the files."""

import csv
import string
from io import BytesIO, StringIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from audit.models import Act
from reports.models import CallFact, DayDealer, DayTable
from reports.pages import messages
from reports.pages.report_types import KINDS
from rulings.models import Call, Ruling
from tables.models import Room
from tests.reports.rows import DAY, FORMULA, SHIFT, Night, night, table_of
from tests.tables.conftest import _quick
from tests.tables.room import PIN, staff

__all__ = ["_quick"]
pytestmark = pytest.mark.db
SPAN = f"first={DAY}&last={DAY}"
QUERY = {
    kind.key: f"day={DAY}&shift={SHIFT}" if "day" in kind.fields else SPAN
    for kind in KINDS.values()
}

BAD = (
    ("range", "first=2026-11-20&last=2026-11-19", "is before the first"),
    ("range", "first=yesterday", "\u201cyesterday\u201d isn\u2019t a date"),
    ("range", "first=0001-01-01&last=9999-12-31", "is out of range"),
    ("range", "first=2010-01-01&last=2026-11-20", "covers at most 1,830"),
    ("range", f"{SPAN}&shift=noon", "no shift named \u201cnoon\u201d"),
    ("range", f"{SPAN}&table=999999999999", "No such table"),
    ("range", f"{SPAN}&game=%3Cb%3Echess", "Nothing named \u201c&lt;b&gt;chess\u201d"),
    ("range", f"{SPAN}&dealer=nobody", "No such dealer"),
    ("shift", "room=7777", "No such room"),
    ("week", "day=2026-02-30", "isn\u2019t a date"),
)


def signed_in(role: str) -> Client:
    """Somebody in the role, signed in by name."""
    client = Client()
    badge = {"manager": "301", "supervisor": "201", "dealer": "103", "surveillance": "501"}[role]
    who = staff(role, alias=role.title(), badge=badge)
    client.force_login(who.user, "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def rows(db: None) -> Night:
    return night(staff("dealer", alias="Wren", badge="101"), staff("dealer", alias="Plover", badge="102"))  # fmt: skip


@pytest.fixture
def manager(rows: Night) -> Client:
    return signed_in("manager")


def page(client: Client, kind: str, query: str = "") -> str:
    """A report that is there."""
    answer = client.get(f"/reports/{kind}/?{query or QUERY[kind]}")
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def test_every_report_has_its_figures(manager: Client) -> None:
    for kind in KINDS:
        text = page(manager, kind)
        assert "Traceback" not in text
        assert ' style="' not in text
        assert FORMULA not in text  # escaped
        assert "8 Nov 20" not in text
    shift = page(manager, "shift")
    for said in (
        "Fri, Nov 20, 2026, 14:00 to 22:00",
        "<strong>285</strong>",
        "<strong>28.5</strong>",
        "$1,140, logged",
        "<strong>11</strong>",
        "<strong>0:45</strong>",
        "<span>of 11</span>",
        "NL 1/3",
        "Here within 1:00 for 9 of 11",
        "as of Nov 20 22:00",
    ):
        assert said in shift, said


def test_rows_lead_to_their_own_reports_and_only_whom_they_may(
    rows: Night, manager: Client
) -> None:
    span = f"room={rows.room.pk}&amp;first={DAY}&amp;last={DAY}"
    game = "No-limit+hold%27em+1%2F3"
    assert f'<a href="/reports/range/?{span}&amp;game={game}">NL 1/3</a>' in page(manager, "games")
    to_table = f'<a href="/reports/range/?{span}&amp;table={rows.tables[0].pk}">T1</a>'
    assert to_table in page(manager, "tables")
    to_dealer = f'<a href="/reports/range/?{span}&amp;dealer={rows.often.key}">Wren</a>'
    assert to_dealer in page(manager, "dealers")
    assert ">NL 1/3</th>" in page(manager, "shift"), "whose rows are as low as on paper"


def test_a_call_leads_to_its_hand_and_its_ruling(rows: Night, manager: Client) -> None:
    over = CallFact.objects.get(decision="overridden")
    assert "/e11/" not in page(manager, "shift"), "there is no log behind these rows"
    call = Call.objects.create(
        room=rows.room, table=over.table, seq=over.seq, hand=3, called_at=over.at, status="ruled"
    )
    ruling = Ruling.objects.create(
        room=rows.room, table=over.table, call=call, hand=3, day=DAY, number="R 1120-07", decision="overridden",
        result="as ruled", at=over.at, by=rows.often, seconds=60,
    )  # fmt: skip
    for kind, client in (("shift", signed_in("supervisor")), ("calls", manager)):
        text = page(client, kind)
        for to, said in (
            (f"/replay/{rows.room.pk}/T1/e{over.seq}/", "T1"),
            (f"/floor/rulings/{ruling.pk}/", "R 1120-07"),
        ):
            assert text.count(f'<a href="{to}">{said}</a>') == 2, (
                "among the overrides, and among all"
            )


def test_room_and_days_go_along_from_report_to_report(rows: Night, manager: Client) -> None:
    days = f"room={rows.room.pk}&amp;day={DAY}&amp;first={DAY}&amp;last={DAY}"
    text = page(manager, "games")
    for where in ("shift", "week", "calls", "consistency", "stored", "definitions"):
        assert f'href="/reports/{where}/?{days}"' in text
    assert f"{days}&amp;shift={SHIFT}" in page(manager, "shift")
    assert (
        f'href="/reports/day/?{days}"'
        in manager.get(f"/reports/definitions/?{days.replace('&amp;', '&')}").content.decode()
    )


def test_the_first_page_is_of_the_room_with_hands_and_then_of_the_last_one(
    rows: Night, manager: Client
) -> None:
    empty = Room.objects.create(name="Empty")
    Room.objects.create(name="Emptier")
    chosen = '<option value="{}" selected>'
    assert chosen.format(rows.room.pk) in page(manager, "shift", "day=2026-11-20")
    assert chosen.format(empty.pk) in page(manager, "day", f"room={empty.pk}")
    for address in ("/reports/shift/", "/reports/stored/", "/reports/consistency/"):
        assert chosen.format(empty.pk) in manager.get(address).content.decode()


def test_what_goes_on_is_marked(manager: Client) -> None:
    assert "still open" not in page(manager, "shift")
    DayTable.objects.update(day=timezone.localdate())
    assert "still open" in page(manager, "week", f"day={timezone.localdate()}")


def test_sums_add_up_and_nothing_is_rated_without_hands(rows: Night, manager: Client) -> None:
    text = page(manager, "shift")
    assert "Drop $1,140 = rake $855 + jackpot $285" in text
    assert text.count('<td class="n">5.0</td>') >= 2, "under ten hours have a decimal"
    DayTable.objects.update(
        hands=0, rake=0, jackpot=0, open_s=1800, hh=0, ht=0, dd=0, dt=0, partial=0
    )
    text = page(manager, "shift")
    assert "1 table-hour<" in text
    assert text.count('<td class="n">0.50</td>') >= 2
    assert '<td class="n b">\u2013</td>' in text
    assert "0.0 to 0.0" not in text


def test_what_a_dealer_put_right_himself_is_no_call(manager: Client) -> None:
    CallFact.objects.exclude(decision="overridden").update(decision="dealer", here_s=None)
    text = page(manager, "shift")
    assert "<strong>1</strong></dd>" in text
    assert "Also fixed by a dealer without a call, 10 times." in text
    CallFact.objects.update(decision="dealer", here_s=None)
    text = page(manager, "shift")
    assert "No floor calls" in text
    assert "No floor calls." in text


def test_dealers_are_not_ranked_and_few_hands_have_no_figures(rows: Night, manager: Client) -> None:
    text = page(manager, "dealers")
    assert "Wren" in text
    assert "Plover" not in text
    answer = manager.get(f"/reports/range/?{SPAN}&dealer={rows.rare.key}")
    assert answer.status_code == 422
    assert "Plover dealt 25 hands" in answer.content.decode()
    assert "table-hours" not in answer.content.decode()
    file = manager.get(f"/reports/range.csv?{SPAN}&dealer={rows.rare.key}")
    assert file.status_code == 422
    assert "Wren" in page(manager, "range", f"{SPAN}&dealer={rows.often.key}")


def test_a_bad_range_is_refused_and_what_was_typed_is_kept(manager: Client) -> None:
    for kind, query, said in BAD:
        answer = manager.get(f"/reports/{kind}/?{query}")
        text = answer.content.decode()
        assert (answer.status_code, query) == (422, query)
        assert said in text
        assert manager.get(f"/reports/{kind}.xlsx?{query}").status_code == 422
        if first := dict(part.split("=", 1) for part in query.split("&")).get("first"):
            assert f'name="first" value="{first}"' in text


def test_nothing_is_told_calmly(manager: Client) -> None:
    assert "No activity" in page(manager, "day", "day=2020-01-01")
    assert "That hasn&#x27;t started yet" in page(manager, "day", "day=2199-01-01")
    rows = manager.get("/reports/day.csv?day=2020-01-01").content.decode("utf-8-sig")
    assert "No activity" in rows
    Room.objects.create(name="Empty")
    assert "No activity" in page(manager, "shift", f"room={Room.objects.latest('pk').pk}")


def test_no_room_at_all(db: None) -> None:
    assert "No room yet" in page(signed_in("manager"), "shift")


def test_the_last_shift_that_is_over_is_the_first_page(manager: Client) -> None:
    DayTable.objects.update(day="2026-01-02")
    answer = manager.get("/reports/", follow=True)
    assert answer.redirect_chain[-1][0] == "/reports/shift/"
    assert answer.status_code == 200


def test_who_reads_what(rows: Night) -> None:
    supervisor, dealer, lens = (signed_in(role) for role in ("supervisor", "dealer", "surveillance"))  # fmt: skip
    assert "Shift report" in page(supervisor, "shift")
    assert supervisor.get("/reports/dealers/").status_code == 403
    assert supervisor.get("/reports/day.csv").status_code == 403
    assert dealer.get("/reports/shift/").status_code == 403
    assert lens.get("/reports/dealers/").status_code == 200
    answer = Client().get(f"/reports/shift/?{QUERY['shift']}")
    assert answer.headers["Location"].startswith("/reports/sign-in?next=/reports/shift/")
    assert lens.get("/reports/nothing/").status_code == 404
    assert lens.get("/reports/shift.exe").status_code == 404


def test_badge_and_pin_open_the_page_that_was_asked_for(rows: Night) -> None:
    staff("manager", alias="Hornbeam", badge="301")
    client, at = Client(), reverse("reports:sign-in")
    assert client.post(at, {"badge": "301", "pin": "0000"}).status_code == 403
    data = {"badge": "301", "pin": PIN, "next": "/reports/day/"}
    assert client.post(at, data).headers["Location"] == "/reports/day/"
    away = client.post(at, data | {"next": "//example.org/"})
    assert away.headers["Location"] == "/reports/"
    client.post(reverse("reports:sign-out"))
    assert client.get("/reports/day/").status_code == 302


def test_files_have_what_the_page_has(manager: Client) -> None:
    for kind in KINDS:
        answer = manager.get(f"/reports/{kind}.csv?{QUERY[kind]}")
        assert answer.headers["Content-Disposition"].startswith(f'attachment; filename="{kind}-')
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
    acts = Act.objects.filter(verb="report_downloaded")
    assert acts.count() == 2 * len(KINDS) + 2


def test_paper_says_what_it_is_of(manager: Client) -> None:
    answer = manager.get(f"/reports/shift.pdf?{QUERY['shift']}")
    assert answer.headers["Content-Type"] == "application/pdf"
    text = "\n".join(
        page_object.extract_text() for page_object in PdfReader(BytesIO(answer.content)).pages
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


def test_many_tables_and_dealers_are_all_there(rows: Night, manager: Client) -> None:
    for number in range(3, 13):
        more = table_of(rows.room, f"T{number}")
        DayTable.objects.create(
            room=rows.room, table=more, day=DAY, shift=SHIFT, game="Razz", hands=9, open_s=60
        )
    text = page(manager, "tables")
    assert text.index(">T2<") < text.index(">T10<") < text.index(">T12<")
    DayDealer.objects.all().delete()
    assert "No dealer had 100 hands" in page(manager, "dealers")


def test_every_refusal_has_a_sentence() -> None:
    assert set(messages.STATUS) <= set(messages.MESSAGES)
    for text in messages.MESSAGES.values():
        assert text.endswith(".")
        assert all(name.isidentifier() for _, name, _, _ in string.Formatter().parse(text) if name)
