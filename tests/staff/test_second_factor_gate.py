"""Once the house requires second factors, staff without one are redirected to setup at their next page."""

from functools import partial

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django_otp.plugins.otp_totp.models import TOTPDevice

from staff.access_report import holders, rows
from staff.account_changes import staff_save
from staff.account_holders import account_holder_of
from staff.accounts import SecretHashes, secrets_hashed
from staff.models import AccessPolicy, AuditEvent, Staff
from staff.second_factor import factor_confirm, get_or_begin_secret, has_factor
from tests.support.audit_fixtures import PASSWORD
from tests.support.page_roles import PageContent
from tests.support.room import NOW, PIN, create_staff
from tests.support.second_factor import sign_in_with_password
from tests.support.staff_fixtures import House, authenticator_code, enroll

CODE_URL = "/audit/code"
SETUP_URL = "/audit/factor"


def require_second_factor(*, for_managers: bool = False, on_floor: bool = False) -> None:
    AccessPolicy(pk=1, factor_for_managers=for_managers, factor_on_floor=on_floor).save()


def test_manager_without_a_second_factor_is_sent_to_its_setup(house: House) -> None:
    manager = house.people["manager"]
    client = sign_in_with_password("hornbeam")
    assert client.get("/manage/").status_code == 200
    require_second_factor(for_managers=True)
    for page in ("/manage/", "/admin/", "/audit/", "/reports/", "/manage/staff/"):
        assert client.get(page).headers["Location"].partition("?")[0] == SETUP_URL, page
    answer = client.get("/audit/?who=Wren")
    assert answer.headers["Location"] == f"{SETUP_URL}?next=%2Faudit%2F%3Fwho%3DWren"
    response = client.post("/manage/staff/", {"alias": "x"})
    assert response.status_code == 403
    assert "two-factor sign-in first" in PageContent(response).alert()
    page = client.get(answer.headers["Location"]).content.decode()
    assert "data:image/svg+xml" in page
    assert "requires two-factor sign-in for managers" in PageContent(page).text
    confirmation_page = client.post(
        answer.headers["Location"], {"code": authenticator_code(manager)}
    ).content.decode()
    link = PageContent(confirmation_page).link("I have written them down")
    assert link.href == "/audit/?who=Wren"
    assert client.get("/manage/").status_code == 200
    assert AuditEvent.objects.get(verb="factor_enrolled").alias == manager.alias


def test_enrolled_manager_returns_to_the_page_after_the_code(house: House) -> None:
    client = sign_in_with_password("hornbeam")
    enroll(house.people["manager"])
    require_second_factor(for_managers=True)
    at = client.get("/audit/").headers["Location"]
    assert at == f"{CODE_URL}?next=%2Faudit%2F"
    # Knowing the password alone makes no new codes and sets nothing up.
    assert client.get(SETUP_URL).headers["Location"].partition("?")[0] == CODE_URL
    assert client.post(SETUP_URL, {"code": "1"}).headers["Location"].partition("?")[0] == CODE_URL
    assert (
        client.post(at, {"code": authenticator_code(house.people["manager"])}).headers["Location"]
        == "/audit/"
    )
    assert client.get("/audit/").status_code == 200


def test_other_roles_are_not_redirected(house: House) -> None:
    clients = [house.client(role) for role in ("dealer", "desk", "supervisor", "surveillance")]
    lens = sign_in_with_password("lens")
    require_second_factor(for_managers=True)
    for client in (*clients, lens):
        for page in ("/board", "/floor/", "/desk/"):
            assert not client.get(page).headers.get("Location", "").startswith("/audit/")
    assert house.client("manager").get("/floor/").status_code == 200  # by badge: the other choice
    client_without = sign_in_with_password("hornbeam")
    assert client_without.get("/").status_code == 200
    assert client_without.post(reverse("admin:logout")).status_code in (200, 302)
    assert "login" in client_without.get("/admin/").headers["Location"]


def test_floor_sign_in_needs_a_code_if_the_house_requires_it(house: House) -> None:
    manager = house.people["manager"]
    client = house.client("manager")
    rowan = house.client("supervisor")
    enroll(manager)
    require_second_factor(on_floor=True)
    at = client.get("/floor/").headers["Location"]
    assert at.startswith(CODE_URL)
    assert client.post("/floor/drop/take/1", {}).status_code == 403
    assert client.post(at, {"code": authenticator_code(manager)}).headers["Location"] == "/floor/"
    assert client.get("/floor/").status_code == 200
    assert rowan.get("/floor/").status_code == 200  # has none
    client.post(reverse("floor:sign-out"))
    data = {"badge": manager.badge, "pin": PIN}
    assert client.post(reverse("floor:sign-in"), data).status_code == 403  # asked again
    assert AuditEvent.objects.latest("id").verb == "refused_factor"


