"""The house asks for second factors from now on: whoever is signed in already is led to it at his next page."""

from functools import partial

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django_otp.plugins.otp_totp.models import TOTPDevice

from access.access_report import holders, rows
from access.account_holders import account_holder_of
from access.models import AccessPolicy
from access.second_factor import factor_confirm, get_or_begin_secret, has_factor
from audit.models import Act
from tables.models import Staff
from tables.staffing import staff_save
from tests.access.conftest import House, code_of, enrolled
from tests.audit_ui.conftest import PASSWORD
from tests.tables.room import NOW, PIN, staff

pytestmark = pytest.mark.db
CODE, FACTOR = "/audit/code", "/audit/factor"


def asked(*, managers: bool = False, floor: bool = False) -> None:
    AccessPolicy(pk=1, factor_for_managers=managers, factor_on_floor=floor).save()


def by_password(name: str) -> Client:
    client = Client()
    data = {"username": name, "password": PASSWORD}
    assert client.post(reverse("admin:login"), data).status_code == 302
    return client


def test_a_manager_without_one_sets_it_up_at_the_next_page(house: House) -> None:
    manager, client = house.people["manager"], by_password("hornbeam")
    assert client.get("/manage/").status_code == 200
    asked(managers=True)
    for page in ("/manage/", "/admin/", "/audit/", "/reports/", "/manage/staff/"):
        assert client.get(page).headers["Location"].partition("?")[0] == FACTOR, page
    answer = client.get("/audit/?who=Wren")
    assert answer.headers["Location"] == f"{FACTOR}?next=%2Faudit%2F%3Fwho%3DWren"
    response = client.post("/manage/staff/", {"alias": "x"})
    assert response.status_code == 403
    assert "two-factor sign-in first" in response.content.decode()
    page = client.get(answer.headers["Location"]).content.decode()
    assert "data:image/svg+xml" in page
    assert "requires two-factor sign-in for managers" in page
    done = client.post(answer.headers["Location"], {"code": code_of(manager)}).content.decode()
    assert 'href="/audit/?who=Wren"' in done
    assert client.get("/manage/").status_code == 200
    assert Act.objects.get(verb="factor_enrolled").alias == manager.alias


def test_who_has_one_shows_it_and_goes_on_where_he_was(house: House) -> None:
    client = by_password("hornbeam")
    enrolled(house.people["manager"])
    asked(managers=True)
    at = client.get("/audit/").headers["Location"]
    assert at == f"{CODE}?next=%2Faudit%2F"
    # Knowing the password alone makes no new codes and sets nothing up.
    assert client.get(FACTOR).headers["Location"].partition("?")[0] == CODE
    assert client.post(FACTOR, {"code": "1"}).headers["Location"].partition("?")[0] == CODE
    assert (
        client.post(at, {"code": code_of(house.people["manager"])}).headers["Location"] == "/audit/"
    )
    assert client.get("/audit/").status_code == 200


def test_nobody_else_is_held_up(house: House) -> None:
    clients = [house.client(role) for role in ("dealer", "desk", "supervisor", "surveillance")]
    lens = by_password("lens")
    asked(managers=True)
    for client in (*clients, lens):
        for page in ("/board", "/floor/", "/desk/"):
            assert not client.get(page).headers.get("Location", "").startswith("/audit/")
    assert house.client("manager").get("/floor/").status_code == 200  # by badge: the other choice
    owes = by_password("hornbeam")
    assert owes.get("/").status_code == 302
    assert owes.post(reverse("admin:logout")).status_code in (200, 302)
    assert "login" in owes.get("/admin/").headers["Location"]


def test_a_badge_owes_it_too_where_the_house_asks_for_it_on_the_floor(house: House) -> None:
    manager = house.people["manager"]
    client, rowan = house.client("manager"), house.client("supervisor")
    enrolled(manager)
    asked(floor=True)
    at = client.get("/floor/").headers["Location"]
    assert at.startswith(CODE)
    assert client.post("/floor/drop/take/1", {}).status_code == 403
    assert client.post(at, {"code": code_of(manager)}).headers["Location"] == "/floor/"
    assert client.get("/floor/").status_code == 200
    assert rowan.get("/floor/").status_code == 200  # has none
    client.post(reverse("floor:sign-out"))
    data = {"badge": manager.badge, "pin": PIN}
    assert client.post(reverse("floor:sign-in"), data).status_code == 403  # asked for it anew
    assert Act.objects.latest("id").verb == "refused_factor"


