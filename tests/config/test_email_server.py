"""The mail settings of an address."""

from typing import Any

import pytest

from config.email_server import email_settings

SERVER = {
    "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
    "EMAIL_FILE_PATH": "",
    "EMAIL_HOST": "h",
    "EMAIL_PORT": None,
    "EMAIL_HOST_USER": None,
    "EMAIL_HOST_PASSWORD": None,
}


@pytest.mark.parametrize(
    ("address", "changed"),
    [
        ("smtp://h", {}),
        ("smtps://h", {"EMAIL_USE_TLS": True}),
        ("smtp+ssl://h:465", {"EMAIL_PORT": 465, "EMAIL_USE_SSL": True}),
        ("smtp://h?email_use_tls=1", {"EMAIL_USE_TLS": 1}),
        (
            "smtp+tls://u:p%40@h:587",
            {
                "EMAIL_PORT": 587,
                "EMAIL_HOST_USER": "u",
                "EMAIL_HOST_PASSWORD": "p@",
                "EMAIL_USE_TLS": True,
            },
        ),
        (
            "filemail:///var/mail",
            {
                "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
                "EMAIL_FILE_PATH": "var/mail",
                "EMAIL_HOST": None,
            },
        ),
    ],
)
def test_address_has_the_settings_of_its_server(address: str, changed: dict[str, Any]) -> None:
    assert email_settings(address) == SERVER | changed


@pytest.mark.parametrize("address", ["pigeon://h", "", "smtp://h:x"])
def test_address_of_no_server_is_refused(address: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        email_settings(address)
