"""The start of the setup: who may begin it, with which code, and only once."""

import threading
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client, override_settings
from django.utils import timezone
from pytest_django import Settings

from journal.device_context import set_network
from ops import demo
from ops.installation import (
    CODE_LIFETIME,
    first_manager_create,
    setup_code_check,
    setup_code_make,
    setup_state,
)
from poker.refusal import Refusal
from staff.installation import installation
from staff.models import AuditEvent, Installation, Room, Staff
from staff.second_factor import has_factor
from staff.session_limits import has_passed_second_factor
from staff.sign_in_rate import TooBusy
from tests.support.page_roles import PageContent
from tests.support.room import create_staff
from tests.support.room_fixture import build_or_restore
from tests.support.setup_pages import GAMES, PASSWORD, TABLES, YOU, SetupClient, location

MANAGER = {name: item for name, item in YOU.items() if name != "again"}


def test_first_manager_is_signed_in_with_two_factors_and_works_everywhere(
    setup: SetupClient,
) -> None:
    setup.become_manager()
    staff = Staff.objects.get()
    assert staff.house_wide
    assert set(staff.user.groups.values_list("name", flat=True)) == {"manager"}
    assert has_factor(staff.user)
    assert has_passed_second_factor(setup.client.session, staff.user)
    assert installation().code_hash == "", "the code is used up"
    verbs = set(AuditEvent.objects.values_list("verb", flat=True))
    assert {"setup_code_made", "setup_begun", "setup_sign_in", "factor_enrolled"} <= verbs
    assert PASSWORD not in str(list(AuditEvent.objects.values()))
    assert location(setup.client.get("/setup")) == "/setup/room"


def test_code_of_the_link_opens_the_step_without_being_used(setup: SetupClient) -> None:
    code = setup_code_make(now=timezone.now())
    assert code not in str(Installation.objects.values())
    for _ in range(2):  # a preview of the link costs nothing
        assert location(Client().get("/setup", {"code": code})) == "/setup/you"
    response = setup.client.post("/setup", {"code": code.upper().replace("-", " ")})
    assert location(response) == "/setup/you", "as a person types it"
    assert "no-cache" in response.headers["Cache-Control"]
    assert code not in str(dict(setup.client.session)), "a session has only its hash"


@pytest.mark.parametrize("code", ["", "abcd", "x" * 300, "😀", "\u202eabcd"])
def test_wrong_code_is_refused_and_recorded(setup: SetupClient, code: str) -> None:
    setup_code_make(now=timezone.now())
    response = setup.client.post("/setup", {"code": code})
    assert response.status_code in (403, 422)
    assert PageContent(response).field("Setup code").is_invalid
    assert location(setup.client.get("/setup/you")) == "/setup"
    assert location(setup.post("you", YOU)) == "/setup"
    assert not User.objects.exists()
    if response.status_code == 403:
        failure = AuditEvent.objects.get(verb="sign_in_failed")
        assert (failure.reason, failure.outcome) == ("setup code", "refused")


def test_fresh_code_replaces_the_old_one_and_each_expires(db: None) -> None:
    now = timezone.now()
    old = setup_code_make(now=now)
    new = setup_code_make(now=now)
    with pytest.raises(Refusal, match="bad_setup_code"):
        setup_code_check(code=old, now=now)
    setup_code_check(code=new, now=now + CODE_LIFETIME - timedelta(seconds=1))
    with pytest.raises(Refusal, match="bad_setup_code"):
        setup_code_check(code=new, now=now + CODE_LIFETIME)


def test_code_that_was_replaced_meanwhile_does_not_create_a_manager(setup: SetupClient) -> None:
    setup.enter_code()
    setup_code_make(now=timezone.now())
    assert setup.post("you", YOU).status_code == 403
    assert not User.objects.exists()
    assert location(setup.client.get("/setup/you")) == "/setup"


