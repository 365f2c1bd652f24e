"""Staff from a CSV file: the accepted rows, each fault with its message, and the stored accounts."""

import pytest
from django.contrib.auth.models import User

from poker.refusal import Refusal
from staff.models import AuditEvent, Room, Staff
from staff.staff_import import MAX_BYTES, MAX_ROWS, StaffFile, staff_import, staff_read
from tests.support.room import NOW, create_staff
from web.messages.refusals import refusal_message

pytestmark = pytest.mark.django_db
HEAD = "badge,alias,role\n"


@pytest.fixture
def room() -> Room:
    return Room.objects.create(name="Riverside")


def read(text: str | bytes, *rooms: Room) -> StaffFile:
    data = text if isinstance(text, bytes) else text.encode()
    return staff_read(data, rooms=rooms)


@pytest.mark.parametrize(
    "data",
    [
        b"badge,alias,role\n4417,Hawthorn,supervisor\n5102,Sienna,Desk\n",
        b"\xef\xbb\xbfbadge;alias;role\r\n4417;Hawthorn;SUPERVISOR\r\n5102;Sienna;desk\r\n",
        b"Role,Room,Badge,Alias,why\nsupervisor,riverside,4417, Hawthorn ,x\n\n,,,,\ndesk,,5102,Sienna\n",
        b'badge,alias,role\r4417,"Hawthorn",supervisor\r5102,Sienna,desk',
    ],
)
def test_file_of_any_spreadsheet_is_read(room: Room, data: bytes) -> None:
    imported = read(data, room)
    assert not imported.faulty
    lines = [(line.badge, line.alias, line.role, line.room_id) for line in imported.ready]
    assert lines == [
        ("4417", "Hawthorn", "supervisor", room.pk),
        ("5102", "Sienna", "desk", room.pk),
    ]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (",Crake,dealer", "no badge"),
        ("12a,Crake,dealer", "isn\u2019t a badge number"),
        ("12345678901,Crake,dealer", "isn\u2019t a badge number"),
        ("\u0661\u0662,Crake,dealer", "isn\u2019t a badge number"),
        ("6031,Coot,dealer", "badge 6031 is Bittern\u2019s too, on line 2"),
        ("301,Crake,dealer", "badge 301 is Hornbeam\u2019s already"),
        ("7,bittern,dealer", "already on line 2"),
        ("7,HORNBEAM,dealer", "Hornbeam works here already"),
        ("7,,dealer", "alias missing"),
        (f"7,{'x' * 41},dealer", "at most 40 characters"),
        ("7,Cr\u202eake,dealer", "screens can\u2019t show"),
        ("7,555 0100 123,dealer", "looks like a phone"),
        ("7,Crake,", "no role"),
        ("7,Crake,boss", "isn\u2019t a role"),
        ("7,=HYPERLINK(1),dealer", "formula"),
        ("=7,Crake,dealer", "formula"),
        ("7,Crake,dealer,Riverside", "4 cells"),
        ('7,"Crake,dealer', "unclosed quote"),
    ],
)
def test_faulty_line_stays_out_with_its_reason(room: Room, row: str, message: str) -> None:
    by = create_staff("manager", alias="Hornbeam", badge="301")
    data = f"{HEAD}6031,Bittern,dealer\n{row}\n"
    imported = staff_import(data.encode(), rooms=[room], by=by, now=NOW)
    faults = [refusal_message(fault) for fault in imported.faulty[0].faults]
    assert [line.line for line in imported.faulty] == [3]
    assert any(message.lower() in fault.lower() for fault in faults), faults
    assert sorted(Staff.objects.values_list("alias", flat=True)) == ["Bittern", "Hornbeam"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "csv_empty"),
        (HEAD.encode(), "staff_none"),
        (b"badge,role\n1,dealer\n", "csv_alias"),
        (b"alias,role\nA,dealer\n", "csv_required"),
        (b"badge,alias,role,pin\n1,A,dealer,2580\n", "csv_column"),
        (b"badge,alias,role\n1,\xff,dealer\n", "csv_encoding"),
        (b"badge,alias,role\n1,A\0,dealer\n", "csv_encoding"),
        (b"x" * (MAX_BYTES + 1), "csv_long"),
        (HEAD.encode() + b"1,A,dealer\n" * (MAX_ROWS + 1), "csv_rows"),
    ],
)
def test_file_is_refused_as_a_whole(room: Room, data: bytes, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(data, room)
    assert refused.value.code == code


def test_room_is_one_that_the_manager_may_fill(room: Room) -> None:
    annex = Room.objects.create(name="Annex")
    text = "badge,alias,role,room\n1,A,dealer,annex\n2,B,dealer,\n3,C,dealer,Elsewhere\n"
    imported = read(text, room, annex)
    assert [(line.badge, line.room_id) for line in imported.ready] == [("1", annex.pk)]
    assert [line.faults[0].code for line in imported.faulty] == ["staff_no_room", "staff_room"]
    assert [line.badge for line in read(text, room).faulty] == ["1", "3"]


def test_imported_staff_have_role_and_room_and_no_secret(room: Room) -> None:
    by = create_staff("manager", alias="Hornbeam", badge="301")
    create_staff("dealer", alias="Holly", badge="9")
    text = f"{HEAD}1,Hol ly,dealer\n2,holly!,desk\n3,\u2665,manager\n"
    staff_import(text.encode(), rooms=[room], by=by, now=NOW)
    rows = {staff.badge: staff for staff in Staff.objects.filter(badge__in=["1", "2", "3"])}
    assert [rows[badge].user.username for badge in "123"] == ["hol-ly", "holly-2", "staff"]
    assert [list(rows[badge].user.groups.values_list("name", flat=True)) for badge in "123"] == [
        ["dealer"],
        ["desk"],
        ["manager"],
    ]
    assert [rows[badge].user.is_staff for badge in "123"] == [False, True, True]
    for staff in rows.values():
        assert not staff.house_wide
        assert list(staff.rooms.all()) == [room]
        assert not staff.pin_hash
        assert not staff.user.has_usable_password()
    added = AuditEvent.objects.filter(verb="staff_added")
    assert sorted(event.about_name for event in added) == ["Hol ly", "holly!", "\u2665"]


def test_badge_added_at_the_same_moment_imports_no_one(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    by = create_staff("manager", alias="Hornbeam", badge="301")
    imported = read(f"{HEAD}1,Bittern,dealer\n2,Coot,dealer\n", room)
    create_staff("dealer", alias="Crake", badge="2")
    monkeypatch.setattr("staff.staff_import.staff_read", lambda *_args, **_named: imported)
    with pytest.raises(Refusal, match="staff_added_at_once"):
        staff_import(b"", rooms=[room], by=by, now=NOW)
    assert sorted(Staff.objects.values_list("alias", flat=True)) == ["Crake", "Hornbeam"]


@pytest.mark.release
def test_five_thousand_lines_are_imported(room: Room) -> None:
    by = create_staff("manager", alias="Hornbeam", badge="301")
    lines = "".join(f"{number},Alias {number},dealer\n" for number in range(1000, 1000 + MAX_ROWS))
    imported = staff_import((HEAD + lines).encode(), rooms=[room], by=by, now=NOW)
    assert len(imported.ready) == MAX_ROWS
    assert User.objects.filter(staff__rooms=room).count() == MAX_ROWS