def test_second_factor_counts_only_for_its_own_account(house: House) -> None:
    require_second_factor(on_floor=True)
    rowan = house.people["supervisor"]
    enroll(rowan)
    client = sign_in_with_password("hornbeam")
    data = {"badge": rowan.badge, "pin": PIN, "code": authenticator_code(rowan)}
    assert client.post(reverse("floor:sign-in"), data).status_code == 302
    assert client.get("/manage/").status_code == 200
    require_second_factor(for_managers=True, on_floor=True)
    assert client.get("/manage/").headers["Location"].startswith(SETUP_URL)


@pytest.fixture
def root(house: House) -> User:
    """A superuser without a badge."""
    return User.objects.create_superuser("root", password=PASSWORD)


def test_account_without_a_badge_needs_a_second_factor(house: House, root: User) -> None:
    client = sign_in_with_password("root")
    require_second_factor(for_managers=True)
    assert client.get("/admin/").headers["Location"].startswith(SETUP_URL)
    fresh = Client()
    data = {"username": "root", "password": PASSWORD}
    assert fresh.post(reverse("admin:login"), data).headers["Location"] == SETUP_URL
    assert "data:image/svg+xml" in fresh.get(SETUP_URL).content.decode()
    assert TOTPDevice.objects.get().user == root
    page = fresh.post(
        SETUP_URL, {"code": authenticator_code(account_holder_of(root))}
    ).content.decode()
    assert page.count("<li>") == 10
    assert fresh.get("/admin/").status_code == 200
    assert AuditEvent.objects.get(verb="factor_enrolled").who == f"user.{root.pk}"
    assert client.get("/admin/").headers["Location"].startswith(CODE_URL)


def test_manager_removes_the_second_factor_of_an_account_without_a_badge(
    house: House, root: User
) -> None:
    get_or_begin_secret(account_holder_of(root))
    factor_confirm(
        staff=account_holder_of(root),
        code=authenticator_code(account_holder_of(root), -30),
        now=NOW,
    )
    signed_in = sign_in_with_password("hornbeam")
    manager = sign_in_with_password("hornbeam")
    page = manager.get(reverse("audit:access")).content.decode()
    assert reverse("audit:access-reset", args=[root.pk]) in page
    assert manager.post(reverse("audit:access-reset", args=[root.pk])).status_code == 302
    assert not has_factor(root)
    act = AuditEvent.objects.get(verb="factor_reset")
    assert (act.alias, act.about_kind, act.about_name) == ("Hornbeam", "user", "root")
    assert signed_in.get("/manage/").status_code == 200
    assert [holder.alias for holder in holders()][-1] == "root"
    last = rows(NOW)[-1]
    assert (last["alias"], last["badge"], last["role"]) == ("root", "", "superuser")


def test_reset_second_factor_ends_the_sessions(house: House) -> None:
    rowan = house.people["supervisor"]
    enroll(rowan)
    signed_out_client = house.client("supervisor")
    other_client = house.client("desk")
    manager = sign_in_with_password("hornbeam")
    manager.post(reverse("audit:access-reset", args=[rowan.user.pk]))
    assert "sign-in" in signed_out_client.get("/floor/").headers["Location"]
    assert other_client.get("/desk/").status_code == 302
    assert "sign-in" not in other_client.get("/desk/").headers["Location"]


@pytest.mark.parametrize("secret", ["pin", "password", "role"])
def test_another_role_pin_or_password_ends_every_sign_in(house: House, secret: str) -> None:
    rowan = house.people["supervisor"]
    desk_client = house.client("desk")
    badge = house.client("supervisor")
    name = sign_in_with_password("rowan")
    pin = "8642" if secret == "pin" else ""
    new_password = "another long one" if secret == "password" else ""
    role = Group.objects.get(name="desk" if secret == "role" else "supervisor")
    save = partial(staff_save, username="rowan", role=role, is_active=True, rooms=[])
    save(
        staff=Staff.objects.get(pk=rowan.pk), secrets=secrets_hashed(pin=pin, password=new_password)
    )
    for client in (badge, name):
        assert client.get("/incidents/").status_code == 302
    assert desk_client.get("/desk/").status_code == 302
    save(staff=Staff.objects.get(pk=rowan.pk), secrets=SecretHashes())
    new_client = Client()
    signed = {"badge": rowan.badge, "pin": pin or PIN}
    assert new_client.post(reverse("incidents:sign-in"), signed).status_code == 302
    save(staff=Staff.objects.get(pk=rowan.pk), secrets=SecretHashes())
    assert new_client.get("/incidents/").status_code in (200, 403)  # the same again ends nothing


def test_managers_cannot_reset_their_own_second_factor(house: House) -> None:
    create_staff("manager", alias="Linden", badge="302", password=PASSWORD)
    enroll(house.people["manager"])
    manager = sign_in_with_password("linden")
    own_url = reverse("audit:access-reset", args=[house.people["manager"].user.pk])
    assert manager.post(own_url).status_code == 302
    denied = manager.post(
        reverse("audit:access-reset", args=[User.objects.get(username="linden").pk])
    )
    assert denied.status_code == 422
