"""The manager's sign-in: outside the admin site, tries left, the lock, and no page of Django."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.support.page_roles import PageContent
from tests.support.room import create_room, create_staff

PASSWORD = "a long password"
URL = "/manage/sign-in"


@pytest.fixture(autouse=True)
def _manager(db: None) -> None:
    create_room()
    create_staff("manager", alias="Hornbeam", badge="301", password=PASSWORD)


def _post(client: Client, password: str, **more: str):
    return client.post(URL, {"username": "hornbeam", "password": password, **more})


def test_pages_with_a_password_lead_to_the_products_sign_in() -> None:
    for name in ("manage:index", "rulings:index"):
        response = Client().get(reverse(name))
        assert response["Location"] == f"{URL}?next={reverse(name)}"
    page = PageContent(Client().get(f"{URL}?next=/manage/"))
    page.heading("Manager")
    assert page.field("Name").value == ""
    assert page.field("Password").kind == "password"
    assert "Signed out after" in page.text
    assert "code from your phone is asked next" in page.text
    response = Client().get(URL)
    assert "script-src 'self'" in response["Content-Security-Policy"]
    assert "django" not in response.content.decode().lower()


def test_sign_in_goes_where_one_wanted_or_to_the_settings() -> None:
    assert _post(Client(), PASSWORD)["Location"] == "/manage/"
    assert _post(Client(), PASSWORD, next="/rulebook/")["Location"] == "/rulebook/"
    for foreign in ("https://example.org/", "//example.org", "javascript:alert(1)"):
        assert _post(Client(), PASSWORD, next=foreign)["Location"] == "/manage/"
    client = Client()
    _post(client, PASSWORD)
    assert client.get(URL)["Location"] == "/manage/", "who is signed in needs no form"


def test_a_wrong_password_says_the_tries_left_then_the_wait() -> None:
    client = Client()
    for left in range(settings.AXES_FAILURE_LIMIT - 1, 0, -1):
        response = _post(client, "wrong")
        assert response.status_code == 200
        word = "try" if left == 1 else "tries"
        assert "Wrong name or password" in PageContent(response).alert()
        assert f"{left} {word} left." in PageContent(response).alert()
        assert PageContent(response).field("Name").value == "hornbeam"
    for password in ("wrong", PASSWORD):
        response = _post(client, password)
        assert response.status_code == 429
        assert "Wait 15 minutes" in PageContent(response).alert()
        PageContent(response).heading("Manager")


def test_an_unknown_name_looks_like_a_wrong_password() -> None:
    response = Client().post(URL, {"username": "nobody 大 🂡", "password": "wrong"})
    assert "4 tries left." in PageContent(response).alert()


def test_the_installer_keeps_the_admin_address() -> None:
    response = Client().get("/admin/")
    assert response["Location"] == "/admin/login/?next=/admin/"
    data = {"username": "hornbeam", "password": PASSWORD}
    assert Client().post("/admin/login/", data)["Location"] == "/admin/"
