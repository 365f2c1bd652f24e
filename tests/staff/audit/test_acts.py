"""Every recorded action, each verb once: sign-ins, refusals, staff, settings, tablets, rulebooks."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config.request_origin import describe_user_agent
from journal.models import Entry
from staff.audit.verbs import VERBS
from staff.models import AuditEvent, LastUse
from tests.staff.audit.acts import (
    AGENT,
    PASSWORD,
    RECORDED_ACTIONS,
    House,
    sign_in_tablet,
    sign_in_with_password,
)
from tests.support.room import TableDriver, create_staff
from tests.support.table_fixtures import game, room
from tests.support.tablet import create_tablet

__all__ = ["game", "room"]
# Other packages' tests have these.
TESTED_ELSEWHERE = {
    "factor_enrolled",
    "factor_put_off",
    "factor_reset",
    "codes_made",
    "code_used",
    "access_policy_changed",
    "stack_returned",
    "access_report_made",
    "access_report_signed",
    "sessions_ended",
    "session_over",
    "report_downloaded",
    "report_signed",
    "report_mailed",
    "acts_downloaded",
    "hand_replayed",
    "hand_exported",
    "taps_refused",
    "alert_phone_added",
    "alert_phone_removed",
    "screen_allowed",
    "screen_removed",
    "setup_code_made",
    "setup_begun",
    "setup_finished",
    "start_code_made",
    "pin_chosen",
    "plaque_set_for_later",
    "plaque_withdrawn",
    "log_broken",
    "evidence_made",
    "player_forgotten",
    "kept_until_changed",
    "backup_made",
    "log_month_dropped",
    "lesson_saved",
    "lesson_deleted",
    "school_sign_in",
    "game_signed_off",
    "sign_off_withdrawn",
    "training_changed",
    "training_downloaded",
    "training_forgotten",
    "refused_by_scope",
    "refused_factor",
    "refused_second_person",
    "integration_added",
    "integration_changed",
    "integration_shut",
    "token_made",
    "token_revoked",
    "hook_changed",
    "token_refused",
    "legal_names_read",
    # tests/promotions/test_table_promotions.py
    "promotion_drafted",
    "promotion_published",
    "promotion_discarded",
    "employment_recorded",  # tests/promotions/test_hard_cases.py
    "round_replayed",  # tests/banked/test_round_page.py
}


@pytest.fixture
def house(game: TableDriver) -> House:
    people = {
        "dealer": create_staff("dealer"),
        "supervisor": create_staff("supervisor", alias="Rowan", badge="201"),
        "manager": create_staff("manager", alias="Hornbeam", badge="301", password=PASSWORD),
        "linden": create_staff("manager", alias="Linden", badge="302"),
    }
    admin = Client()
    sign_in_with_password(admin, PASSWORD)
    return House(game, create_tablet(game), people, admin)


def test_every_verb_has_a_case() -> None:
    assert {name.partition("/")[0] for name in RECORDED_ACTIONS} == set(VERBS) - TESTED_ELSEWHERE


@pytest.mark.parametrize(
    "name", [name for name in RECORDED_ACTIONS if not name.startswith("version")]
)
def test_action_is_recorded(house: House, name: str) -> None:
    _check_record(house, name)


@pytest.mark.django_db(transaction=True)
def test_published_version_is_recorded(house: House) -> None:
    _check_record(house, "version_published")


def _check_record(house: House, name: str) -> None:
    perform, expected = RECORDED_ACTIONS[name]
    earlier_pks = set(AuditEvent.objects.values_list("pk", flat=True))
    perform(house)
    act = (
        AuditEvent.objects.filter(verb=name.partition("/")[0])
        .exclude(pk__in=earlier_pks)
        .latest("id")
    )
    data: dict[str, Any] = {"outcome": "done"} | expected
    for field in ("before", "after"):  # of these so much at least
        values: dict[str, Any] = data.pop(field, {})
        recorded_values = getattr(act, field) or {}
        assert {text: recorded_values.get(text) for text in values} == values
    assert {field: getattr(act, field) for field in data} == data


def test_failed_sign_in_is_recorded_once(house: House) -> None:
    act_count = AuditEvent.objects.count()
    house.browser("201", "0000")
    assert AuditEvent.objects.count() == act_count + 1


def test_request_without_a_csrf_token_is_not_recorded(house: House) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["sessionid"] = house.browser("201").cookies["sessionid"].value
    act_count = AuditEvent.objects.count()
    assert strict.post(reverse("floor:sign-out")).status_code == 403
    assert AuditEvent.objects.count() == act_count


def test_tap_is_stored_with_its_tablet(house: House) -> None:
    sign_in_tablet(house)
    house.tablet.snapshot()
    assert house.tablet.tap("deal").status_code == 200
    last = Entry.objects.order_by("-id")[0]
    assert (last.device, last.actor) == ("Tablet", house.people["dealer"].key)


def test_each_area_stores_its_last_use(house: House) -> None:
    sign_in_tablet(house)
    house.browser("201")
    match = set(LastUse.objects.values_list("who", "where"))
    people = house.people
    assert match == {
        (people["dealer"].key, "tablet"),
        (people["supervisor"].key, "floor"),
        (people["manager"].key, "setup"),
    }


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (AGENT, "Safari, iPad"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
            "Firefox, Linux",
        ),
        ("curl/8", "a program"),
    ],
)
def test_user_agent_is_described_in_two_words(agent: str, label: str) -> None:
    assert describe_user_agent(agent) == label
