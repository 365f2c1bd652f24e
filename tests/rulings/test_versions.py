"""Versions: drafted by one manager, published by another, never changed, and taken up between hands."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, transaction

from audit import models as audit
from poker import codec
from poker.commands import Act, SetButton
from poker.refusal import Refusal
from poker.rules import HouseRules
from rulings.drafts import draft_discard, draft_preset, draft_save
from rulings.models import Draft, Version
from rulings.publishing import rules_in_play, tables_of, version_publish
from rulings.rulebooks import book_of_room, book_of_table, in_force, newest
from rulings.tasks import rules_begin
from tables import lifecycle
from tables.effective_rules import rules_at
from tables.models import Plaque, Room, Staff, Table
from tables.plaques import plaque_publish
from tests.rulings.conftest import House
from tests.tables.room import FIELDS, PIN, Small, staff

pytestmark = pytest.mark.django_db
REASON = "Most limit players here know the half rule."


def save(house: House, *, by: Staff | None = None, seen: int = 0, **said: Any) -> Draft:
    """A draft with the half rule."""
    data: dict[str, Any] = {"chosen": {"BET-4": "half"}, "reason": REASON, "effective_from": None}
    staff = by or house.hornbeam
    return draft_save(book=house.book, staff=staff, seen=seen, now=house.small.now, **(data | said))


def publish(house: House, *, by: Staff | None = None, seen: int = 1, pin: str = PIN) -> Version:
    """With the second manager's badge, a minute later."""
    house.small.now += timedelta(minutes=1)
    badge = (by or house.linden).badge
    return version_publish(book=house.book, badge=badge, pin=pin, seen=seen, now=house.small.now)


def picture(table: Table) -> Any:
    table.stream.refresh_from_db()
    return codec.decode_state(bytes(table.stream.state))


def test_a_room_begins_with_the_guides(house: House) -> None:
    first = newest(house.book)
    assert first is not None
    assert (first.number, first.settings, first.published_by) == (1, {}, None)
    assert book_of_room(room=house.book.room, now=house.small.now) == house.book
    assert Version.objects.count() == 1


def test_two_managers_make_a_version(house: House) -> None:
    draft = save(house)
    assert (draft.revision, draft.settings) == (1, {"limit_reopen": "half"})
    version = publish(house)
    assert (version.number, version.settings) == (2, {"limit_reopen": "half"})
    assert (version.proposed_by, version.published_by) == (house.hornbeam, house.linden)
    assert (version.effective_from, version.published_at) == (house.small.now, house.small.now)
    assert in_force(house.book, house.small.now) == version
    assert not Draft.objects.exists()
    rules = rules_at(table_id=house.small.table.pk, now=house.small.now)
    assert rules == HouseRules(version=2, limit_reopen="half")


def test_only_what_differs_from_the_guides_is_kept(house: House) -> None:
    save(house, chosen={"BET-4": "half", "BET-6": "yes", "DRAW-3": "no"})
    draft = save(house, seen=1, chosen={"BET-4": "full"})
    assert draft.settings == {"any_amount": True, "draw_burn": False}
    save(house, seen=2, chosen={})
    assert Draft.objects.get().revision == 2  # the same again changes nothing


def test_one_change_or_all_are_given_up(house: House) -> None:
    save(house, chosen={"BET-4": "half", "BET-6": "yes"})
    data: dict[str, Any] = {"book": house.book, "staff": house.hornbeam, "now": house.small.now}
    left = draft_discard(seen=1, clause="BET-4", **data)
    assert left is not None
    assert left.settings == {"any_amount": True}
    with pytest.raises(Refusal, match="no_clause"):
        draft_discard(seen=2, clause="BET-99", **data)
    draft_discard(seen=2, clause="", **data)
    assert not Draft.objects.exists()
    with pytest.raises(Refusal, match="draft_gone"):
        draft_discard(seen=2, clause="", **data)


def test_a_change_given_up_is_as_in_the_version_before(house: House) -> None:
    save(house)
    publish(house)
    house.small.now += timedelta(days=1)
    save(house, chosen={"BET-4": "full"})
    data: dict[str, Any] = {"book": house.book, "staff": house.hornbeam, "now": house.small.now}
    left = draft_discard(seen=1, clause="BET-4", **data)
    assert left is not None
    assert left.settings == {"limit_reopen": "half"}


