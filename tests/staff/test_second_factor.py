"""The second factor: setup, the step after the password, throttling, loss, and recovery codes."""

import pytest
from django.test import Client
from django.urls import reverse
from django_otp.plugins.otp_totp.models import TOTPDevice

from poker.refusal import Refusal
from staff.account_changes import factor_reset
from staff.models import AuditEvent, RecoveryCode
from staff.policy import policy_change
from staff.second_factor import factor_check, has_factor
from tests.support.audit_fixtures import PASSWORD
from tests.support.page_roles import PageContent
from tests.support.room import NOW, PIN, create_staff
from tests.support.staff_fixtures import House, authenticator_code, enroll


def sign_in_with_password(client: Client, name: str = "hornbeam", next_url: str = "/admin/") -> str:
    """Sign in with name and password; return the redirect URL."""
    data = {"username": name, "password": PASSWORD, "next": next_url}
    return client.post(reverse("admin:login"), data).headers["Location"]


def test_staff_without_second_factor_sign_in_by_password(house: House) -> None:
    client = Client()
    assert sign_in_with_password(client, next_url="/audit/") == "/audit/"
    assert client.get(reverse("audit:second-factor")).status_code == 200


def test_second_factor_is_set_up_on_a_page(house: House) -> None:
    manager = house.people["manager"]
    client = Client()
    sign_in_with_password(client)
    page = client.get(reverse("audit:second-factor")).content.decode()
    assert "data:image/svg+xml" in page
    assert not has_factor(manager.user)
    assert client.post(reverse("audit:second-factor"), {"code": "000000"}).status_code == 422
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    page = client.post(
        reverse("audit:second-factor"), {"code": authenticator_code(manager)}
    ).content.decode()
    assert page.count("<li>") == 10
    assert has_factor(manager.user)
    code_hashes = set(RecoveryCode.objects.values_list("code_hash", flat=True))
    assert len(code_hashes) == 10
    assert not any(text in page for text in code_hashes)
    assert AuditEvent.objects.get(verb="factor_enrolled").alias == "Hornbeam"


def test_password_alone_opens_no_page_after_enrollment(house: House) -> None:
    manager = house.people["manager"]
    enroll(manager)
    client = Client()
    assert sign_in_with_password(client, next_url="/audit/") == reverse("audit:code")
    assert "login" in client.get("/admin/").headers["Location"]
    assert "sign-in" in client.get("/audit/").headers["Location"]
    assert client.get(reverse("audit:second-factor")).headers["Location"] == reverse("audit:code")
    assert client.post(reverse("audit:code"), {"code": "12345x"}).status_code == 422
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    response = client.post(reverse("audit:code"), {"code": authenticator_code(manager)})
    assert response.headers["Location"] == "/audit/"
    assert client.get("/audit/").status_code == 200
    assert AuditEvent.objects.filter(verb="setup_sign_in").count() == 1


def test_code_works_once_and_wrong_codes_delay(house: House) -> None:
    manager = house.people["manager"]
    enroll(manager)
    code = authenticator_code(manager)
    factor_check(staff=manager, code=code, now=NOW)
    with pytest.raises(Refusal, match="wrong_code"):
        factor_check(staff=manager, code=code, now=NOW)
    with pytest.raises(Refusal, match="code_wait"):
        factor_check(staff=manager, code=authenticator_code(manager, 30), now=NOW)
    assert AuditEvent.objects.filter(verb="sign_in_failed", reason="two-factor code").count() == 2


def test_a_recovery_code_works_once(house: House) -> None:
    manager = house.people["manager"]
    codes = enroll(manager)
    factor_check(staff=manager, code=codes[0].upper(), now=NOW)
    with pytest.raises(Refusal, match="wrong_code"):
        factor_check(staff=manager, code=codes[0], now=NOW)
    act = AuditEvent.objects.get(verb="code_used")
    assert act.after == {"left": 9}
    with pytest.raises(Refusal, match="code_wait"):
        factor_check(staff=manager, code=codes[1], now=NOW)


def test_new_recovery_codes_replace_the_old_ones(house: House) -> None:
    manager = house.people["manager"]
    client = Client()
    sign_in_with_password(client)
    old = enroll(manager)
    page = client.post(
        reverse("audit:second-factor"), {"code": authenticator_code(manager)}
    ).content.decode()
    assert page.count("<li>") == 10
    assert not any(text in page for text in old)
    assert AuditEvent.objects.filter(verb="codes_made").exists()
    with pytest.raises(Refusal, match="wrong_code"):
        factor_check(staff=manager, code=old[1], now=NOW)


