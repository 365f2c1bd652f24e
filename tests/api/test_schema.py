"""The description is whole and true: asked everything that it allows, the API answers as it says and never fails."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from django.urls import URLPattern, URLResolver
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import api.urls
from tests.api.conftest import Make, Program
from tests.api.house import House

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
pytestmark = pytest.mark.db


def test_the_description_is_sound(tmp_path: Any) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "api.yml"))


def test_every_address_is_described() -> None:
    body = Client().get("/api/schema/").json()

    def found(urls: list[Any], before: str) -> set[str]:
        all_: set[str] = set()
        for url in urls:
            at = before + str(url.pattern)
            if isinstance(url, URLResolver):
                all_ |= found(url.url_patterns, at)
            elif isinstance(url, URLPattern):
                all_.add(at)
        return all_

    here = found(api.urls.V1, "/api/v1/")
    plain = {
        at.replace("<number:", "{").replace("<str:", "{").replace("<uuid:", "{").replace(">", "}")
        for at in here
    }
    assert set(body["paths"]) == plain
    for path, methods in body["paths"].items():
        for method, text in methods.items():
            assert text["summary"], (path, method)
            assert {"400", "401", "403", "429"} <= set(text["responses"]), (path, method)
            assert text["security"] == [{"token": []}], (path, method)


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """A request in this process is no end of the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def _asked(program: Program | None, house: House, examples: int) -> None:
    headers = program.headers if program else {}
    config = SchemathesisConfig()
    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application(), config=config)
    few = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    matches: list[Any] = list(schema.get_all_operations())
    operations = [item.ok() for item in matches]
    assert len(operations) > 25
    for operation in operations:

        @few
        @given(case=operation.as_strategy(), real=st.booleans())
        def ask(case: Any, real: bool) -> None:
            if real:  # of things that there are, too
                known = house.numbers()
                case.path_parameters = {
                    name: known.get(name, value)
                    for name, value in (case.path_parameters or {}).items()
                }
            answer = case.call(headers=headers)
            case.validate_response(answer, checks=CHECKS)
            if program is None:
                assert answer.status_code in (400, 401, 404, 413)

        ask()


@pytest.mark.usefixtures("_one_connection")
def test_asked_everything_with_a_token(house: House, program: Make) -> None:
    _asked(program("manager"), house, 12)


@pytest.mark.usefixtures("_one_connection")
def test_asked_everything_without_one(house: House) -> None:
    _asked(None, house, 2)


@pytest.mark.usefixtures("_one_connection")
def test_asked_everything_with_another_rooms(house: House, program: Make) -> None:
    _asked(program("manager", room=house.other), house, 2)
