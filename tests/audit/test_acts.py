"""Everything that is written down, each verb once: sign-ins, refusals, staff, settings, tablets, rulebooks."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import Act, LastUse
from audit.verbs import VERBS
from config.request_origin import describe_user_agent
from journal.models import Entry
from tests.audit.acts import AGENT, DONE, PASSWORD, House, password, tablet_in
from tests.dealer_ui.edges.tablet import tablet_of
from tests.tables.conftest import _quick, game, room
from tests.tables.room import Small, staff

__all__ = ["_quick", "game", "room"]
pytestmark = pytest.mark.db
# Other packages' tests have these.
ELSEWHERE = {
    *("factor_enrolled", "factor_reset", "codes_made", "code_used", "access_policy_changed"),
    *("access_report_made", "access_report_signed", "sessions_ended", "session_over"),
    *(
        "report_downloaded",
        "report_signed",
        "report_mailed",
        "acts_downloaded",
        "hand_replayed",
        "hand_exported",
    ),
    *("plaque_set_for_later", "plaque_withdrawn"),
    *("log_broken", "evidence_made", "player_forgotten", "kept_until_changed", "backup_made"),
    *("refused_by_scope", "refused_factor", "refused_second_person"),
    *("integration_added", "integration_changed", "integration_shut"),
    *("token_made", "token_revoked", "hook_changed", "token_refused", "legal_names_read"),
}


@pytest.fixture
def house(game: Small) -> House:
    people = {
        "dealer": staff("dealer"),
        "supervisor": staff("supervisor", alias="Rowan", badge="201"),
        "manager": staff("manager", alias="Hornbeam", badge="301", password=PASSWORD),
        "linden": staff("manager", alias="Linden", badge="302"),
    }
    admin = Client()
    password(admin, PASSWORD)
    return House(game, tablet_of(game), people, admin)


def test_every_verb_has_a_case() -> None:
    assert {name.partition("/")[0] for name in DONE} == set(VERBS) - ELSEWHERE


@pytest.mark.parametrize("name", [name for name in DONE if not name.startswith("version")])
def test_it_is_written_down(house: House, name: str) -> None:
    _check(house, name)


@pytest.mark.django_db(transaction=True)
def test_a_version_is_written_down(house: House) -> None:
    _check(house, "version_published")


def _check(house: House, name: str) -> None:
    does, expected = DONE[name]
    known = set(Act.objects.values_list("pk", flat=True))
    does(house)
    act = Act.objects.filter(verb=name.partition("/")[0]).exclude(pk__in=known).latest("id")
    data: dict[str, Any] = {"outcome": "done"} | expected
    for field in ("before", "after"):  # of these so much at least
        values: dict[str, Any] = data.pop(field, {})
        kept = getattr(act, field) or {}
        assert {text: kept.get(text) for text in values} == values
    assert {field: getattr(act, field) for field in data} == data


def test_a_refused_door_is_one_act(house: House) -> None:
    known = Act.objects.count()
    house.browser("201", "0000")
    assert Act.objects.count() == known + 1


def test_a_page_that_is_too_old_is_nobodys_refusal(house: House) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["sessionid"] = house.browser("201").cookies["sessionid"].value
    known = Act.objects.count()
    assert strict.post(reverse("floor:sign-out")).status_code == 403
    assert Act.objects.count() == known


def test_a_tap_is_kept_with_its_tablet(house: House) -> None:
    tablet_in(house)
    house.tablet.look()
    assert house.tablet.tap("deal").status_code == 200
    last = Entry.objects.order_by("-id")[0]
    assert (last.device, last.actor) == ("Tablet", house.people["dealer"].key)


def test_each_door_keeps_its_last_use(house: House) -> None:
    tablet_in(house)
    house.browser("201")
    match = set(LastUse.objects.values_list("who", "where"))
    people = house.people
    assert match == {
        (people["dealer"].key, "tablet"),
        (people["supervisor"].key, "floor"),
        (people["manager"].key, "setup"),
    }


@pytest.mark.parametrize(
    ("agent", "words"),
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
def test_a_browser_in_two_words(agent: str, words: str) -> None:
    assert describe_user_agent(agent) == words
