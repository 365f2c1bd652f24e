"""Sign-ins with a second factor."""

from django.test import Client
from django.urls import reverse

from tests.support.audit_fixtures import PASSWORD


def sign_in_with_password(name: str) -> Client:
    client = Client()
    data = {"username": name, "password": PASSWORD}
    assert client.post(reverse("admin:login"), data).status_code == 302
    return client
