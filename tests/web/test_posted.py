"""Forms of posted fields: what is cut, what is refused by which code, and what is ignored."""

from datetime import datetime
from typing import Annotated

import pytest
from django.core.exceptions import BadRequest
from django.http import QueryDict
from django.utils import timezone

from poker.refusal import Refusal
from web.posted import (
    Flag,
    Moment,
    OptionalText,
    PolicyNumber,
    Posted,
    Signed,
    amount,
    choice,
    command_id,
    every,
    keyed,
    line,
    number,
    number_up_to,
    optional,
    text,
)


class PaymentForm(Signed):
    amount: Annotated[int, amount(least=1)]
    seat: Annotated[int, number_up_to(10)]
    reason: Annotated[str, text(20, missing=Refusal("no_reason", "S-012"))]


class LooseForm(Posted):
    line: Annotated[str, line(5)]
    command: Annotated[str, command_id(4)]
    said: OptionalText
    ticked: Flag
    seen: Annotated[int, number(3, malformed=-1)]
    row: Annotated[int | None, optional(number())]
    stake: Annotated[int | None, optional(amount(least=0))]
    at: Moment
    tables: Annotated[list[str], every(text(2))]
    share: Annotated[dict[str, int | None], keyed(optional(amount(least=0)), keys=["9", "1"])]
    role: Annotated[dict[str, str], keyed(text(strip=False))]


class OrderForm(Posted):
    order: Annotated[str, choice(("main", "feeder"), Refusal("policy_choice"))]
    seat: Annotated[int, number_up_to(10)]


MINUTES = PolicyNumber("minutes", "Minutes", 1, 60)
RIGHT = {"badge": " 201 ", "pin": "7410", "amount": "$1,000.50", "seat": "4", "reason": " tip "}


def posted(**data: str) -> QueryDict:
    query = QueryDict(mutable=True)
    query.update(data)
    return query


def refusal_of(form: type[Posted], data: QueryDict) -> Refusal:
    with pytest.raises(Refusal) as caught:
        form.read(data)
    return caught.value


def test_values_are_attributes_with_their_types() -> None:
    form = PaymentForm.read(posted(**RIGHT))
    assert form.signature == {"badge": "201", "pin": "7410"}
    assert (form.amount, form.seat, form.reason) == (100_050, 4, "tip")


@pytest.mark.parametrize("text", ["", "ten", "0", "1.005", "1e99", "NaN", "-4", "\u0663 4"])
def test_malformed_amount_is_refused_by_its_code(text: str) -> None:
    refusal = refusal_of(PaymentForm, posted(**RIGHT | {"amount": text}))
    facts = {"value": text[:30], "currency": "USD", "example": "250 or 2.50"}
    assert (refusal.code, refusal.facts) == ("not_an_amount", facts)


def test_first_of_two_wrong_fields_counts() -> None:
    wrong = RIGHT | {"reason": " ", "seat": "11"}
    refusal = refusal_of(PaymentForm, posted(**wrong))
    assert (refusal.code, refusal.rule, refusal.facts) == ("bad_seat", "S-013", {"value": "11"})
    refusal = refusal_of(PaymentForm, posted(**wrong | {"seat": "10"}))
    assert (refusal.code, refusal.rule) == ("no_reason", "S-012")


def test_long_text_is_cut_after_its_spaces_are_gone() -> None:
    long = {"badge": "  12345678901", "pin": " 12345678", "reason": "x" * 21}
    form = PaymentForm.read(posted(**RIGHT | long))
    assert form.signature == {"badge": "1234567890", "pin": " 1234567"}
    assert form.reason == "x" * 20


def test_unknown_keys_are_ignored() -> None:
    form = PaymentForm.read(posted(**RIGHT, is_admin="yes", clean="x", cleaned_data="x"))
    assert set(form.__struct_fields__) == {"badge", "pin", "amount", "seat", "reason"}


