"""Two managers withdraw a table's own rulebook: from a date on, the table uses the room's."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import Error, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from poker import codec
from poker.refusal import Refusal
from rulings.drafts import draft_discard, draft_preset, draft_save, draft_withdraw
from rulings.models import Book, RulebookDraft, RulebookVersion
from rulings.pages import RulebookPage
from rulings.publishing import tables_of, version_publish
from rulings.rulebook import rulebook
from rulings.rulebooks import book_of_table, newest
from tables.effective_rules import all_rules, rules_at
from tables.models import EffectiveRules
from tests.support.page_roles import PageContent
from tests.support.room import PIN, TableDriver
from tests.support.rulebook_fixtures import House

pytestmark = pytest.mark.django_db
REASON = "One rulebook is enough."


@pytest.fixture
def room(room: TableDriver) -> TableDriver:
    """A room in the past, because the pages use the real time."""
    room.now = timezone.now() - timedelta(days=1)
    return room


@pytest.fixture
def table_book(house: House) -> Book:
    """T1's own rulebook: a dead button."""
    book = book_of_table(table=house.driver.table, staff=house.hornbeam)
    save_draft(house, book, chosen={"BTN-1": "dead"})
    publish_version(house, book)
    return book


def save_draft(house: House, book: Book, *, seen: int = 0, **fields: Any) -> RulebookDraft:
    data: dict[str, Any] = {"chosen": {}, "reason": REASON, "effective_from": None}
    arguments: dict[str, Any] = {
        "book": book,
        "staff": house.hornbeam,
        "seen": seen,
        "now": house.driver.now,
    }
    return draft_save(**arguments, **(data | fields))


def withdraw_book(house: House, book: Book, *, seen: int = 0) -> RulebookDraft:
    """Propose the withdrawal with a reason."""
    draft = draft_withdraw(book=book, staff=house.hornbeam, seen=seen, now=house.driver.now)
    return save_draft(house, book, seen=draft.revision)


def publish_version(house: House, book: Book, *, badge: str = "302") -> RulebookVersion:
    """Publish with the second manager's badge, a minute later."""
    house.driver.now += timedelta(minutes=1)
    seen = RulebookDraft.objects.get(book=book).revision
    return version_publish(book=book, badge=badge, pin=PIN, seen=seen, now=house.driver.now)


def rules_in_play(house: House) -> tuple[str, int, str]:
    """Return whose rulebook T1's next hand uses, its version, and its button rule."""
    rules = rules_at(table_id=house.driver.table.pk, now=house.driver.now)
    return rules.book, rules.version, rules.button


def test_withdrawal_needs_two_managers(house: House, table_book: Book) -> None:
    idle = house.driver
    idle.seat_players(1, 2, 3)
    idle.open()
    assert rules_in_play(house) == ("T1", 1, "dead")
    draft = withdraw_book(house, table_book)
    assert (draft.withdraws, draft.settings) == (True, {})
    with pytest.raises(Refusal, match="same_person"):
        publish_version(house, table_book, badge="301")
    version = publish_version(house, table_book)
    assert (version.number, version.withdraws, version.reason) == (2, True, REASON)
    assert (version.proposed_by, version.published_by) == (house.hornbeam, house.linden)
    assert rules_in_play(house) == ("", 1, "moving")
    idle.table.stream.refresh_from_db()
    house_rules = codec.decode_state(bytes(idle.table.stream.state)).rules
    assert (house_rules.book, house_rules.version) == ("", 1)
    assert all(rules.book == "" for rules in all_rules(now=idle.now))
    assert [table.name for table in tables_of(house.book)] == ["T1"]
    call_command("verify_journal", verbosity=0)


def test_table_without_a_rulebook_gets_the_versions_of_the_room(
    house: House, table_book: Book
) -> None:
    withdraw_book(house, table_book)
    publish_version(house, table_book)
    save_draft(house, house.book, chosen={"BET-4": "half"})
    publish_version(house, house.book)
    assert rules_in_play(house) == ("", 2, "moving")
    draft = save_draft(house, table_book)
    assert draft.settings == {"limit_reopen": "half"}  # it begins with what the room's says now
    assert publish_version(house, table_book).number == 3
    assert rules_in_play(house) == ("T1", 3, "moving")
    assert list(tables_of(house.book)) == []


