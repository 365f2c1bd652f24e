"""The mail settings of an address such as smtp+tls://user:password@host:587."""

from typing import Any
from urllib.parse import parse_qs, unquote, unquote_plus, urlsplit

BACKENDS = {
    "smtp": "smtp",
    "smtps": "smtp",
    "smtp+tls": "smtp",
    "smtp+ssl": "smtp",
    "consolemail": "console",
    "filemail": "filebased",
    "memorymail": "locmem",
    "dummymail": "dummy",
}
OPTIONS = ("EMAIL_USE_TLS", "EMAIL_USE_SSL")


def email_settings(address: str) -> dict[str, Any]:
    """Return Django's mail settings. Raises `KeyError` for an unknown scheme, `ValueError` for a wrong port."""
    url = urlsplit(address)
    settings: dict[str, Any] = {
        "EMAIL_BACKEND": f"django.core.mail.backends.{BACKENDS[url.scheme]}.EmailBackend",
        "EMAIL_FILE_PATH": unquote_plus(url.path[1:]),
        "EMAIL_HOST": url.hostname,
        "EMAIL_PORT": url.port,
        "EMAIL_HOST_USER": None if url.username is None else unquote(url.username),
        "EMAIL_HOST_PASSWORD": None if url.password is None else unquote(url.password),
    }
    if url.scheme in ("smtps", "smtp+tls"):
        settings["EMAIL_USE_TLS"] = True
    if url.scheme == "smtp+ssl":
        settings["EMAIL_USE_SSL"] = True
    for name, values in parse_qs(url.query).items():
        if name.upper() in OPTIONS:
            value = values[0]
            settings[name.upper()] = int(value) if value.isdigit() else value
    return settings
