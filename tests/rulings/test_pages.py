"""The managers' rulebook pages on the server: permissions, stored input, refusals and their messages."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rulings.models import Book, RulebookDraft, RulebookVersion
from staff.models import Room
from tables.models import Table
from tests.support.law_examples import sampled
from tests.support.page_roles import PageContent
from tests.support.room import PIN, TableDriver, create_staff
from tests.support.rulebook_fixtures import House
from tests.support.rulebook_pages import sign_in_client
from web.messages.sign_in import SIGN_IN

pytestmark = [pytest.mark.django_db, pytest.mark.release_on_postgresql]


@pytest.fixture
def room(room: TableDriver) -> TableDriver:
    """A room whose rulebook has begun, because the pages use the real time."""
    room.now = timezone.now() - timedelta(days=1)
    return room


@pytest.fixture
def manager(house: House) -> Client:
    return sign_in_client(house.hornbeam)


def page_url(house: House, page_name: str = "setting", clause: str = "BET-4") -> str:
    return reverse(f"rulings:{page_name}", args=[house.book.pk, clause])


def save_draft(client: Client, house: House, **fields: str) -> Any:
    data = {"option": "half", "reason": "Most know it.", "effective_from": "", "revision": "0"}
    return client.post(page_url(house, "draft"), data | fields, follow=True)


ACTS = ("draft", "discard", "preset", "publish", "withdraw", "own")


@pytest.mark.parametrize("role", ["dealer", "desk", "supervisor", "surveillance"])
def test_other_roles_cannot_see_or_change_the_rulebook(house: House, role: str) -> None:
    role_client = sign_in_client(create_staff(role, alias="Wren", badge="101"))
    pages = [
        reverse("rulings:index"),
        reverse("rulings:book", args=[house.book.pk]),
        page_url(house),
    ]
    pages.append(reverse("rulings:version", args=[house.book.pk, 1]))
    for page in pages:
        response = role_client.get(page)
        assert response.status_code == 403
        assert "can\u2019t do that here. It\u2019s for" in PageContent(response).alert()
    for act in ACTS:
        assert (
            role_client.post(page_url(house, act), {"option": "half", "revision": "0"}).status_code
            == 403
        )
    assert not RulebookDraft.objects.exists()


def test_anonymous_client_is_asked_to_sign_in(house: House) -> None:
    response = Client().get(page_url(house))
    assert response.status_code == 302
    assert response["Location"].startswith("/manage/sign-in?next=/rulebook/")
    for act in ACTS:
        assert Client().post(page_url(house, act), {"revision": "0"}).status_code == 401
    assert not RulebookDraft.objects.exists()


@pytest.mark.once
def test_every_setting_has_its_page(house: House, manager: Client) -> None:
    page = manager.get(page_url(house)).content.decode()
    clauses = set(re.findall(rf'href="/rulebook/{house.book.pk}/([A-Z]+-\d+)/"', page))
    assert len(clauses) == 91
    notes = 0
    sampled_clauses = sampled(sorted(clauses), 3)
    for clause in sampled_clauses:
        response = manager.get(page_url(house, clause=clause))
        assert response.status_code == 200
        page = response.content.decode()
        note = 'class="where"' in page
        assert note is not bool(re.search(r'<i class="tag guide">(guide )?default</i>', page))
        notes += note
    assert notes == 11 if len(sampled_clauses) == len(clauses) else 0 < notes < 11


def test_note_names_where_the_house_decides(house: House, manager: Client) -> None:
    page = PageContent(manager.get(page_url(house, clause="SEAT-1")))
    assert "Set on the plaque." in page.text
    page.item("Guide 003, buy-in stated")
    assert "radio" not in {field.kind for field in page.fields()}
    data = {"reason": "Written here", "effective_from": "", "revision": "0"}
    response = PageContent(manager.post(page_url(house, "draft", "SEAT-1"), data, follow=True))
    assert "Written here" in response.field("Reason (every supervisor sees it)").value
    assert RulebookDraft.objects.get().settings == {}
    saved = manager.post(
        page_url(house, "draft", "SEAT-1"), data | {"option": "x", "revision": "1"}
    )
    assert saved.status_code == 404


def test_setting_page_names_the_source_of_its_default(house: House, manager: Client) -> None:
    page = manager.get(page_url(house, clause="BET-10")).content.decode()
    assert "Used in rulings only" in PageContent(page).text
    assert '<i class="tag guide">default</i>' in page
    assert "Used in rulings only" not in PageContent(manager.get(page_url(house))).text
    page = manager.get(page_url(house, clause="CON-3")).content.decode()
    assert "What a dealer can fix alone" in PageContent(page).names("heading")
    assert '<h1><span class="number">' not in page


def test_page_shows_the_setting_in_force_and_the_source_quality(
    house: House, manager: Client
) -> None:
    page = manager.get(page_url(house)).content.decode()
    assert "cited as BET-4" in PageContent(page).text
    assert "v1, in force" in PageContent(page).text
    assert "TDA, R47B read" in PageContent(page).text
    PageContent(page).field(re.compile(r"^Full bet only .* Guide 003, hold'em stated"))
    assert (
        "fold, call 18, raise to 28" in PageContent(page).row("Seat 2 all-in 18, seat 3 may").cells
    )
    assert "Content-Security-Policy" in manager.get(page_url(house)).headers
    assert not re.search(r"<script(?![^>]*src=)|style=|onclick=", page)


def test_choice_is_saved_and_shown_as_a_change(house: House, manager: Client) -> None:
    page = PageContent(save_draft(manager, house))
    assert "chosen in v2" in page.text
    assert "v2 draft, 1 of 76 settings changed" in page.text
    assert "Proposed by Hornbeam" in page.text
    draft = RulebookDraft.objects.get()
    assert (draft.settings, draft.reason) == ({"limit_reopen": "half"}, "Most know it.")


def test_second_manager_publishes_the_draft(house: House, manager: Client) -> None:
    save_draft(manager, house)
    data = {"badge": "302", "pin": PIN, "revision": "1"}
    page = PageContent(manager.post(page_url(house, "publish"), data, follow=True))
    assert "Version 2 is published" in page.status()
    assert "v2 in force since" in page.text
    version = RulebookVersion.objects.get(number=2)
    assert (version.proposed_by, version.published_by) == (house.hornbeam, house.linden)
    old = PageContent(manager.get(reverse("rulings:version", args=[house.book.pk, 1])))
    assert "Effective" in old.names("term")
    new = PageContent(manager.get(reverse("rulings:version", args=[house.book.pk, 2])))
    assert "Published by" in new.names("term")
    assert "Half a bet or more counts" in new.definition("BET-4 Short all-in, limit games")
    assert manager.get(reverse("rulings:version", args=[house.book.pk, 3])).status_code == 404


@pytest.mark.parametrize(
    ("fields", "status", "text"),
    [
        ({"badge": "301", "pin": PIN}, 403, "Hornbeam proposed this version. A second manager"),
        ({"badge": "302", "pin": "0000"}, 403, SIGN_IN["bad_sign_in"]),
        ({"badge": "", "pin": ""}, 403, SIGN_IN["bad_sign_in"]),
        ({"badge": "302", "pin": PIN, "revision": "7"}, 409, "Hornbeam saved this draft at"),
        ({"badge": "302", "pin": PIN, "revision": "x"}, 409, "Hornbeam saved this draft at"),
    ],
)
def test_invalid_publication_is_refused_with_a_message(
    house: House, manager: Client, fields: dict[str, str], status: int, text: str
) -> None:
    save_draft(manager, house)
    response = manager.post(page_url(house, "publish"), {"revision": "1"} | fields)
    assert response.status_code == status
    assert text in PageContent(response).alert()
    assert RulebookVersion.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "status", "text"),
    [
        ({"effective_from": "2020-01-01T06:00"}, 422, "That date has passed"),
        ({"effective_from": "2020-02-31T06:00"}, 422, "isn\u2019t a date and time"),
        ({"effective_from": "tomorrow"}, 422, "“tomorrow” isn\u2019t a date and time"),
        ({"option": "third"}, 404, "Clause BET-4 has no option third"),
        ({"reason": "x" * 501}, 422, "at most 500 characters"),
        ({"revision": "4"}, 409, "Nothing was changed"),
    ],
)
def test_invalid_draft_is_refused_and_kept(
    house: House, manager: Client, fields: dict[str, str], status: int, text: str
) -> None:
    response = save_draft(manager, house, **({"reason": "A long thought"} | fields))
    page = PageContent(response)
    assert response.status_code == (422 if fields.get("option") else status)
    assert text in page.alert()
    assert (
        fields.get("reason", "A long thought")
        in page.field("Reason (every supervisor sees it)").value
    )
    assert not RulebookDraft.objects.exists()


def test_deleted_clause_is_reported(house: House, manager: Client) -> None:
    response = manager.get(page_url(house, clause="BET-99"))
    assert response.status_code == 404
    assert "Clause BET-99 isn\u2019t in the rulebook." in PageContent(response).alert()
    assert (
        manager.post(
            page_url(house, "draft", "BET-99"), {"option": "half", "revision": "0"}
        ).status_code
        == 404
    )
    assert not RulebookDraft.objects.exists()


def test_effective_date_is_in_local_time(house: House, manager: Client) -> None:
    effective_at = timezone.localtime(timezone.now() + timedelta(days=3)).replace(
        second=0, microsecond=0
    )
    page = PageContent(save_draft(manager, house, effective_from=f"{effective_at:%Y-%m-%dT%H:%M}"))
    assert RulebookDraft.objects.get().effective_from == effective_at
    assert page.field("Effective").value == f"{effective_at:%Y-%m-%dT%H:%M}"


def test_preset_is_used_and_changes_are_discarded(house: House, manager: Client) -> None:
    manager.post(page_url(house, "preset"), {"preset": "half_bet", "revision": "0"})
    assert RulebookDraft.objects.get().settings["new_player"] == "no_post"
    manager.post(page_url(house, "discard"), {"revision": "1"})
    assert "limit_reopen" not in RulebookDraft.objects.get().settings
    manager.post(page_url(house, "discard"), {"revision": "2", "all": "1"})
    assert not RulebookDraft.objects.exists()
    response = manager.post(page_url(house, "preset"), {"preset": "none", "revision": "0"})
    assert response.status_code == 422


def test_save_from_an_older_draft_is_refused(house: House, manager: Client) -> None:
    """Linden's page is older than Hornbeam's draft: the save is refused and the input kept."""
    linden = sign_in_client(house.linden)
    save_draft(manager, house)
    response = save_draft(linden, house, option="full", reason="Mine")
    assert response.status_code == 409
    assert "Hornbeam saved this draft" in PageContent(response).alert()
    assert RulebookDraft.objects.get().reason == "Most know it."


def test_superuser_without_a_badge_can_only_read(house: House) -> None:
    root = get_user_model().objects.create_superuser("root")
    client = Client()
    client.force_login(root, "django.contrib.auth.backends.ModelBackend")
    assert client.get(page_url(house)).status_code == 200
    response = save_draft(client, house)
    assert response.status_code == 403
    assert "Your account has no badge" in PageContent(response).alert()


def test_table_gets_a_separate_rulebook(house: House, manager: Client) -> None:
    response = manager.post(page_url(house, "own"), {"table": "T1"}, follow=True)
    page = PageContent(response)
    assert Book.objects.get(table__name="T1").name == "Small room, T1"
    assert "room rulebook in force" in page.text
    page.item("None yet: this table uses the room")
    nowhere = manager.post(page_url(house, "own"), {"table": "T77"})
    assert nowhere.status_code == 422
    assert "No such table in this room." in PageContent(nowhere).alert()


def test_admin_site_redirects_to_the_rulebook(house: House, manager: Client) -> None:
    assert reverse("admin:rulings_book_changelist") in manager.get("/admin/").content.decode()
    response = manager.get(reverse("admin:rulings_book_changelist"), follow=True)
    assert response.redirect_chain[-1][0] == page_url(house, clause="BTN-1")
    Room.objects.create(name="Other room")
    assert "Other room" in PageContent(manager.get(reverse("rulings:index"))).names("link")
    assert Table.objects.count() == 1
