"""The forms of the ledger and of a claim as commands to a fund."""

from collections.abc import Callable
from typing import cast

import msgspec
from django.http import QueryDict

from poker.amounts import parse_amount
from poker.logs.codec import tag
from poker.refusal import Refusal
from promotions.rules import fund_commands as c
from promotions.rules.fund_state import Basis, FundPolicy, PaymentForm, Pool

Read = Callable[[QueryDict], c.FundCommand]


def text(posted: QueryDict, name: str, most: int = 200) -> str:
    """Return a text. Raises `Refusal`: `drawing_blank` with the field's name."""
    value = " ".join(posted.get(name, "").split())[:most]
    if not value:
        raise Refusal("drawing_blank", "", field=name.replace("_", " "))
    return value


def number(posted: QueryDict, name: str) -> int:
    """Return a whole number. Raises `Refusal`: `terms_number`."""
    value = posted.get(name, "").strip() or "0"
    if not (value.isascii() and value.isdecimal() and len(value) < 8):
        raise Refusal("terms_number", "", text=value[:20])
    return int(value)


def amount(posted: QueryDict, name: str, least: int = 0) -> int:
    """Return an amount, 0 for a blank field. Raises `Refusal`: `not_an_amount`."""
    value = posted.get(name, "").strip()
    return parse_amount(value, least=least) if value else 0


def checked(command: c.FundCommand) -> c.FundCommand:
    """Return a command whose fields fit their types. Raises `Refusal`: `bad_ask`."""
    try:
        return msgspec.convert(msgspec.to_builtins(command), type(command))
    except msgspec.ValidationError as error:
        detail = str(error)[:200]
        raise Refusal("bad_ask", "", name=str(tag(type(command))), detail=detail) from error


def read_policy(posted: QueryDict) -> FundPolicy:
    """Return the house choices of a form."""
    basis = "deposited" if posted.get("basis") == "deposited" else "counted"
    return FundPolicy(
        percent=number(posted, "percent"),
        primary=number(posted, "primary"),
        secondary=number(posted, "secondary"),
        seed=amount(posted, "seed"),
        basis=cast(Basis, basis),
        pays_before_deposit=posted.get("pays_before_deposit") == "on",
        cash_limit=amount(posted, "cash_limit"),
        seal_from=amount(posted, "seal_from"),
        keep_days=number(posted, "keep_days"),
        surveillance=posted.get("surveillance") == "on",
    )


def _pool(posted: QueryDict) -> Pool | None:
    name = posted.get("pool", "")
    return cast(Pool, name) if name in ("primary", "secondary", "reserve") else None


def _transfer(posted: QueryDict) -> c.FundCommand:
    fund = number(posted, "to_fund")
    receiver = "another fund" if fund else text(posted, "receiver", 80)
    return c.Transfer(
        _pool(posted), amount(posted, "amount"), receiver, text(posted, "reason"), to_fund=fund
    )


def _pay(posted: QueryDict) -> c.FundCommand:
    form = cast(PaymentForm, posted.get("payment", ""))
    return c.Pay(number(posted, "hit"), number(posted, "seat"), form)


LEDGER_FORMS: dict[str, Read] = {
    "deposit": lambda posted: c.Deposit(
        amount(posted, "amount", -(10**12)), text(posted, "receipt", 60)
    ),
    "post": lambda posted: c.Post(
        amount(posted, "primary"),
        amount(posted, "secondary"),
        amount(posted, "reserve", -(10**12)),
        text(posted, "reason"),
    ),
    "undo_post": lambda posted: c.UndoPost(text(posted, "reason")),
    "transfer": _transfer,
    "set_policy": lambda posted: c.SetPolicy(read_policy(posted), text(posted, "reason")),
    "close_fund": lambda posted: c.Close(text(posted, "reason")),
}
# Commands that a second manager approves with badge and PIN.
SECOND_MANAGER = ("transfer", "set_policy", "release", "remit")


def _hit(posted: QueryDict) -> int:
    return number(posted, "hit")


def _seat(posted: QueryDict) -> int:
    return number(posted, "seat")


# Why a person holds a share that the registry doesn't hold.
HOLD_REASONS = (
    "Works for this house",
    "Barred, self-excluded or under age",
    "No valid ID",
    "Not the player who was dealt in",
)


def _hold_reason(posted: QueryDict) -> str:
    """Return one of the reasons; a text about a person would stay in the log. Raises `Refusal`: `share_reason`."""
    reason = posted.get("reason", "")
    if reason not in HOLD_REASONS:
        raise Refusal("share_reason")
    return reason


CLAIM_FORMS: dict[str, Read] = {
    "answer": lambda posted: c.AnswerQuestion(
        _hit(posted),
        text(posted, "question"),
        posted.get("is_clear") == "yes",
        text(posted, "asked", 80),
    ),
    "watch": lambda posted: c.Watch(_hit(posted)),
    "verify": lambda posted: c.Verify(_hit(posted)),
    "refuse": lambda posted: c.Refuse(_hit(posted), text(posted, "rule")),
    "undo_verify": lambda posted: c.UndoVerify(_hit(posted), text(posted, "reason")),
    "seal": lambda posted: c.Seal(
        _hit(posted), text(posted, "envelope", 20), number(posted, "deck")
    ),
    "pay": _pay,
    "undo_payment": lambda posted: c.UndoPayment(
        _hit(posted), _seat(posted), text(posted, "reason")
    ),
    "hold": lambda posted: c.Hold(_hit(posted), _seat(posted), _hold_reason(posted)),
    "release": lambda posted: c.Release(_hit(posted), _seat(posted), text(posted, "reason")),
    "remit": lambda posted: c.Remit(
        _hit(posted), _seat(posted), text(posted, "receiver", 80), text(posted, "reason")
    ),
}
