"""The managers' page: integrations are authorized and disabled, a token is shown once, everything is recorded."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from outbox.webhooks.models import Webhook, WebhookDelivery
from staff.integrations import find_valid_token
from staff.models import ApiToken, AuditEvent, Integration
from staff.scopes import SCOPES
from tests.support.api_fixtures import CreateClient
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver, create_staff

NEW_INTEGRATION = {
    "name": "seating-app",
    "role": "desk",
    "room": "",
    "days": "90",
    "scope": ["lists:read"],
}


def sign_in_client(role: str) -> Client:
    """Return a client signed in with name and password."""
    client = Client()
    user = create_staff(role, alias=f"Linden {role}", badge="909").user
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def shown_token(response: Any) -> str:
    """Return the token on a page."""
    match = re.search(r'value="(fb_[^"]+)"', response.content.decode())
    assert match is not None, response.content.decode()
    return match[1]


def recorded_verbs() -> list[str]:
    return list(AuditEvent.objects.order_by("pk").values_list("verb", flat=True))


def test_integration_from_creation_to_disabling(game: TableDriver) -> None:
    client = sign_in_client("manager")
    assert "No integrations." in PageContent(client.get("/manage/api/")).text
    response = client.post("/manage/api/make", NEW_INTEGRATION)
    assert response.headers["Cache-Control"].startswith("max-age=0")
    text = shown_token(response)
    token = find_valid_token(text=text, now=timezone.now())
    assert token is not None
    assert token.made_by is not None
    page = client.get("/manage/api/").content.decode()
    assert "seating-app" in PageContent(page).names("heading")
    assert text not in page
    second = shown_token(client.post(f"/manage/api/{token.integration_id}/token", {"days": ""}))
    client.post(f"/manage/api/token/{token.pk}/revoke")
    client.post(f"/manage/api/token/{token.pk}/revoke")
    assert find_valid_token(text=text, now=timezone.now()) is None
    assert find_valid_token(text=second, now=timezone.now()) is not None
    client.post(f"/manage/api/{token.integration_id}/shut")
    assert find_valid_token(text=second, now=timezone.now()) is None
    assert "Shut off" in PageContent(client.get("/manage/api/")).region("seating-app").text
    limited = client.post(f"/manage/api/{token.integration_id}/token", {"days": "30"})
    assert (limited.status_code, "is shut off" in limited.content.decode()) == (422, True)
    assert recorded_verbs() == [
        "integration_added",
        "token_made",
        "token_made",
        "token_revoked",
        "integration_shut",
    ]
    recorded_values = str(list(AuditEvent.objects.values()))
    assert text not in recorded_values
    assert second not in recorded_values


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "Seating App"}, "lowercase letters"),
        ({"role": "dealer"}, "allow the scope"),
        ({"scope": []}, "at least one scope"),
        ({"scope": ["tables:write"]}, "No such scope: tables:write."),
        ({"room": "99"}, "No such room"),
        ({"room": "9" * 40}, "No such room"),
        ({"room": "here"}, "No such room"),
        ({"days": "9999"}, "last 1 to"),
        ({"role": "owner"}, "role: owner"),
        ({"role": ""}, "Required."),
        ({"name": " "}, "Required."),
        ({"name": "a" * 41}, "At most 40 characters"),
        ({"name": "x", "role": "<b>"}, "No such role: <b>."),
    ],
)
def test_refused_form_keeps_the_entered_data(
    game: TableDriver, changes: dict[str, Any], message: str
) -> None:
    response = sign_in_client("manager").post("/manage/api/make", NEW_INTEGRATION | changes)
    page = response.content.decode()
    assert response.status_code == 422
    content = PageContent(page)
    assert any(message in name for name in (content.text, *content.names("field")))
    entered = NEW_INTEGRATION | changes
    assert PageContent(page).field("Name").value == entered["name"]
    assert page.count(" autofocus") == 1
    assert page.count(" checked") == len(set(entered["scope"]) & set(SCOPES))
    assert Integration.objects.count() == 0
    assert recorded_verbs() == []


def test_token_expires_unless_a_manager_chooses_otherwise(
    game: TableDriver, create_client: CreateClient
) -> None:
    create_client("desk")
    page = sign_in_client("manager").get("/manage/api/").content.decode()
    assert page.count('<option value="30" selected>') == 2  # another token; a new integration
    assert '<option value="" selected>no expiration' not in page


def test_duplicate_name_is_refused(game: TableDriver) -> None:
    client = sign_in_client("manager")
    token = shown_token(client.post("/manage/api/make", NEW_INTEGRATION))
    response = client.post("/manage/api/make", NEW_INTEGRATION)
    assert (response.status_code, ApiToken.objects.count()) == (422, 1)
    description = PageContent(response).field("Name").description
    assert "already an integration named seating-app" in description
    assert token not in response.content.decode()
    number = Integration.objects.get().pk
    response = client.post(f"/manage/api/{number}/token", {"days": "9999"})
    assert (response.status_code, ApiToken.objects.count()) == (422, 1)
    assert "last 1 to 365 days" in PageContent(response).alert()


@pytest.mark.parametrize("role", ["anonymous", "dealer", "desk", "supervisor", "surveillance"])
def test_only_managers_signed_in_by_password_manage_integrations(
    game: TableDriver, create_client: CreateClient, role: str
) -> None:
    let_in = create_client("desk").integration.pk
    token = ApiToken.objects.get()
    client = Client() if role == "anonymous" else sign_in_client(role)
    page = client.get("/manage/api/")
    if role == "surveillance":  # reads, and finds nothing to press
        assert page.status_code == 200
        assert "<button" not in page.content.decode().partition("<main")[2]
    else:
        assert page.status_code == (302 if role == "anonymous" else 403)
    responses = [
        client.post("/manage/api/make", NEW_INTEGRATION),
        client.post(f"/manage/api/{let_in}/token", {"days": ""}),
        client.post(f"/manage/api/{let_in}/shut"),
        client.post(f"/manage/api/token/{token.pk}/revoke"),
        client.post("/manage/api/delivery/1/again"),
    ]
    assert {response.status_code for response in responses} == (
        {401} if role == "anonymous" else {403}
    )
    assert (Integration.objects.count(), ApiToken.objects.count()) == (1, 1)
    token.refresh_from_db()
    assert token.revoked_at is None


def test_managing_integrations_needs_a_password_sign_in(game: TableDriver) -> None:
    create_staff("manager", alias="Linden", badge="909")
    client = Client()
    client.post("/floor/sign-in", {"badge": "909", "pin": "2580"})
    assert client.get("/manage/api/").status_code == 302


def test_account_without_a_badge_is_recorded_by_user(db: None) -> None:
    user = User.objects.create_user("owner")
    user.groups.add(Group.objects.get(name="manager"))
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    shown_token(client.post("/manage/api/make", NEW_INTEGRATION))
    assert AuditEvent.objects.latest("pk").who == f"user.{user.pk}"


def test_failed_delivery_is_listed_and_redelivered(
    game: TableDriver, create_client: CreateClient
) -> None:
    now = timezone.now()
    webhook = Webhook.objects.create(
        integration=create_client("desk").integration, url="https://seating.example/", made_at=now
    )
    dead = WebhookDelivery.objects.create(
        hook=webhook,
        event_id="0f3c4f3e-6a0e-4d55-9f7e-6b1d2a1c0a01",
        event="seat.open",
        body="{}",
        state="dead",
        made_at=now,
        due_at=now,
    )
    client = sign_in_client("manager")
    PageContent(client.get("/manage/api/")).item("seat.open")
    client.post(f"/manage/api/delivery/{dead.pk}/again")
    dead.refresh_from_db()
    assert dead.state == "waiting"
    assert client.post(f"/manage/api/delivery/{dead.pk}/again").status_code == 409


def test_scope_refusals_and_new_webhooks_are_recorded(
    game: TableDriver, create_client: CreateClient
) -> None:
    api_client = create_client("dealer", name="till")
    api_client.get("rulings/")
    api_client.post("webhooks/", {"url": "https://seating.example/", "events": ["seat.open"]})
    denied_act, act = AuditEvent.objects.order_by("pk")
    assert (denied_act.verb, denied_act.who, denied_act.outcome) == (
        "refused_by_scope",
        "api.till",
        "refused",
    )
    assert (denied_act.about_key, denied_act.reason) == (
        "/api/v1/rulings/",
        "no_scope rulings:read",
    )
    assert (act.verb, act.who) == ("hook_changed", "api.till")
    assert act.device == f"token …{api_client.token[-4:]}"
