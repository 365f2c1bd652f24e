"""Versions: drafted by one manager, published by another, never changed, applied between hands."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, transaction

from poker import codec
from poker.commands import Act, SetButton
from poker.refusal import Refusal
from poker.rules import HouseRules
from rulings.drafts import draft_discard, draft_preset, draft_save
from rulings.models import RulebookDraft, RulebookVersion
from rulings.publishing import rules_in_play, tables_of, version_publish
from rulings.rulebooks import book_of_room, book_of_table, in_force, newest
from rulings.tasks import rules_begin
from staff import models as audit
from staff.models import Room, Staff
from tables import lifecycle
from tables.effective_rules import rules_at
from tables.models import Plaque, Table
from tables.plaques import plaque_publish
from tests.support.room import FIELDS, PIN, TableDriver, create_staff
from tests.support.rulebook_fixtures import House

pytestmark = pytest.mark.django_db
REASON = "Most limit players here know the half rule."


def save_draft(
    house: House, *, by: Staff | None = None, seen: int = 0, **fields: Any
) -> RulebookDraft:
    """Save a draft with the half rule."""
    data: dict[str, Any] = {"chosen": {"BET-4": "half"}, "reason": REASON, "effective_from": None}
    staff = by or house.hornbeam
    return draft_save(
        book=house.book, staff=staff, seen=seen, now=house.driver.now, **(data | fields)
    )


def publish_version(
    house: House, *, by: Staff | None = None, seen: int = 1, pin: str = PIN
) -> RulebookVersion:
    """Publish with the second manager's badge, a minute later."""
    house.driver.now += timedelta(minutes=1)
    badge = (by or house.linden).badge
    return version_publish(book=house.book, badge=badge, pin=pin, seen=seen, now=house.driver.now)


def stored_state(table: Table) -> Any:
    table.stream.refresh_from_db()
    return codec.decode_state(bytes(table.stream.state))


def test_new_room_starts_with_the_guide_defaults(house: House) -> None:
    first = newest(house.book)
    assert first is not None
    assert (first.number, first.settings, first.published_by) == (1, {}, None)
    assert book_of_room(room=house.book.room, now=house.driver.now) == house.book
    assert RulebookVersion.objects.count() == 1


def test_version_needs_two_managers(house: House) -> None:
    draft = save_draft(house)
    assert (draft.revision, draft.settings) == (1, {"limit_reopen": "half"})
    version = publish_version(house)
    assert (version.number, version.settings) == (2, {"limit_reopen": "half"})
    assert (version.proposed_by, version.published_by) == (house.hornbeam, house.linden)
    assert (version.effective_from, version.published_at) == (house.driver.now, house.driver.now)
    assert in_force(house.book, house.driver.now) == version
    assert not RulebookDraft.objects.exists()
    rules = rules_at(table_id=house.driver.table.pk, now=house.driver.now)
    assert rules == HouseRules(version=2, limit_reopen="half")


def test_only_differences_from_the_guides_are_stored(house: House) -> None:
    save_draft(house, chosen={"BET-4": "half", "BET-6": "yes", "DRAW-3": "no"})
    draft = save_draft(house, seen=1, chosen={"BET-4": "full"})
    assert draft.settings == {"any_amount": True, "draw_burn": False}
    save_draft(house, seen=2, chosen={})
    assert RulebookDraft.objects.get().revision == 2  # the same again changes nothing


def test_one_draft_change_or_all_are_discarded(house: House) -> None:
    save_draft(house, chosen={"BET-4": "half", "BET-6": "yes"})
    data: dict[str, Any] = {"book": house.book, "staff": house.hornbeam, "now": house.driver.now}
    left = draft_discard(seen=1, clause="BET-4", **data)
    assert left is not None
    assert left.settings == {"any_amount": True}
    with pytest.raises(Refusal, match="no_clause"):
        draft_discard(seen=2, clause="BET-99", **data)
    draft_discard(seen=2, clause="", **data)
    assert not RulebookDraft.objects.exists()
    with pytest.raises(Refusal, match="no_draft"):
        draft_discard(seen=2, clause="", **data)


def test_discarded_change_restores_the_published_setting(house: House) -> None:
    save_draft(house)
    publish_version(house)
    house.driver.now += timedelta(days=1)
    save_draft(house, chosen={"BET-4": "full"})
    data: dict[str, Any] = {"book": house.book, "staff": house.hornbeam, "now": house.driver.now}
    left = draft_discard(seen=1, clause="BET-4", **data)
    assert left is not None
    assert left.settings == {"limit_reopen": "half"}