def test_tries_of_a_code_are_limited(db: None, settings: Settings) -> None:
    settings.SIGN_INS_PER_MINUTE = 3
    now = timezone.now().replace(second=10) + timedelta(days=1)
    set_network("203.0.113.77")
    try:
        for _ in range(3):
            with pytest.raises(Refusal):
                setup_code_check(code="abcd", now=now)
        with pytest.raises(TooBusy):
            setup_code_check(code="abcd", now=now)
    finally:
        set_network("")


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"password": "short-one", "again": "short-one"}, "Password", "12 characters"),
        ({"password": "hornbeam1234", "again": "hornbeam1234"}, "Password", "similar"),
        ({"password": "password1234", "again": "password1234"}, "Password", "common"),
        ({"again": "another-password"}, "The same again", "differ"),
        ({"pin": "1234"}, "PIN, 4 to 8 digits", "easy to guess"),
        ({"pin": "12a4"}, "PIN, 4 to 8 digits", "4 to 8 digits"),
        ({"badge": "12a"}, "Badge", "digits"),
        ({"badge": ""}, "Badge", "Required"),
        ({"alias": "x" * 41}, "How the log names you", "40 characters"),
        ({"alias": "Horn\u202ebeam"}, "How the log names you", "screens"),
        ({"alias": "555 0100 123"}, "How the log names you", "phone"),
        ({"username": "horn beam"}, "Name for signing in", "valid"),
    ],
)
def test_field_of_first_manager_is_refused_with_its_reason(
    setup: SetupClient, change: dict[str, str], field: str, message: str
) -> None:
    setup.enter_code()
    response = setup.post("you", YOU | change)
    assert response.status_code == 422
    refused = PageContent(response).field(field)
    assert refused.is_invalid
    assert message in refused.description
    assert PASSWORD not in response.content.decode(), "secrets are typed again"
    assert not User.objects.exists()


def test_nul_and_another_origin_are_refused(setup: SetupClient) -> None:
    setup.enter_code()
    assert setup.post("you", YOU | {"alias": "Horn\0beam"}).status_code == 400
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = setup.client.cookies
    elsewhere = {"Origin": "https://elsewhere.example"}
    assert strict.post("/setup/you", YOU, headers=elsewhere).status_code == 403
    assert not User.objects.exists()


def test_code_works_once(setup: SetupClient) -> None:
    setup.enter_code()
    second = Client()
    code = setup_code_make(now=timezone.now())
    for client in (setup.client, second):
        client.get("/setup", {"code": code})
    assert setup.post("you", YOU).status_code == 302
    late = second.post("/setup/you", YOU | {"username": "linden", "alias": "Linden", "badge": "2"})
    assert late.status_code == 401, "the second person is asked to sign in"
    assert [user.username for user in User.objects.all()] == ["hornbeam"]
    with pytest.raises(Refusal, match="setup_begun"):
        first_manager_create(code_hash="", **(MANAGER | {"username": "x"}), now=timezone.now())
    with pytest.raises(Refusal, match="setup_begun"):
        setup_code_make(now=timezone.now())


