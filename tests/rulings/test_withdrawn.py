"""A table's own rulebook is given up by two managers: from a date on the table plays by the room's."""

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
from rulings.models import Book, Draft, Version
from rulings.pages import RulebookPage
from rulings.publishing import tables_of, version_publish
from rulings.rulebook import rulebook
from rulings.rulebooks import book_of_table, newest
from tables.effective_rules import all_rules, rules_at
from tables.models import RulesFrom
from tests.rulings.conftest import House
from tests.tables.room import PIN, Small

pytestmark = pytest.mark.django_db
REASON = "One rulebook is enough."


@pytest.fixture
def room(room: Small) -> Small:
    """The pages ask the clock, so everything here has happened by then."""
    room.now = timezone.now() - timedelta(days=1)
    return room


@pytest.fixture
def own(house: House) -> Book:
    """T1 plays by its own rulebook: a dead button."""
    book = book_of_table(table=house.small.table, staff=house.hornbeam)
    save(house, book, chosen={"BTN-1": "dead"})
    publish(house, book)
    return book


def save(house: House, book: Book, *, seen: int = 0, **said: Any) -> Draft:
    data: dict[str, Any] = {"chosen": {}, "reason": REASON, "effective_from": None}
    who: dict[str, Any] = {
        "book": book,
        "staff": house.hornbeam,
        "seen": seen,
        "now": house.small.now,
    }
    return draft_save(**who, **(data | said))


def withdraw(house: House, book: Book, *, seen: int = 0) -> Draft:
    """Proposed with a reason."""
    draft = draft_withdraw(book=book, staff=house.hornbeam, seen=seen, now=house.small.now)
    return save(house, book, seen=draft.revision)


def publish(house: House, book: Book, *, badge: str = "302") -> Version:
    """With the second manager's badge, a minute later."""
    house.small.now += timedelta(minutes=1)
    seen = Draft.objects.get(book=book).revision
    return version_publish(book=book, badge=badge, pin=PIN, seen=seen, now=house.small.now)


def played(house: House) -> tuple[str, int, str]:
    """Whose rulebook T1 would begin a hand by, its version, and how the button goes."""
    rules = rules_at(table_id=house.small.table.pk, now=house.small.now)
    return rules.book, rules.version, rules.button


def test_two_managers_withdraw_it(house: House, own: Book) -> None:
    idle = house.small
    idle.sit(1, 2, 3)
    idle.open()
    assert played(house) == ("T1", 1, "dead")
    draft = withdraw(house, own)
    assert (draft.withdraws, draft.settings) == (True, {})
    with pytest.raises(Refusal, match="same_person"):
        publish(house, own, badge="301")
    version = publish(house, own)
    assert (version.number, version.withdraws, version.reason) == (2, True, REASON)
    assert (version.proposed_by, version.published_by) == (house.hornbeam, house.linden)
    assert played(house) == ("", 1, "moving")
    idle.table.stream.refresh_from_db()
    house_rules = codec.decode_state(bytes(idle.table.stream.state)).rules
    assert (house_rules.book, house_rules.version) == ("", 1)
    assert all(rules.book == "" for rules in all_rules(now=idle.now))
    assert [table.name for table in tables_of(house.book)] == ["T1"]
    call_command("verify_journal", verbosity=0)


def test_the_rooms_next_version_reaches_it_and_its_own_may_begin_again(
    house: House, own: Book
) -> None:
    withdraw(house, own)
    publish(house, own)
    save(house, house.book, chosen={"BET-4": "half"})
    publish(house, house.book)
    assert played(house) == ("", 2, "moving")
    draft = save(house, own)
    assert draft.settings == {"limit_reopen": "half"}  # it begins with what the room's says now
    assert publish(house, own).number == 3
    assert played(house) == ("T1", 3, "moving")
    assert list(tables_of(house.book)) == []