@pytest.mark.parametrize("name", ["badge", "reason"])
def test_null_character_is_a_bad_request(name: str) -> None:
    with pytest.raises(BadRequest):
        PaymentForm.read(posted(**RIGHT | {name: "a\0b"}))


@pytest.mark.parametrize("name", ["said", "tables", "role-T1"])
def test_null_character_in_any_kind_of_text_is_a_bad_request(name: str) -> None:
    with pytest.raises(BadRequest):
        LooseForm.read(posted(**{name: "a\0"}))


def test_missing_fields_are_empty() -> None:
    form = LooseForm.read(posted())
    assert (form.line, form.said, form.ticked, form.seen, form.row) == ("", None, False, -1, None)
    assert (form.stake, form.at, form.tables) == (None, None, [])
    assert (form.share, form.role) == ({}, {})
    assert len(form.command) == 36
    assert form.command != LooseForm.read(posted()).command


def test_present_fields_are_read() -> None:
    data = posted(line=" a \n b  cd", command="abcde", said=" ", ticked="yes", seen="007", row="x")
    data.update({"stake": "2.5", "at": "2026-11-22T06:00", "role-T1": " main", "role-": ""})
    data.update({"share-1": "1", "share-2": "x", "share-9": " "})
    data.setlist("tables", ["T1", " T2 ", "T33"])
    form = LooseForm.read(data)
    assert (form.line, form.command, form.said) == ("a b c", "abcd", " ")
    assert (form.ticked, form.seen, form.row, form.stake) == (True, 7, 0, 250)
    assert form.at == datetime(2026, 11, 22, 6, tzinfo=timezone.get_current_timezone())
    assert form.tables == ["T1", "T2", "T3"]
    assert list(form.share.items()) == [("9", None), ("1", 100)]  # in the order of the keys
    assert form.role == {"T1": " main", "": ""}


@pytest.mark.parametrize("text", ["1000", "-1", "+1", "1.0", " 1", "\u0663", "1_0", "9" * 5000])
def test_malformed_number_is_the_given_one(text: str) -> None:
    assert LooseForm.read(posted(seen=text)).seen == -1


@pytest.mark.parametrize("text", ["soon", "2026-02-30", "2026-11-22T25:61"])
def test_malformed_time_is_refused(text: str) -> None:
    assert refusal_of(LooseForm, posted(at=text)).facts == {"value": text}


def test_wrong_item_of_a_keyed_field_is_refused() -> None:
    data = posted(**{"share-1": "one"})
    assert refusal_of(LooseForm, data).code == "not_an_amount"


@pytest.mark.parametrize("text", ["", "0", "61", "x", "00060"])
def test_policy_number_out_of_bounds_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        MINUTES.read(posted(minutes=text))
    assert caught.value.code == "policy_number"
    assert caught.value.facts == {"what": "Minutes", "least": 1, "most": 60}
    assert MINUTES.read(posted(minutes="60")) == 60


def test_unknown_choice_is_refused_by_its_code() -> None:
    assert refusal_of(OrderForm, posted(order="none", seat="x")).code == "policy_choice"


class TwoTablesForm(Posted):
    role: Annotated[dict[str, str], keyed(text(), keys=["T2", "T3"])]


def test_limited_keys_are_those_of_one_form() -> None:
    data = posted(**{"role-T1": "main", "role-T2": "feeds"})
    assert TwoTablesForm.read(data).role == {"T2": "feeds"}
    assert LooseForm.read(data).role == {"T1": "main", "T2": "feeds"}


def test_one_form_does_not_change_another() -> None:
    first = PaymentForm.read(posted(**RIGHT))
    second = PaymentForm.read(posted(**RIGHT | {"seat": "5"}))
    assert (first.seat, second.seat) == (4, 5)


def test_refusals_are_new_each_time() -> None:
    """A raised one keeps its traceback, which would grow with each request."""
    form = posted(**RIGHT | {"reason": ""})
    assert refusal_of(PaymentForm, form) is not refusal_of(PaymentForm, form)