def test_another_manager_resets_a_lost_second_factor(house: House) -> None:
    manager = house.people["manager"]
    enroll(manager)
    second_manager = create_staff("manager", alias="Linden", badge="302", password=PASSWORD)
    with pytest.raises(Refusal, match="reset_yourself"):
        factor_reset(staff=manager, by=manager, now=NOW)
    client = Client()
    sign_in_with_password(client, "linden")
    client.post(reverse("audit:access-reset", args=[manager.user.pk]))
    assert not has_factor(manager.user)
    assert not RecoveryCode.objects.exists()
    act = AuditEvent.objects.get(verb="factor_reset")
    assert (act.alias, act.about_name) == ("Linden", "Hornbeam")
    with pytest.raises(Refusal, match="no_factor"):
        factor_reset(staff=manager, by=second_manager, now=NOW)


def require_second_factor(
    house: House, *, for_managers: bool = False, on_floor: bool = False
) -> None:
    policy_change(
        by=house.people["manager"],
        limits={},
        factor_for_managers=for_managers,
        factor_on_floor=on_floor,
        now=NOW,
    )


def test_required_second_factor_is_set_up_before_anything_else(house: House) -> None:
    manager = house.people["manager"]
    with pytest.raises(Refusal, match="factor_yourself_first"):
        require_second_factor(house, for_managers=True)
    enroll(manager)
    require_second_factor(house, for_managers=True)
    second_manager = create_staff("manager", alias="Linden", badge="302", password=PASSWORD)
    client = Client()
    assert sign_in_with_password(client, "linden", next_url="/audit/") == reverse(
        "audit:second-factor"
    )
    assert "sign-in" in client.get("/audit/").headers["Location"]
    assert client.get(reverse("audit:second-factor")).status_code == 200
    page = client.post(
        reverse("audit:second-factor"), {"code": authenticator_code(second_manager)}
    ).content.decode()
    assert "/audit/" in {link.href for link in PageContent(page).links()}
    assert client.get("/audit/").status_code == 200
    assert sign_in_with_password(Client(), "lens") == "/admin/"  # surveillance is not asked


@pytest.mark.parametrize("area", ["floor", "desk", "incidents", "reports"])
def test_badge_sign_in_asks_for_a_code_if_the_house_requires_it(house: House, area: str) -> None:
    manager = house.people["manager"]
    enroll(manager)
    data = {"badge": manager.badge, "pin": PIN}
    address = reverse(f"{area}:sign-in")
    assert Client().post(address, data).status_code == 302
    require_second_factor(house, on_floor=True)
    response = Client().post(address, data)
    assert response.status_code == 403
    PageContent(response).field("App code, if you have one")
    assert Client().post(address, data | {"code": authenticator_code(manager)}).status_code == 302
    rowan = house.people["supervisor"]
    assert Client().post(address, data | {"badge": rowan.badge}).status_code == 302


def test_expired_second_step_starts_over(house: House) -> None:
    manager = house.people["manager"]
    client = Client()
    enroll(manager)
    sign_in_with_password(client)
    session = client.session
    pk, _, next_url = session["access.waiting"]
    session["access.waiting"] = [pk, "2026-01-01T00:00:00+00:00", next_url]
    session.save()
    assert client.get(reverse("audit:code"))["Location"] == reverse("manage:sign-in")


def test_second_factor_setup_needs_a_password_sign_in(house: House) -> None:
    assert house.client("dealer").get(reverse("audit:second-factor")).status_code == 403
    assert house.client("manager").get(reverse("audit:second-factor")).status_code == 403


def test_no_set_up_page_shows_the_secret(house: House) -> None:
    from django.contrib import admin

    assert TOTPDevice not in admin.site._registry


def test_page_that_needs_a_password_leads_to_that_sign_in_and_back(house: House) -> None:
    client = Client()
    badge = house.people["manager"].badge
    client.post("/audit/sign-in", {"badge": badge, "pin": PIN, "next": "/audit/"})
    page = client.get("/audit/factor")
    assert page.status_code == 403
    link = PageContent(page).link("Sign in with name and password")
    assert link.href == "/manage/sign-in?next=%2Faudit%2Ffactor"