def test_preset_replaces_the_draft(house: House) -> None:
    save_draft(house, chosen={"BET-6": "yes"})
    data: dict[str, Any] = {"book": house.book, "staff": house.linden, "now": house.driver.now}
    draft = draft_preset(seen=1, preset="tda", **data)
    assert draft.settings["button"] == "dead"
    assert "any_amount" not in draft.settings
    assert (draft.proposed_by, draft.reason) == (house.linden, REASON)
    with pytest.raises(Refusal, match="no_preset"):
        draft_preset(seen=2, preset="none", **data)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"chosen": {"BET-99": "half"}}, "no_clause"),
        ({"chosen": {"BET-4": "third"}}, "no_option"),
        ({"chosen": {"BET-6": "true"}}, "no_option"),
        ({"reason": "x" * 501}, "reason_long"),
        ({"effective_from": datetime.fromisoformat("2026-11-21T21:40:00+00:00")}, "date_past"),
    ],
)
def test_invalid_draft_is_refused_and_stores_nothing(
    house: House, fields: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refusal, match=code):
        save_draft(house, **fields)
    assert not RulebookDraft.objects.exists()


@pytest.mark.parametrize("role", ["dealer", "desk", "supervisor", "surveillance"])
def test_only_managers_draft_and_publish(house: House, role: str) -> None:
    staff_member = create_staff(role, alias="Wren", badge="101")
    with pytest.raises(Refusal, match="not_allowed"):
        save_draft(house, by=staff_member)
    with pytest.raises(Refusal, match="not_allowed"):
        book_of_table(table=house.driver.table, staff=staff_member)
    save_draft(house)
    with pytest.raises(Refusal, match="not_allowed"):
        publish_version(house, by=staff_member)
    assert RulebookVersion.objects.count() == 1


def test_dismissed_manager_cannot_publish(house: House) -> None:
    save_draft(house)
    house.linden.user.is_active = False
    house.linden.user.save()
    with pytest.raises(Refusal, match="bad_sign_in"):
        publish_version(house)


def test_author_cannot_publish_their_own_draft(house: House) -> None:
    save_draft(house)
    with pytest.raises(Refusal, match="same_person"):
        publish_version(house, by=house.hornbeam)
    act = audit.AuditEvent.objects.get(verb="refused_second_person")
    assert (act.alias, act.outcome, act.about_kind) == ("Hornbeam", "refused", "book")
    save_draft(house, by=house.linden, seen=1, reason="And said again.")
    with pytest.raises(Refusal, match="same_person"):
        publish_version(house, seen=2)
    assert publish_version(house, by=house.hornbeam, seen=2).number == 2


def test_five_wrong_pins_lock_the_account(house: House) -> None:
    save_draft(house)
    for code in (*["bad_sign_in"] * 4, "locked_out", "locked_out"):
        with pytest.raises(Refusal, match=code):
            publish_version(house, pin="0000")
    house.driver.now -= timedelta(seconds=30)  # a minute is added: the delay of a minute still runs
    with pytest.raises(Refusal, match="locked_out"):
        publish_version(house)


def test_invalid_publication_is_refused(house: House) -> None:
    with pytest.raises(Refusal, match="no_draft"):
        publish_version(house)
    save_draft(house, reason=" ")
    with pytest.raises(Refusal, match="reason_missing"):
        publish_version(house)
    save_draft(house, seen=1, chosen={"BET-4": "full"})
    with pytest.raises(Refusal, match="nothing_changes"):
        publish_version(house, seen=2)


def test_version_with_a_past_date_is_refused(house: House) -> None:
    save_draft(house, effective_from=house.driver.now + timedelta(hours=1))
    house.driver.now += timedelta(hours=2)
    with pytest.raises(Refusal, match="date_past"):
        publish_version(house)


def test_versions_take_effect_in_order(house: House) -> None:
    later_time = house.driver.now + timedelta(days=9)
    save_draft(house, effective_from=later_time)
    publish_version(house)
    save_draft(house, chosen={"BET-6": "yes"}, effective_from=later_time - timedelta(days=1))
    with pytest.raises(Refusal, match="date_before_last"):
        publish_version(house)
    first = in_force(house.book, house.driver.now)
    next_version = newest(house.book)
    assert first is not None
    assert next_version is not None
    assert (first.number, next_version.number) == (1, 2)
    assert in_force(house.book, later_time) == next_version


