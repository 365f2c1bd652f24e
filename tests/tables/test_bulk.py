"""Tables from one line: which names it means, which lines are refused, and all or none."""

import pytest

from journal.models import Stream
from poker.refusal import Refusal
from staff.models import AuditEvent, Room
from tables.bulk import MOST_TABLES, section_letters, table_names, tables_create
from tables.models import Device, Plaque, Table
from tests.support.room import NOW, create_plaque, create_staff


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("T1-T3", ["T1", "T2", "T3"]),
        ("T1\u2013T3", ["T1", "T2", "T3"]),
        ("T1 \u2014 3", ["T1", "T2", "T3"]),
        ("T1-T2, S1-S2,", ["T1", "T2", "S1", "S2"]),
        ("T09-T11", ["T09", "T10", "T11"]),
        ("1-3", ["1", "2", "3"]),
        ("Big 1 - Big 2", ["Big 1", "Big 2"]),
        ("Feature", ["Feature"]),
        ("VIP-1", ["VIP-1"]),
        ("T7-T7", ["T7"]),
    ],
)
def test_line_means_names(line: str, names: list[str]) -> None:
    assert table_names(line) == names


def test_line_of_the_most_tables_is_accepted() -> None:
    assert len(table_names(f"T1-T{MOST_TABLES}")) == MOST_TABLES


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "tables_none"),
        (" , ,", "tables_none"),
        ("T1-T1000", "tables_many"),
        ("T1-T9999999999", "tables_many"),
        ("T1-T400, S1-S400", "tables_many"),
        ("T" * 5000, "tables_many"),
        (",".join(f"T{number}" for number in range(1, 400)) + ",S1-S400", "tables_many"),
        ("T1-S8", "tables_line"),
        ("T8-T1", "tables_backwards"),
        ("T1-T4, T3", "tables_twice"),
        ("T" * 21, "table_name"),
        ("T/1-T/2", "table_name"),
        ("..", "table_name"),
        ("\u202eT1", "table_name"),
        ("T\x001", "table_name"),
    ],
)
def test_line_is_refused(line: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        table_names(line)
    assert refused.value.code == code


def test_sections_get_letters_in_natural_order() -> None:
    letters = section_letters(["T10", "T2", "T1", "T3"], 2)
    assert letters == {"T1": "A", "T2": "A", "T3": "B", "T10": "B"}
    assert section_letters([f"T{number}" for number in range(1, 30)], 1)["T28"] == "AB"


@pytest.mark.django_db
def test_tables_come_with_their_tablets_all_or_none() -> None:
    by = create_staff("manager", alias="Hornbeam", badge="301")
    room = Room.objects.create(name="Riverside")
    plaque = create_plaque()
    tables_create(room=room, names=["T1", "T2"], seats=9, plaque=plaque, by=by, now=NOW)
    tablets = Device.objects.values_list("table__name", "name", "token_hash")
    assert sorted(tablets) == [("T1", "Tablet T1", None), ("T2", "Tablet T2", None)]
    events = AuditEvent.objects.filter(verb="setting_added")
    assert {(event.about_name, event.who, event.room) for event in events} == {
        (name, by.key, room.pk) for name in ("T1", "T2")
    }
    before = Stream.objects.count()
    with pytest.raises(Refusal) as refused:
        tables_create(room=room, names=["T0", "T2", "T3"], seats=9, plaque=plaque, by=by, now=NOW)
    assert (refused.value.code, refused.value.facts["names"]) == ("tables_there", ["T2"])
    stud = create_plaque(name="Stud", game="stud", blinds=[], ante=100, bring_in=200)
    with pytest.raises(Refusal, match="too_many_seats"):
        tables_create(room=room, names=["T8"], seats=9, plaque=stud, by=by, now=NOW)
    assert (Table.objects.count(), Stream.objects.count()) == (2, before)
    assert Plaque.objects.count() == 2