def test_a_preset_begins_the_draft_again(house: House) -> None:
    save(house, chosen={"BET-6": "yes"})
    data: dict[str, Any] = {"book": house.book, "staff": house.linden, "now": house.small.now}
    draft = draft_preset(seen=1, preset="tda", **data)
    assert draft.settings["button"] == "dead"
    assert "any_amount" not in draft.settings
    assert (draft.proposed_by, draft.reason) == (house.linden, REASON)
    with pytest.raises(Refusal, match="no_preset"):
        draft_preset(seen=2, preset="none", **data)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"chosen": {"BET-99": "half"}}, "no_clause"),
        ({"chosen": {"BET-4": "third"}}, "no_option"),
        ({"chosen": {"BET-6": "true"}}, "no_option"),
        ({"reason": "x" * 501}, "reason_long"),
        ({"effective_from": datetime.fromisoformat("2026-11-21T21:40:00+00:00")}, "date_past"),
    ],
)
def test_a_bad_draft_is_refused_and_nothing_is_written(
    house: House, said: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refusal, match=code):
        save(house, **said)
    assert not Draft.objects.exists()


@pytest.mark.parametrize("role", ["dealer", "desk", "supervisor", "surveillance"])
def test_only_managers_draft_and_publish(house: House, role: str) -> None:
    other = staff(role, alias="Wren", badge="101")
    with pytest.raises(Refusal, match="not_a_manager"):
        save(house, by=other)
    with pytest.raises(Refusal, match="not_a_manager"):
        book_of_table(table=house.small.table, staff=other)
    save(house)
    with pytest.raises(Refusal, match="not_a_manager"):
        publish(house, by=other)
    assert Version.objects.count() == 1


def test_a_manager_who_left_publishes_nothing(house: House) -> None:
    save(house)
    house.linden.user.is_active = False
    house.linden.user.save()
    with pytest.raises(Refusal, match="bad_sign_in"):
        publish(house)


def test_nobody_publishes_what_they_proposed(house: House) -> None:
    save(house)
    with pytest.raises(Refusal, match="same_person"):
        publish(house, by=house.hornbeam)
    act = audit.Act.objects.get(verb="refused_second_person")
    assert (act.alias, act.outcome, act.about_kind) == ("Hornbeam", "refused", "book")
    save(house, by=house.linden, seen=1, reason="And said again.")
    with pytest.raises(Refusal, match="same_person"):
        publish(house, seen=2)
    assert publish(house, by=house.hornbeam, seen=2).number == 2


def test_a_wrong_pin_is_a_try_and_five_lock(house: House) -> None:
    save(house)
    for code in (*["bad_sign_in"] * 4, "locked_out", "locked_out"):
        with pytest.raises(Refusal, match=code):
            publish(house, pin="0000")
    house.small.now -= timedelta(seconds=30)  # a minute is added: the delay of a minute still runs
    with pytest.raises(Refusal, match="locked_out"):
        publish(house)


def test_what_cannot_be_published(house: House) -> None:
    with pytest.raises(Refusal, match="draft_gone"):
        publish(house)
    save(house, reason=" ")
    with pytest.raises(Refusal, match="reason_missing"):
        publish(house)
    save(house, seen=1, chosen={"BET-4": "full"})
    with pytest.raises(Refusal, match="nothing_changes"):
        publish(house, seen=2)


def test_the_date_is_not_over_when_it_is_published(house: House) -> None:
    save(house, effective_from=house.small.now + timedelta(hours=1))
    house.small.now += timedelta(hours=2)
    with pytest.raises(Refusal, match="date_past"):
        publish(house)


def test_versions_count_one_after_the_other(house: House) -> None:
    later = house.small.now + timedelta(days=9)
    save(house, effective_from=later)
    publish(house)
    save(house, chosen={"BET-6": "yes"}, effective_from=later - timedelta(days=1))
    with pytest.raises(Refusal, match="date_before_last"):
        publish(house)
    first, coming = in_force(house.book, house.small.now), newest(house.book)
    assert first is not None
    assert coming is not None
    assert (first.number, coming.number) == (1, 2)
    assert in_force(house.book, later) == coming