def test_concurrent_publication_succeeds_once(house: House) -> None:
    """A manager with an older draft is told who saved it; of two publications one succeeds, the other is
    refused.
    """
    save_draft(house)
    with pytest.raises(Refusal, match="draft_moved_on") as refusal_info:
        save_draft(house, by=house.linden, chosen={"BET-6": "yes"})
    assert refusal_info.value.facts["name"] == "Hornbeam"
    save_draft(house, by=house.linden, seen=1, chosen={"BET-6": "yes"})
    with pytest.raises(Refusal, match="draft_moved_on"):
        publish_version(house, by=house.hornbeam)  # what was seen is not what is there
    publish_version(house, by=house.hornbeam, seen=2)
    with pytest.raises(Refusal, match="draft_gone") as exception_info:
        publish_version(house, by=house.hornbeam, seen=2)
    assert exception_info.value.facts == {"version": 2, "name": "Hornbeam"}
    assert RulebookVersion.objects.count() == 2


def test_a_version_is_never_changed(house: House) -> None:
    with pytest.raises(DatabaseError, match="never"), transaction.atomic():
        RulebookVersion.objects.update(reason="another")
    with pytest.raises(DatabaseError, match="never"), transaction.atomic():
        RulebookVersion.objects.all().delete()


def test_version_applies_at_once_to_idle_tables_and_after_the_hand_elsewhere(house: House) -> None:
    idle = house.driver
    busy = TableDriver(Table.objects.get(pk=create_small_table(house, "T2").pk), now=idle.now)
    for table in (idle, busy):
        table.seat_players(1, 2, 3, 4)
        table.open()
        table.execute(SetButton(seat=1))
    busy.execute(Act(seat=4, what="raise"))
    house.driver.now += timedelta(minutes=1)
    save_draft(house)
    publish_version(house)
    assert stored_state(idle.table).rules.version == 2
    assert stored_state(busy.table).rules.version == 1
    for seat in (1, 2, 3):
        busy.execute(Act(seat=seat, what="fold"))
    assert rules_in_play(busy.table, house.driver.now) == (HouseRules(), None)
    call_command("verify_journal", verbosity=0)


def create_small_table(house: House, name: str) -> Table:
    first = house.driver.table
    return lifecycle.table_create(
        room=first.room,
        name=name,
        seats=9,
        plaque=first.plaque,
        actor="system.test",
        now=house.driver.now,
    )


def test_task_applies_a_version_to_idle_tables(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = house.driver
    idle.seat_players(1, 2, 3)
    idle.open()
    save_draft(house, effective_from=idle.now + timedelta(hours=1))
    publish_version(house)
    monkeypatch.setattr("django.utils.timezone.now", lambda: idle.now)
    assert rules_begin() == 0
    idle.now += timedelta(hours=1)
    assert rules_begin() == 1
    assert stored_state(idle.table).rules.version == 2
    assert rules_begin() == 0


def test_version_that_makes_a_posted_plaque_invalid_is_refused(house: House) -> None:
    """H-12: a table plays stud without antes, so antes cannot become mandatory."""
    save_draft(house, chosen={"STUD-2": "optional"})
    publish_version(house)
    no_ante = {"name": "Stud, no ante", "game": "stud", "blinds": [], "bring_in": 200}
    free = plaque_publish(plaque=Plaque(**(FIELDS | no_ante)), now=house.driver.now)
    stud = create_small_table(house, "T2")
    Table.objects.filter(pk=stud.pk).update(plaque=free)
    house.driver.now += timedelta(days=1)
    save_draft(house, chosen={"STUD-2": "always"})
    with pytest.raises(Refusal, match="plaque_against_rules") as refusal_info:
        publish_version(house)
    assert refusal_info.value.facts == {
        "table": "T2",
        "why": "House rule: everyone antes in stud. (House rule H-12)",
    }


def test_table_has_a_separate_rulebook(house: House) -> None:
    table_book = book_of_table(table=house.driver.table, staff=house.hornbeam)
    assert book_of_table(table=house.driver.table, staff=house.linden) == table_book
    assert newest(table_book) is None
    save_draft(house)
    publish_version(house)
    house.book, of_room = table_book, house.book
    house.driver.now += timedelta(minutes=1)
    save_draft(house, chosen={"BTN-1": "dead"})
    version = publish_version(house)
    assert (version.number, version.settings) == (1, {"limit_reopen": "half", "button": "dead"})
    rules = rules_at(table_id=house.driver.table.pk, now=house.driver.now)
    assert (rules.book, rules.version, rules.button) == ("T1", 1, "dead")
    assert [table.name for table in tables_of(table_book)] == ["T1"]
    assert list(tables_of(of_room)) == []


def test_rooms_have_separate_versions(house: House) -> None:
    other_room = Room.objects.create(name="Other room")
    book_of_room(room=other_room, now=house.driver.now)
    save_draft(house)
    publish_version(house)
    numbers = RulebookVersion.objects.order_by("pk").values_list("book__name", "number")
    assert list(numbers) == [("Small room", 1), ("Other room", 1), ("Small room", 2)]