def test_what_one_has_shown_counts_for_nobody_else_at_the_browser(house: House) -> None:
    asked(floor=True)
    rowan = house.people["supervisor"]
    enrolled(rowan)
    client = by_password("hornbeam")
    data = {"badge": rowan.badge, "pin": PIN, "code": code_of(rowan)}
    assert client.post(reverse("floor:sign-in"), data).status_code == 302
    assert client.get("/manage/").status_code == 200
    asked(managers=True, floor=True)
    assert client.get("/manage/").headers["Location"].startswith(FACTOR)


@pytest.fixture
def root(house: House) -> User:
    """Above managers, without a badge."""
    return User.objects.create_superuser("root", password=PASSWORD)


def test_an_account_without_a_badge_is_asked_as_managers_are(house: House, root: User) -> None:
    client = by_password("root")
    asked(managers=True)
    assert client.get("/admin/").headers["Location"].startswith(FACTOR)
    fresh = Client()
    data = {"username": "root", "password": PASSWORD}
    assert fresh.post(reverse("admin:login"), data).headers["Location"] == FACTOR
    assert "data:image/svg+xml" in fresh.get(FACTOR).content.decode()
    assert TOTPDevice.objects.get().user == root
    page = fresh.post(FACTOR, {"code": code_of(account_holder_of(root))}).content.decode()
    assert page.count("<li>") == 10
    assert fresh.get("/admin/").status_code == 200
    assert Act.objects.get(verb="factor_enrolled").who == f"user.{root.pk}"
    assert client.get("/admin/").headers["Location"].startswith(CODE)


def test_a_manager_takes_the_lost_one_of_such_an_account_away(house: House, root: User) -> None:
    get_or_begin_secret(account_holder_of(root))
    factor_confirm(
        staff=account_holder_of(root), code=code_of(account_holder_of(root), -30), now=NOW
    )
    signed_in, manager = by_password("hornbeam"), by_password("hornbeam")
    shown = manager.get(reverse("audit:access")).content.decode()
    assert reverse("audit:access-reset", args=[root.pk]) in shown
    assert manager.post(reverse("audit:access-reset", args=[root.pk])).status_code == 302
    assert not has_factor(root)
    act = Act.objects.get(verb="factor_reset")
    assert (act.alias, act.about_kind, act.about_name) == ("Hornbeam", "user", "root")
    assert signed_in.get("/manage/").status_code == 200
    assert [holder.alias for holder in holders()][-1] == "root"
    last = rows(NOW)[-1]
    assert (last["alias"], last["badge"], last["role"]) == ("root", "", "superuser")


def test_who_lost_it_is_signed_out_with_it(house: House) -> None:
    rowan = house.people["supervisor"]
    enrolled(rowan)
    lost, other = house.client("supervisor"), house.client("desk")
    manager = by_password("hornbeam")
    manager.post(reverse("audit:access-reset", args=[rowan.user.pk]))
    assert "sign-in" in lost.get("/floor/").headers["Location"]
    assert other.get("/desk/").status_code == 302
    assert "sign-in" not in other.get("/desk/").headers["Location"]


@pytest.mark.parametrize("secret", ["pin", "password", "role"])
def test_another_role_pin_or_password_ends_every_sign_in(house: House, secret: str) -> None:
    rowan, kept = house.people["supervisor"], house.client("desk")
    badge, name = house.client("supervisor"), by_password("rowan")
    pin = "8642" if secret == "pin" else ""
    word = "another long one" if secret == "password" else ""
    role = Group.objects.get(name="desk" if secret == "role" else "supervisor")
    save = partial(staff_save, username="rowan", role=role, is_active=True)
    save(staff=Staff.objects.get(pk=rowan.pk), pin=pin, password=word)
    for client in (badge, name):
        assert client.get("/incidents/").status_code == 302
    assert kept.get("/desk/").status_code == 302
    save(staff=Staff.objects.get(pk=rowan.pk), pin="", password="")
    again = Client()
    signed = {"badge": rowan.badge, "pin": pin or PIN}
    assert again.post(reverse("incidents:sign-in"), signed).status_code == 302
    save(staff=Staff.objects.get(pk=rowan.pk), pin="", password="")
    assert again.get("/incidents/").status_code in (200, 403)  # the same again ends nothing


def test_nobody_takes_away_his_own(house: House) -> None:
    staff("manager", alias="Linden", badge="302", password=PASSWORD)
    enrolled(house.people["manager"])
    manager = by_password("linden")
    own = reverse("audit:access-reset", args=[house.people["manager"].user.pk])
    assert manager.post(own).status_code == 302
    refused = manager.post(
        reverse("audit:access-reset", args=[User.objects.get(username="linden").pk])
    )
    assert refused.status_code == 422
