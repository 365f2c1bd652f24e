"""Currencies: how each writes amounts, and which texts it reads."""

import msgspec
import pytest

from poker.amounts import parse_amount
from poker.currency import USD, Currency, currency, set_currency
from poker.formatting import money, plain, with_amounts
from poker.refusal import Refusal
from staff.currencies import CHOICES, CURRENCIES
from tests.support.money_cases import MONEY_CASES

EUR, JPY, CHF, SEK = (CURRENCIES[code] for code in ("EUR", "JPY", "CHF", "SEK"))


@pytest.mark.parametrize(("code", "amount", "text"), MONEY_CASES)
def test_each_currency_writes_amounts_its_own_way(code: str, amount: int, text: str) -> None:
    known = CURRENCIES[code]
    assert known.money(amount) == text
    assert known.read(text) == amount, "a field takes what a page shows"
    assert known.read(known.typed(amount)) == amount
    assert known.read(known.plain(amount)) == amount


@pytest.mark.parametrize(
    ("known", "text", "amount"),
    [
        (USD, "2.50", 250),
        (USD, ".5", 50),
        (USD, "1000", 100000),
        (USD, "$1,000", 100000),
        (USD, "USD 4", 400),
        (USD, "-$4", -400),
        (USD, "1.000", 100),
        (EUR, "2,5", 250),
        (EUR, "1.000 €", 100000),
        (EUR, "EUR 1.000,50", 100050),
        (JPY, "1,250", 1250),
        (JPY, "¥1250", 1250),
        (CHF, "1'250.50", 125050),
        (CHF, "CHF 4", 400),
        (SEK, "1 250,50 kr", 125050),
        (CURRENCIES["INR"], "12,50,000", 125000000),
    ],
)
def test_typed_amounts(known: Currency, text: str, amount: int) -> None:
    assert known.read(text) == amount


@pytest.mark.parametrize(
    ("known", "text"),
    [
        (USD, ""),
        (USD, "."),
        (USD, "lots"),
        (USD, "nan"),
        (USD, "1e3"),
        (USD, "0.001"),
        (USD, "1,00"),
        (USD, "4 €"),
        (EUR, "2.50"),
        (EUR, "$4"),
        (JPY, "0.50"),
        (SEK, "1.250"),
    ],
)
def test_other_texts_are_no_amounts(known: Currency, text: str) -> None:
    assert known.read(text) is None


def test_every_currency_of_the_list_reads_what_it_writes() -> None:
    for code, known in CURRENCIES.items():
        assert known.code == code
        for amount in (0, 5, 100, 99999, 125050, 123456789, -125000):
            assert known.read(known.money(amount)) == amount, known
    assert len(CHOICES) == len(CURRENCIES)


def test_the_process_writes_in_the_currency_that_was_set() -> None:
    assert (money(125050), plain(125050)) == ("$1,250.50", "1,250.50")
    set_currency(EUR)
    assert currency() == EUR
    assert (money(125050), plain(125050)) == (f"1.250,50{chr(0xA0)}€", "1.250,50")
    assert with_amounts("Default: ¤2500.") == f"Default: 25{chr(0xA0)}€."
    assert parse_amount("2,50") == 250
    with pytest.raises(Refusal) as refused:
        parse_amount("$4")
    assert refused.value.facts == {"value": "$4", "currency": "EUR", "example": "250 or 2,50"}


def test_a_message_without_a_field_is_the_dollar() -> None:
    assert msgspec.json.decode(b"{}", type=Currency) == USD