def test_two_managers_at_once(house: House) -> None:
    """Who saw an older draft is told by whom it was saved; of two who publish one wins, the other is told."""
    save(house)
    with pytest.raises(Refusal, match="draft_moved_on") as caught:
        save(house, by=house.linden, chosen={"BET-6": "yes"})
    assert caught.value.facts["name"] == "Hornbeam"
    save(house, by=house.linden, seen=1, chosen={"BET-6": "yes"})
    with pytest.raises(Refusal, match="draft_moved_on"):
        publish(house, by=house.hornbeam)  # what was seen is not what is there
    publish(house, by=house.hornbeam, seen=2)
    with pytest.raises(Refusal, match="draft_gone") as exception_info:
        publish(house, by=house.hornbeam, seen=2)
    assert exception_info.value.facts == {"version": 2, "name": "Hornbeam"}
    assert Version.objects.count() == 2


def test_a_version_is_never_changed(house: House) -> None:
    with pytest.raises(DatabaseError, match="never"), transaction.atomic():
        Version.objects.update(reason="another")
    with pytest.raises(DatabaseError, match="never"), transaction.atomic():
        Version.objects.all().delete()


def test_idle_tables_take_it_up_at_once_and_hands_end_as_they_began(house: House) -> None:
    idle = house.small
    busy = Small(Table.objects.get(pk=small_table(house, "T2").pk), now=idle.now)
    for table in (idle, busy):
        table.sit(1, 2, 3, 4)
        table.open()
        table.do(SetButton(seat=1))
    busy.do(Act(seat=4, what="raise"))
    house.small.now += timedelta(minutes=1)
    save(house)
    publish(house)
    assert picture(idle.table).rules.version == 2
    assert picture(busy.table).rules.version == 1
    for seat in (1, 2, 3):
        busy.do(Act(seat=seat, what="fold"))
    assert rules_in_play(busy.table, house.small.now) == (HouseRules(), None)
    call_command("verify_journal", verbosity=0)


def small_table(house: House, name: str) -> Table:
    first = house.small.table
    return lifecycle.table_create(
        room=first.room,
        name=name,
        seats=9,
        plaque=first.plaque,
        actor="system.test",
        now=house.small.now,
    )


def test_the_job_brings_a_version_to_idle_tables_when_it_begins(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = house.small
    idle.sit(1, 2, 3)
    idle.open()
    save(house, effective_from=idle.now + timedelta(hours=1))
    publish(house)
    monkeypatch.setattr("django.utils.timezone.now", lambda: idle.now)
    assert rules_begin() == 0
    idle.now += timedelta(hours=1)
    assert rules_begin() == 1
    assert picture(idle.table).rules.version == 2
    assert rules_begin() == 0


def test_a_version_under_which_a_table_cannot_go_on_is_refused(house: House) -> None:
    """H-12: somebody plays stud without antes, so antes cannot be made a must."""
    save(house, chosen={"STUD-2": "optional"})
    publish(house)
    no_ante = {"name": "Stud, no ante", "game": "stud", "blinds": [], "bring_in": 200}
    free = plaque_publish(plaque=Plaque(**(FIELDS | no_ante)), now=house.small.now)
    stud = small_table(house, "T2")
    Table.objects.filter(pk=stud.pk).update(plaque=free)
    house.small.now += timedelta(days=1)
    save(house, chosen={"STUD-2": "always"})
    with pytest.raises(Refusal, match="plaque_against_rules") as caught:
        publish(house)
    assert caught.value.facts == {
        "table": "T2",
        "why": "House rule: everyone antes in stud. (H-12)",
    }


def test_a_table_may_have_its_own(house: House) -> None:
    own = book_of_table(table=house.small.table, staff=house.hornbeam)
    assert book_of_table(table=house.small.table, staff=house.linden) == own
    assert newest(own) is None
    save(house)
    publish(house)
    house.book, of_room = own, house.book
    house.small.now += timedelta(minutes=1)
    save(house, chosen={"BTN-1": "dead"})
    version = publish(house)
    assert (version.number, version.settings) == (1, {"limit_reopen": "half", "button": "dead"})
    rules = rules_at(table_id=house.small.table.pk, now=house.small.now)
    assert (rules.book, rules.version, rules.button) == ("T1", 1, "dead")
    assert [table.name for table in tables_of(own)] == ["T1"]
    assert list(tables_of(of_room)) == []


def test_rooms_do_not_mix(house: House) -> None:
    other = Room.objects.create(name="Other room")
    book_of_room(room=other, now=house.small.now)
    save(house)
    publish(house)
    numbers = Version.objects.order_by("pk").values_list("book__name", "number")
    assert list(numbers) == [("Small room", 1), ("Other room", 1), ("Small room", 2)]
