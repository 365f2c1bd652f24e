"""What every page of the room carries."""

import pytest
from django.core.management import call_command
from django.test import Client


def test_content_security_policy_allows_no_inline_or_foreign_code(client: Client) -> None:
    policy = client.get("/no-such-page/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.django_db
def test_admin_site_allows_its_own_scripts(client: Client) -> None:
    response = client.get("/admin/login/")
    assert response.status_code == 200
    assert "Content-Security-Policy" not in response


def test_system_check_has_no_warnings() -> None:
    call_command("check", "--fail-level", "WARNING")