@pytest.mark.django_db(transaction=True)
def test_of_two_people_at_once_one_becomes_the_first_manager() -> None:
    code = setup_code_make(now=timezone.now())
    results = []
    code_hash = setup_code_check(code=code, now=timezone.now())
    barrier = threading.Barrier(2)

    def race(name: str, badge: str) -> None:
        barrier.wait()
        fields = MANAGER | {"username": name, "alias": name.title(), "badge": badge}
        try:
            first_manager_create(code_hash=code_hash, **fields, now=timezone.now())
            results.append(name)
        except Refusal as refusal:
            results.append(refusal.code)
        finally:
            connections.close_all()

    threads = [
        threading.Thread(target=race, args=pair) for pair in (("hornbeam", "1"), ("linden", "2"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(Staff.objects.all()) == len(User.objects.all()) == 1
    assert sum(result in ("hornbeam", "linden") for result in results) == 1
    assert {"setup_begun", "bad_setup_code"} & set(results)


def make_demo() -> None:
    build_or_restore(demo.seed)


def make_account() -> None:
    create_staff("manager", alias="Linden", badge="302")


def make_room() -> None:
    Room.objects.create(name="Made in the admin")


@pytest.mark.django_db
@pytest.mark.parametrize("make", [make_demo, make_account, make_room])
def test_installation_made_in_another_way_is_not_set_up(make: Any) -> None:
    make()
    assert setup_state() == "closed"
    with pytest.raises(Refusal, match="setup_closed"):
        setup_code_make(now=timezone.now())
    client = Client()
    for path in ("/setup", "/setup/you", "/setup/factor", "/setup/room", "/setup/end"):
        response = client.post(path, YOU) if path == "/setup/end" else client.get(path)
        assert location(response) == "/manage/", path
    assert location(client.post("/setup/demo")) == "/manage/"


def test_begun_setup_is_for_managers_of_the_whole_house(setup: SetupClient) -> None:
    setup.reach("games")
    room = Room.objects.get()
    stranger = Client()
    assert "/manage/sign-in" in location(stranger.get("/setup/games"))
    assert stranger.post("/setup/room", {}).status_code == 401
    for role, rooms in (("manager", [room]), ("supervisor", None)):
        other = create_staff(role, alias=f"Other {role}", badge=f"9{len(role)}", rooms=rooms)
        stranger.force_login(other.user, "django.contrib.auth.backends.ModelBackend")
        assert stranger.get("/setup/games").status_code == 403, role
    second = create_staff("manager", alias="Linden", badge="302")
    stranger.force_login(second.user, "django.contrib.auth.backends.ModelBackend")
    assert stranger.get("/setup/games").status_code == 200
    by_badge = Client()
    by_badge.post("/floor/sign-in", {"badge": "302", "pin": "2580"})
    assert "/manage/sign-in" in location(by_badge.get("/setup/games")), "a badge is not enough"


def test_demo_instead_needs_the_code_or_the_manager(setup: SetupClient) -> None:
    assert setup.client.post("/setup/demo").status_code == 403
    assert not Room.objects.exists()
    setup.enter_code()
    response = setup.client.post("/setup/demo")
    assert "20262026" in PageContent(response).text
    assert (setup_state(), Room.objects.get().name) == ("closed", demo.ROOM)


@pytest.mark.release
def test_code_stays_valid_until_the_demo_is_complete(setup: SetupClient) -> None:
    setup.enter_code()
    setup.client.raise_request_exception = False
    with patch("ops.demo.pairing_code_make", side_effect=OSError("the disk is full")):
        assert setup.client.post("/setup/demo").status_code == 500
    assert Room.objects.exists()
    assert setup_state() == "empty"  # a demo that is half there closes nothing
    refused = setup.post("you", YOU)
    assert "incomplete" in PageContent(refused).alert()
    Installation.objects.update(demo_until=timezone.now() + timedelta(minutes=1))
    assert "being created" in PageContent(setup.client.post("/setup/demo")).alert()
    Installation.objects.update(demo_until=timezone.now())
    assert "20262026" in PageContent(setup.client.post("/setup/demo")).text
    row = Installation.objects.get()
    assert (setup_state(), row.code_hash, row.demo_until) == ("closed", "", None)


def test_address_of_the_server_leads_to_the_setup_until_there_are_tables(
    setup: SetupClient,
) -> None:
    pages = [Client().get("/", follow=True)]
    setup.reach("games")
    pages.append(Client().get("/tablet/"))
    for page in map(PageContent, pages):
        page.heading("This room is not set up yet")
        assert "/setup" in [link.href for link in page.links()]
    setup.post("games", GAMES)
    setup.post("tables", TABLES)
    assert 'data-state="pair"' in Client().get("/tablet/").content.decode()


@pytest.mark.release
def test_demo_instead_by_a_manager_named_as_one_of_the_demo(setup: SetupClient) -> None:
    setup.become_manager()  # Hornbeam, as the demo's manager
    assert setup.client.post("/setup/demo").status_code == 200
    assert Staff.objects.filter(alias="Hornbeam").count() == 1
    assert location(setup.client.get("/setup")) == "/manage/"


@override_settings(HTTPS=True, SECURE_SSL_REDIRECT=False)
def test_demo_is_refused_with_https(setup: SetupClient) -> None:
    setup.enter_code()
    response = setup.client.post("/setup/demo")
    assert response.status_code == 409
    assert "published" in PageContent(response).alert()
    assert setup_state() == "empty"


@pytest.mark.parametrize(
    "path", ["/floor/sign-in", "/desk/sign-in", "/reports/sign-in", "/manage/sign-in"]
)
def test_sign_in_page_of_an_empty_installation_says_how_to_begin(db: None, path: str) -> None:
    page = PageContent(Client().get(path))
    assert "not set up yet" in page.text
    assert "setup --code" in page.text
    assert not page.fields("Badge")
    create_staff("manager", alias="Linden", badge="302")
    assert "not set up yet" not in PageContent(Client().get(path)).text
