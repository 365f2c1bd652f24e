"""The OpenAPI description is complete and true: every allowed request gets a described response and none fails."""

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
from tests.support.api_fixtures import ApiClient, CreateClient
from tests.support.api_house import House
from tests.support.law_examples import example_count, sampled

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.mark.once
def test_schema_is_valid(tmp_path: Any) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "api.yml"))


def test_every_url_is_documented() -> None:
    body = Client().get("/api/schema/").json()

    def url_paths(urls: list[Any], before: str) -> set[str]:
        all_: set[str] = set()
        for url in urls:
            at = before + str(url.pattern)
            if isinstance(url, URLResolver):
                all_ |= url_paths(url.url_patterns, at)
            elif isinstance(url, URLPattern):
                all_.add(at)
        return all_

    url_patterns = url_paths(api.urls.V1, "/api/v1/")
    documented_urls = {
        at.replace("<number:", "{").replace("<str:", "{").replace("<uuid:", "{").replace(">", "}")
        for at in url_patterns
    }
    assert set(body["paths"]) == documented_urls
    for path, methods in body["paths"].items():
        for method, text in methods.items():
            assert text["summary"], (path, method)
            assert {"400", "401", "403", "429"} <= set(text["responses"]), (path, method)
            assert text["security"] == [{"token": []}], (path, method)


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """Keep the test's database connection open after a request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def _check_operations(
    api_client: ApiClient | None, house: House, examples: int, step: int = 1
) -> None:
    headers = api_client.headers if api_client else {}
    config = SchemathesisConfig()
    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application(), config=config)
    few_examples = settings(
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
    for operation in sampled(operations, step):

        @few_examples
        @given(case=operation.as_strategy(), use_real_ids=st.booleans())
        def check_operation(case: Any, use_real_ids: bool) -> None:
            if use_real_ids:  # of things that there are, too
                known_ids = house.path_parameters()
                case.path_parameters = {
                    name: known_ids.get(name, value)
                    for name, value in (case.path_parameters or {}).items()
                }
            response = case.call(headers=headers)
            case.validate_response(response, checks=CHECKS)
            if api_client is None:
                assert response.status_code in (400, 401, 404, 413)

        check_operation()


@pytest.mark.release_on_postgresql
@pytest.mark.usefixtures("_one_connection")
def test_every_operation_answers_with_a_token(house: House, create_client: CreateClient) -> None:
    _check_operations(create_client("manager"), house, example_count(12))


@pytest.mark.usefixtures("_one_connection")
def test_every_operation_is_refused_without_a_token(house: House) -> None:
    _check_operations(None, house, 2, step=4)


@pytest.mark.release_on_postgresql
@pytest.mark.usefixtures("_one_connection")
def test_every_operation_answers_with_the_token_of_another_room(
    house: House, create_client: CreateClient
) -> None:
    _check_operations(create_client("manager", room=house.other_room), house, 2, step=4)
