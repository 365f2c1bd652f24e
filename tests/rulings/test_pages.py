"""The manager's pages on the server: who sees them, what they keep, what they refuse and how they say it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from access.messages import WRONG
from poker.refusal import Refusal
from rulings.models import Book, Draft, Version
from rulings.rulebook_messages import MESSAGES, refusal_message
from tables.models import Room, Staff, Table
from tests.rulings.conftest import House
from tests.tables.room import PIN, Small, staff

pytestmark = pytest.mark.django_db


def client_of(person: Staff) -> Client:
    client = Client()
    client.force_login(person.user, "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def room(room: Small) -> Small:
    """The pages ask the clock, so the rulebook has begun by then."""
    room.now = timezone.now() - timedelta(days=1)
    return room


@pytest.fixture
def manager(house: House) -> Client:
    return client_of(house.hornbeam)


def at(house: House, what: str = "setting", clause: str = "BET-4") -> str:
    return reverse(f"rulings:{what}", args=[house.book.pk, clause])


def save(client: Client, house: House, **said: str) -> Any:
    data = {"option": "half", "reason": "Most know it.", "effective_from": "", "revision": "0"}
    return client.post(at(house, "draft"), data | said, follow=True)


ACTS = ("draft", "discard", "preset", "publish", "withdraw", "own")


@pytest.mark.parametrize("role", ["dealer", "desk", "supervisor", "surveillance"])
def test_other_roles_see_nothing_and_change_nothing(house: House, role: str) -> None:
    other = client_of(staff(role, alias="Wren", badge="101"))
    pages = [reverse("rulings:index"), reverse("rulings:book", args=[house.book.pk]), at(house)]
    pages.append(reverse("rulings:version", args=[house.book.pk, 1]))
    for page in pages:
        answer = other.get(page)
        assert answer.status_code == 403
        assert "Only managers can open" in answer.content.decode()
    for act in ACTS:
        assert other.post(at(house, act), {"option": "half", "revision": "0"}).status_code == 403
    assert not Draft.objects.exists()


def test_a_stranger_is_asked_to_sign_in(house: House) -> None:
    answer = Client().get(at(house))
    assert answer.status_code == 302
    assert answer["Location"].startswith("/admin/login/?next=/rulebook/")
    for act in ACTS:
        assert Client().post(at(house, act), {"revision": "0"}).status_code == 302
    assert not Draft.objects.exists()


@pytest.mark.once
def test_every_setting_has_its_page(house: House, manager: Client) -> None:
    page = manager.get(at(house)).content.decode()
    clauses = set(re.findall(rf'href="/rulebook/{house.book.pk}/([A-Z]+-\d+)/"', page))
    assert len(clauses) == 60
    notes = 0
    for clause in sorted(clauses):
        answer = manager.get(at(house, clause=clause))
        assert answer.status_code == 200
        page = answer.content.decode()
        note = 'class="where"' in page
        assert note is not bool(re.search(r'<i class="tag guide">(guide )?default</i>', page))
        notes += note
    assert notes == 9


def test_a_note_says_where_it_is_settled_and_keeps_what_is_written(
    house: House, manager: Client
) -> None:
    page = manager.get(at(house, clause="SEAT-1")).content.decode()
    assert "<b>Set on the plaque.</b>" in page
    assert "Guide 003, buy-in <i>stated</i>" in page
    assert 'type="radio"' not in page
    data = {"reason": "Written here", "effective_from": "", "revision": "0"}
    answer = manager.post(at(house, "draft", "SEAT-1"), data, follow=True)
    assert "Written here" in answer.content.decode()
    assert Draft.objects.get().settings == {}
    chosen = manager.post(at(house, "draft", "SEAT-1"), data | {"option": "x", "revision": "1"})
    assert chosen.status_code == 404


def test_a_setting_of_rulings_says_so_and_a_default_of_ours_is_not_the_guides(
    house: House, manager: Client
) -> None:
    page = manager.get(at(house, clause="BET-10")).content.decode()
    assert "Used in rulings only" in page
    assert '<i class="tag guide">default</i>' in page
    assert "Used in rulings only" not in manager.get(at(house)).content.decode()
    page = manager.get(at(house, clause="CON-3")).content.decode()
    assert "Remedies without a supervisor" in page
    assert '<h1><span class="number">' not in page


def test_the_page_says_what_is_in_force_and_how_well_a_source_was_read(
    house: House, manager: Client
) -> None:
    page = manager.get(at(house)).content.decode()
    assert "cited as BET-4" in page
    assert "v1, in force" in page
    assert "TDA, R47B <i>read</i>" in page
    assert "Guide 003, hold&#x27;em <i>stated</i>" in page
    assert "fold, call 18, raise to 28" in page
    assert "Content-Security-Policy" in manager.get(at(house)).headers
    assert not re.search(r"<script(?![^>]*src=)|style=|onclick=", page)


def test_a_choice_is_kept_and_shown_as_a_change(house: House, manager: Client) -> None:
    page = save(manager, house).content.decode()
    assert "chosen in v2" in page
    assert "v2 draft, 1 of 51 settings changed" in page
    assert "Proposed by Hornbeam" in page
    draft = Draft.objects.get()
    assert (draft.settings, draft.reason) == ({"limit_reopen": "half"}, "Most know it.")


def test_the_second_manager_publishes(house: House, manager: Client) -> None:
    save(manager, house)
    data = {"badge": "302", "pin": PIN, "revision": "1"}
    page = manager.post(at(house, "publish"), data, follow=True).content.decode()
    assert "Version 2 is published" in page
    assert "v2 in force since" in page
    version = Version.objects.get(number=2)
    assert (version.proposed_by, version.published_by) == (house.hornbeam, house.linden)
    old = manager.get(reverse("rulings:version", args=[house.book.pk, 1])).content.decode()
    assert "Effective" in old
    new = manager.get(reverse("rulings:version", args=[house.book.pk, 2])).content.decode()
    assert "Published by" in new
    assert "Half a bet or more counts" in new
    assert manager.get(reverse("rulings:version", args=[house.book.pk, 3])).status_code == 404


@pytest.mark.parametrize(
    ("said", "status", "text"),
    [
        ({"badge": "301", "pin": PIN}, 403, "Hornbeam proposed this version. A second manager"),
        ({"badge": "302", "pin": "0000"}, 403, WRONG),
        ({"badge": "", "pin": ""}, 403, WRONG),
        ({"badge": "302", "pin": PIN, "revision": "7"}, 409, "Hornbeam saved this draft at"),
        ({"badge": "302", "pin": PIN, "revision": "x"}, 409, "Hornbeam saved this draft at"),
    ],
)
def test_a_publication_is_refused_in_a_sentence(
    house: House, manager: Client, said: dict[str, str], status: int, text: str
) -> None:
    save(manager, house)
    answer = manager.post(at(house, "publish"), {"revision": "1"} | said)
    assert answer.status_code == status
    assert text in answer.content.decode()
    assert Version.objects.count() == 1


@pytest.mark.parametrize(
    ("said", "status", "text"),
    [
        ({"effective_from": "2020-01-01T06:00"}, 422, "That date has passed"),
        ({"effective_from": "2020-02-31T06:00"}, 422, "isn&#x27;t a date and time"),
        ({"effective_from": "tomorrow"}, 422, "“tomorrow” isn&#x27;t a date and time"),
        ({"option": "third"}, 404, "Clause BET-4 has no option third"),
        ({"reason": "x" * 501}, 422, "at most 500 characters"),
        ({"revision": "4"}, 409, "Nothing was changed"),
    ],
)
def test_a_draft_is_refused_in_a_sentence_and_what_was_typed_stays(
    house: House, manager: Client, said: dict[str, str], status: int, text: str
) -> None:
    answer = save(manager, house, **({"reason": "A long thought"} | said))
    page = answer.content.decode()
    assert answer.status_code == (422 if said.get("option") else status)
    assert text in page
    assert said.get("reason", "A long thought") in page
    assert not Draft.objects.exists()


def test_a_clause_that_is_gone_is_said(house: House, manager: Client) -> None:
    answer = manager.get(at(house, clause="BET-99"))
    assert answer.status_code == 404
    assert "Clause BET-99 isn&#x27;t in the rulebook." in answer.content.decode()
    assert (
        manager.post(at(house, "draft", "BET-99"), {"option": "half", "revision": "0"}).status_code
        == 404
    )
    assert not Draft.objects.exists()


def test_a_date_is_of_the_rooms_time(house: House, manager: Client) -> None:
    when = timezone.localtime(timezone.now() + timedelta(days=3)).replace(second=0, microsecond=0)
    page = save(manager, house, effective_from=f"{when:%Y-%m-%dT%H:%M}").content.decode()
    assert Draft.objects.get().effective_from == when
    assert f'value="{when:%Y-%m-%dT%H:%M}"' in page


def test_sets_and_discarding(house: House, manager: Client) -> None:
    manager.post(at(house, "preset"), {"preset": "half_bet", "revision": "0"})
    assert Draft.objects.get().settings["new_player"] == "no_post"
    manager.post(at(house, "discard"), {"revision": "1"})
    assert "limit_reopen" not in Draft.objects.get().settings
    manager.post(at(house, "discard"), {"revision": "2", "all": "1"})
    assert not Draft.objects.exists()
    answer = manager.post(at(house, "preset"), {"preset": "none", "revision": "0"})
    assert answer.status_code == 422


def test_two_pages_open_at_once(house: House, manager: Client) -> None:
    """Linden's page is older than Hornbeam's draft: told, nothing lost."""
    linden = client_of(house.linden)
    save(manager, house)
    answer = save(linden, house, option="full", reason="Mine")
    assert answer.status_code == 409
    assert "Hornbeam saved this draft" in answer.content.decode()
    assert Draft.objects.get().reason == "Most know it."


def test_a_superuser_without_a_badge_looks_only(house: House) -> None:
    root = get_user_model().objects.create_superuser("root")
    client = Client()
    client.force_login(root, "django.contrib.auth.backends.ModelBackend")
    assert client.get(at(house)).status_code == 200
    answer = save(client, house)
    assert answer.status_code == 403
    assert "Your account has no badge" in answer.content.decode()


def test_a_table_begins_a_rulebook_of_its_own(house: House, manager: Client) -> None:
    answer = manager.post(at(house, "own"), {"table": "T1"}, follow=True)
    page = answer.content.decode()
    assert Book.objects.get(table__name="T1").name == "Small room, T1"
    assert "room rulebook in force" in page
    assert "None yet: this table uses the room" in page
    nowhere = manager.post(at(house, "own"), {"table": "T77"})
    assert nowhere.status_code == 422
    assert "That table isn&#x27;t in this room." in nowhere.content.decode()


def test_the_set_up_pages_lead_here(house: House, manager: Client) -> None:
    assert reverse("admin:rulings_book_changelist") in manager.get("/admin/").content.decode()
    response = manager.get(reverse("admin:rulings_book_changelist"), follow=True)
    assert response.redirect_chain[-1][0] == at(house, clause="BTN-1")
    Room.objects.create(name="Other room")
    assert "Other room" in manager.get(reverse("rulings:index")).content.decode()
    assert Table.objects.count() == 1


def test_every_refusal_has_its_sentence() -> None:
    facts = {"name": "A", "at": timezone.now(), "version": 2, "longest": 5, "value": "x"}
    facts |= {"clause": "BET-4", "option": "o", "preset": "p", "table": "T1", "why": "Because."}
    for code in MESSAGES:
        message = refusal_message(Refusal(code, "", **facts))
        assert "{" not in message
        assert message.endswith(".")