def test_withdrawal_takes_effect_on_its_date(house: House, table_book: Book) -> None:
    later_time = house.driver.now + timedelta(hours=6)
    withdraw_book(house, table_book)
    save_draft(house, table_book, seen=2, effective_from=later_time)
    publish_version(house, table_book)
    assert rules_in_play(house) == ("T1", 1, "dead")
    assert [table.name for table in tables_of(house.book)] == [
        "T1"
    ]  # its plaque must hold there too
    house.driver.now = later_time
    assert rules_in_play(house) == ("", 1, "moving")


def test_new_draft_keeps_the_rulebook(house: House, table_book: Book) -> None:
    withdraw_book(house, table_book)
    same_draft = save_draft(
        house, table_book, seen=2, chosen={"BTN-1": "moving"}, reason="As the room has it"
    )
    assert same_draft.withdraws
    second_draft = save_draft(house, table_book, seen=3, chosen={"BTN-1": "dead", "BET-4": "half"})
    assert not second_draft.withdraws
    data: dict[str, Any] = {"book": table_book, "staff": house.hornbeam, "now": house.driver.now}
    assert draft_withdraw(seen=4, **data).withdraws
    assert not draft_preset(seen=5, preset="tda", **data).withdraws
    draft_withdraw(seen=6, **data)
    assert draft_discard(seen=7, clause="", **data) is None
    last = newest(table_book)
    assert last is not None
    assert not last.withdraws


def test_invalid_withdrawal_is_refused(house: House, table_book: Book) -> None:
    data: dict[str, Any] = {"staff": house.hornbeam, "seen": 0, "now": house.driver.now}
    with pytest.raises(Refusal, match="nothing_to_withdraw"):
        draft_withdraw(book=house.book, **data)
    draft = draft_withdraw(book=table_book, **data)
    with pytest.raises(Refusal, match="reason_missing"):
        publish_version(house, table_book)
    with pytest.raises(Refusal, match="draft_moved_on"):
        draft_withdraw(book=table_book, **data)
    save_draft(house, table_book, seen=draft.revision)
    publish_version(house, table_book)
    with pytest.raises(Refusal, match="nothing_to_withdraw"):
        draft_withdraw(book=table_book, **data)


def test_versions_stay_append_only(house: House, table_book: Book) -> None:
    """The triggers are there again after the columns were added."""
    for model in (RulebookVersion, EffectiveRules):
        with pytest.raises(Error, match="is never changed"), transaction.atomic():
            model.objects.update(effective_from=house.driver.now)
        with pytest.raises(Error, match="is never"), transaction.atomic():
            model.objects.all().delete()


def test_page_offers_the_withdrawal_and_shows_the_rules_in_force(
    house: House, table_book: Book
) -> None:
    client = Client()
    client.force_login(house.hornbeam.user, "django.contrib.auth.backends.ModelBackend")

    def at(page_name: str) -> str:
        return reverse(f"rulings:{page_name}", args=[table_book.pk, "BTN-1"])

    page = PageContent(client.get(at("setting")))
    assert "Propose withdrawing T1's rulebook" in page.names("button")
    of_room = reverse("rulings:setting", args=[house.book.pk, "BTN-1"])
    assert "Propose withdrawing" not in PageContent(client.get(of_room)).text
    response = client.post(at("withdraw"), {"revision": "0"}, follow=True)
    page = PageContent(response)
    assert "T1 goes back to the room" in page.text
    assert "v2 draft: back to the room" in page.text
    assert "Propose withdrawing" not in page.text
    data = {"option": "moving", "reason": REASON, "effective_from": "", "revision": "1"}
    client.post(at("draft"), data)
    client.post(at("publish"), {"badge": "302", "pin": PIN, "revision": "2"})
    page = PageContent(client.get(at("setting")))
    assert "room rulebook in force" in page.text
    assert "Propose withdrawing" not in page.text
    old = client.get(reverse("rulings:version", args=[table_book.pk, 2])).content.decode()
    assert "rulebook is withdrawn" in PageContent(old).text
    assert REASON in PageContent(old).text
    denied = client.post(at("withdraw"), {"revision": "0"})
    assert denied.status_code == 422
    assert "Nothing to withdraw" in PageContent(denied).alert()
    assert RulebookPage(table_book, rulebook().item("BTN-1"), timezone.now()).basis == {}
