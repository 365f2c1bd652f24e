"""The clauses of rulings on the rulebook's pages: every row is complete readable text."""

import pytest
from django.test import Client
from django.urls import reverse

from poker.irregularities.load import catalogue
from poker.rules import HouseRules
from rulings.clauses import FAMILIES, groups, lines
from tests.support.page_roles import PageContent
from tests.support.room import create_staff
from tests.support.rulebook_fixtures import House
from tests.support.rulebook_pages import sign_in_client

ROWS = tuple(catalogue().rows.values())


def test_every_row_is_in_one_group():
    assert sum(len(group.rows) for group in groups()) == len(ROWS)
    assert {row.clause.partition("-")[0] for row in ROWS} <= set(FAMILIES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_every_row_text_is_complete(row):
    for clause_line in lines(row, HouseRules()):
        text = " ".join(
            (*clause_line.conditions, clause_line.result, *clause_line.steps, clause_line.label)
        )
        assert "{" not in text
        assert "}" not in text
        assert "house." not in text
        assert clause_line.result


def test_alternatives_of_other_settings_are_marked():
    row = catalogue().rows["premature_turn"]
    assert [clause_line.applies for clause_line in lines(row, HouseRules())] == [
        True,
        False,
        True,
        False,
        False,
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "status"), [("dealer", 403), ("desk", 403), ("supervisor", 200), ("surveillance", 200)]
)
def test_supervisors_read_clauses(house: House, role: str, status: int):
    page = reverse("rulings:clause", args=[house.book.pk, "FL-7"])
    assert (
        sign_in_client(create_staff(role, alias="Somebody", badge="777")).get(page).status_code
        == status
    )
    assert Client().get(page).status_code == 302


@pytest.mark.django_db
def test_clause_page_shows_its_text_alternatives_and_sources(house: House):
    manager = sign_in_client(house.hornbeam)
    text = PageContent(manager.get(reverse("rulings:clause", args=[house.book.pk, "FL-7"])))
    assert "Premature turn" in text.names("heading")
    assert "Before the river: Put" in text.text
    assert "other setting" in text.text
    assert "TDA RP-5B" in text.text
    missing = reverse("rulings:clause", args=[house.book.pk, "XX-1"])
    assert manager.get(missing).status_code == 404
