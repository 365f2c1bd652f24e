"""The managers' page: programs are let in and shut out, a token is shown once, everything is written down."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from api.integrations import find_valid_token
from api.models import Delivery, Hook, Integration, Token
from audit.models import Act
from tests.api.conftest import Make
from tests.tables.conftest import _quick
from tests.tables.room import Small, staff

__all__ = ["_quick"]
pytestmark = pytest.mark.db
NEW = {"name": "seating-app", "role": "desk", "room": "", "days": "90", "scope": ["lists:read"]}


def browser(role: str) -> Client:
    """Signed in by name and password."""
    client = Client()
    user = staff(role, alias=f"Linden {role}", badge="909").user
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def shown(answer: Any) -> str:
    """The token of a page."""
    match = re.search(r'value="(fb_[^"]+)"', answer.content.decode())
    assert match is not None, answer.content.decode()
    return match[1]


def verbs() -> list[str]:
    return list(Act.objects.order_by("pk").values_list("verb", flat=True))


def test_a_program_from_first_to_last(game: Small) -> None:
    client = browser("manager")
    assert "No integrations." in client.get("/manage/api/").content.decode()
    response = client.post("/manage/api/make", NEW)
    assert response.headers["Cache-Control"].startswith("max-age=0")
    text = shown(response)
    token = find_valid_token(text=text, now=timezone.now())
    assert token is not None
    assert token.made_by is not None
    page = client.get("/manage/api/").content.decode()
    assert "seating-app" in page
    assert text not in page
    second = shown(client.post(f"/manage/api/{token.integration_id}/token", {"days": ""}))
    client.post(f"/manage/api/token/{token.pk}/revoke")
    client.post(f"/manage/api/token/{token.pk}/revoke")
    assert find_valid_token(text=text, now=timezone.now()) is None
    assert find_valid_token(text=second, now=timezone.now()) is not None
    client.post(f"/manage/api/{token.integration_id}/shut")
    assert find_valid_token(text=second, now=timezone.now()) is None
    assert "Shut off" in client.get("/manage/api/").content.decode()
    late = client.post(f"/manage/api/{token.integration_id}/token", {"days": "30"})
    assert (late.status_code, "is shut off" in late.content.decode()) == (422, True)
    assert verbs() == [
        *("integration_added", "token_made", "token_made", "token_revoked", "integration_shut")
    ]
    kept = str(list(Act.objects.values()))
    assert text not in kept
    assert second not in kept


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": "Seating App"}, "lowercase letters"),
        ({"role": "dealer"}, "allow the scope"),
        ({"scope": []}, "at least one scope"),
        ({"room": "99"}, "No such room"),
        ({"days": "9999"}, "last 1 to"),
        ({"role": "owner"}, "role: owner"),
    ],
)
def test_what_is_refused_keeps_what_was_typed(
    game: Small, wrong: dict[str, Any], said: str
) -> None:
    answer = browser("manager").post("/manage/api/make", NEW | wrong)
    page = answer.content.decode()
    assert answer.status_code in (404, 422)
    assert said in page
    assert f'value="{(NEW | wrong)["name"]}"' in page
    assert Integration.objects.count() == 0
    assert verbs() == []


def test_the_same_name_twice(game: Small) -> None:
    client = browser("manager")
    client.post("/manage/api/make", NEW)
    answer = client.post("/manage/api/make", NEW)
    assert (answer.status_code, Token.objects.count()) == (422, 1)


@pytest.mark.parametrize("role", ["anonymous", "dealer", "desk", "supervisor", "surveillance"])
def test_only_managers_who_signed_in_by_password(game: Small, program: Make, role: str) -> None:
    let_in = program("desk").integration.pk
    token = Token.objects.get()
    client = Client() if role == "anonymous" else browser(role)
    page = client.get("/manage/api/")
    if role == "surveillance":  # reads, and finds nothing to press
        assert page.status_code == 200
        assert "<button" not in page.content.decode().partition("<main")[2]
    else:
        assert page.status_code == (302 if role == "anonymous" else 403)
    responses = [
        client.post("/manage/api/make", NEW),
        client.post(f"/manage/api/{let_in}/token", {"days": ""}),
        client.post(f"/manage/api/{let_in}/shut"),
        client.post(f"/manage/api/token/{token.pk}/revoke"),
        client.post("/manage/api/delivery/1/again"),
    ]
    assert {response.status_code for response in responses} == (
        {401} if role == "anonymous" else {403}
    )
    assert (Integration.objects.count(), Token.objects.count()) == (1, 1)
    token.refresh_from_db()
    assert token.revoked_at is None


def test_badge_and_pin_are_not_enough(game: Small) -> None:
    staff("manager", alias="Linden", badge="909")
    client = Client()
    client.post("/floor/sign-in", {"badge": "909", "pin": "2580"})
    assert client.get("/manage/api/").status_code == 302


def test_an_account_without_a_badge(db: None) -> None:
    user = User.objects.create_user("owner")
    user.groups.add(Group.objects.get(name="manager"))
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    shown(client.post("/manage/api/make", NEW))
    assert Act.objects.latest("pk").who == f"user.{user.pk}"


def test_what_was_given_up_is_seen_and_sent_again(game: Small, program: Make) -> None:
    now = timezone.now()
    hook = Hook.objects.create(
        integration=program("desk").integration, url="https://seating.example/", made_at=now
    )
    dead = Delivery.objects.create(
        hook=hook,
        event_id="0f3c4f3e-6a0e-4d55-9f7e-6b1d2a1c0a01",
        event="seat.open",
        body="{}",
        state="dead",
        made_at=now,
        due_at=now,
    )
    client = browser("manager")
    assert "seat.open" in client.get("/manage/api/").content.decode()
    client.post(f"/manage/api/delivery/{dead.pk}/again")
    dead.refresh_from_db()
    assert dead.state == "waiting"
    assert client.post(f"/manage/api/delivery/{dead.pk}/again").status_code == 409


def test_who_was_refused_and_where_a_program_is_told_are_written_down(
    game: Small, program: Make
) -> None:
    asks = program("dealer", name="till")
    asks.get("rulings/")
    asks.post("webhooks/", {"url": "https://seating.example/", "events": ["seat.open"]})
    refused, act = Act.objects.order_by("pk")
    assert (refused.verb, refused.who, refused.outcome) == (
        "refused_by_scope",
        "api.till",
        "refused",
    )
    assert (refused.about_key, refused.reason) == ("/api/v1/rulings/", "no_scope rulings:read")
    assert (act.verb, act.who) == ("hook_changed", "api.till")
    assert act.device == f"token …{asks.token[-4:]}"