def test_a_withdrawal_counts_from_its_date(house: House, own: Book) -> None:
    later = house.small.now + timedelta(hours=6)
    withdraw(house, own)
    save(house, own, seen=2, effective_from=later)
    publish(house, own)
    assert played(house) == ("T1", 1, "dead")
    assert [table.name for table in tables_of(house.book)] == [
        "T1"
    ]  # its plaque must hold there too
    house.small.now = later
    assert played(house) == ("", 1, "moving")


def test_who_chooses_again_keeps_the_rulebook(house: House, own: Book) -> None:
    withdraw(house, own)
    same = save(house, own, seen=2, chosen={"BTN-1": "moving"}, reason="As the room has it")
    assert same.withdraws
    other = save(house, own, seen=3, chosen={"BTN-1": "dead", "BET-4": "half"})
    assert not other.withdraws
    data: dict[str, Any] = {"book": own, "staff": house.hornbeam, "now": house.small.now}
    assert draft_withdraw(seen=4, **data).withdraws
    assert not draft_preset(seen=5, preset="tda", **data).withdraws
    draft_withdraw(seen=6, **data)
    assert draft_discard(seen=7, clause="", **data) is None
    last = newest(own)
    assert last is not None
    assert not last.withdraws


def test_what_cannot_be_withdrawn(house: House, own: Book) -> None:
    data: dict[str, Any] = {"staff": house.hornbeam, "seen": 0, "now": house.small.now}
    with pytest.raises(Refusal, match="nothing_to_withdraw"):
        draft_withdraw(book=house.book, **data)
    draft = draft_withdraw(book=own, **data)
    with pytest.raises(Refusal, match="reason_missing"):
        publish(house, own)
    with pytest.raises(Refusal, match="draft_moved_on"):
        draft_withdraw(book=own, **data)
    save(house, own, seen=draft.revision)
    publish(house, own)
    with pytest.raises(Refusal, match="nothing_to_withdraw"):
        draft_withdraw(book=own, **data)


def test_versions_are_still_kept_by_the_database(house: House, own: Book) -> None:
    """The triggers are there again after the columns were added."""
    for model in (Version, RulesFrom):
        with pytest.raises(Error, match="is never changed"), transaction.atomic():
            model.objects.update(effective_from=house.small.now)
        with pytest.raises(Error, match="is never"), transaction.atomic():
            model.objects.all().delete()


def test_the_page_proposes_it_and_says_what_is_in_force(house: House, own: Book) -> None:
    client = Client()
    client.force_login(house.hornbeam.user, "django.contrib.auth.backends.ModelBackend")

    def at(what: str) -> str:
        return reverse(f"rulings:{what}", args=[own.pk, "BTN-1"])

    key = "Propose withdrawing T1&#x27;s rulebook"
    page = client.get(at("setting")).content.decode().replace("T1's", "T1&#x27;s")
    assert key in page
    of_room = reverse("rulings:setting", args=[house.book.pk, "BTN-1"])
    assert "Propose withdrawing" not in client.get(of_room).content.decode()
    answer = client.post(at("withdraw"), {"revision": "0"}, follow=True)
    page = answer.content.decode()
    assert "T1 goes back to the room" in page
    assert "v2 draft: back to the room" in page
    assert "Propose withdrawing" not in page
    data = {"option": "moving", "reason": REASON, "effective_from": "", "revision": "1"}
    client.post(at("draft"), data)
    client.post(at("publish"), {"badge": "302", "pin": PIN, "revision": "2"})
    page = client.get(at("setting")).content.decode()
    assert "room rulebook in force" in page
    assert "Propose withdrawing" not in page
    old = client.get(reverse("rulings:version", args=[own.pk, 2])).content.decode()
    assert "rulebook is withdrawn" in old
    assert REASON in old
    refused = client.post(at("withdraw"), {"revision": "0"})
    assert refused.status_code == 422
    assert "Nothing to withdraw" in refused.content.decode()
    assert RulebookPage(own, rulebook().item("BTN-1"), timezone.now()).basis == {}
