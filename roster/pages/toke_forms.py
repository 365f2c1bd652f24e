"""The forms of tokes as commands."""

from collections.abc import Callable
from typing import Annotated, Literal, cast

import msgspec
from django.http import QueryDict

from drop.pages.views import pieces
from poker.amounts import parse_amount
from poker.logs.codec import tag
from poker.refusal import Refusal
from roster.rules import toke_commands as c
from roster.rules.toke_state import OtherShare
from web.posted import Posted, Signed, Text, amount, every, is_number, keyed, number, text

GROUPS = 3  # rows of the form
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


class CountForm(Signed):
    """A person's count."""

    n: Annotated[dict[str, str], keyed(text())]  # the number of chips of each value
    total: Annotated[int, amount(least=0)]
    round: Annotated[int, number(9, malformed=-1)]  # the round that the sender's page showed

    def numbers(self, chips: list[int]) -> list[tuple[int, int]]:
        """Return pairs of a value and a number of chips. Raises `Refusal`: `bad_pieces`."""
        return [(value, pieces(self.n.get(str(value), ""))) for value in chips]


class PullForm(Posted):
    """Labels of pulled boxes: by table, by dealer, and of the pool."""

    table: Annotated[dict[str, str], keyed(text(12))]
    dealer: Annotated[dict[str, str], keyed(text(12))]
    pool: Annotated[str, text(12)]


class SplitForm(Posted):
    """The day of a period, and the boxes that the sender's page showed."""

    day: Text
    box: Annotated[list[int], every(number(9))]


def checked(command: c.TokeCommand) -> c.TokeCommand:
    """Return a command whose fields fit their types. Raises `Refusal`: `bad_ask`."""
    try:
        return msgspec.convert(msgspec.to_builtins(command), type(command))
    except msgspec.ValidationError as error:
        name = str(tag(type(command)))
        raise Refusal("bad_ask", "", name=name, detail=str(error)[:200]) from error


def read_pull(posted: QueryDict, tables: dict[str, str]) -> c.PullBoxes:
    """Return the boxes of a form. tables: their names by field.

    Raises `Refusal`: `no_box_named`, `bad_box_number`.
    """
    form = PullForm.read(posted)
    rows = [("table", tables[key], label) for key, label in form.table.items() if key in tables]
    rows += [("dealer", key, label) for key, label in form.dealer.items()]
    rows.append(("pool", "", form.pool))
    pickups = tuple(
        c.Pickup(cast(c.PickupSource, source), ref, label.upper())
        for source, ref, label in rows
        if label
    )
    if not pickups:
        raise Refusal("no_box_named")
    for pickup in pickups:
        if not c.LABEL.fullmatch(pickup.label):
            raise Refusal("bad_box_number", "", number=pickup.label)
    return c.PullBoxes(pickups)


def _reason(posted: QueryDict) -> str:
    """Raises `Refusal`: `no_words`."""
    reason = " ".join(posted.get("reason", "").split())[:200]
    if not reason:
        raise Refusal("no_words")
    return reason


def _number(posted: QueryDict, name: str) -> int:
    typed = posted.get(name, "").strip()
    return int(typed) if is_number(typed, 9) else 0


def read_correction(posted: QueryDict, box: int) -> c.CorrectBox:
    """Return the correction of a form. Raises `Refusal`: `not_an_amount`, `no_words`."""
    total = parse_amount(posted.get("total", ""), least=0)
    return c.CorrectBox(box, total, _reason(posted))


def _policy(posted: QueryDict) -> c.TokeCommand:
    weeks: Literal[1, 2] = 2 if posted.get("pay_weeks") == "2" else 1
    return c.SetPolicy(
        mode=cast(c.TokeMode, posted.get("mode", "")),
        period=cast(c.PoolPeriod, posted.get("period", "")),
        pay_weeks=weeks,
        pay_from=posted.get("pay_from", ""),
        reason=_reason(posted),
        others=tuple(_groups(posted)),
    )


def _groups(posted: QueryDict) -> list[OtherShare]:
    groups = []
    for row in range(1, GROUPS + 1):
        title = " ".join(posted.get(f"title-{row}", "").split())[:60]
        if title:
            groups.append(OtherShare(_group_key(title), title, _number(posted, f"percent-{row}")))
    return groups


def _group_key(title: str) -> str:
    """Return the key of a group, which differs from every dealer's."""
    letters = "".join(char if char in LETTERS else "-" for char in title.lower())
    return f"group.{letters.strip('-')}"[:40]


def _split(posted: QueryDict) -> c.TokeCommand:
    form = SplitForm.read(posted)
    return c.ProposeSplit(form.day, tuple(form.box))


def _withhold(posted: QueryDict) -> c.TokeCommand:
    """Raises `Refusal`: `not_an_amount`, `toke_basis`."""
    basis = posted.get("basis", "")
    value = 0
    if basis == "percent":
        value = _basis_points(posted.get("percent", ""))
    elif basis == "amount":
        value = parse_amount(posted.get("amount", ""), least=1)
    return c.Withhold(_number(posted, "event"), cast(c.Basis, basis), value)


def _basis_points(typed: str) -> int:
    """Return a percentage such as 2.5 in basis points. Raises `Refusal`: `toke_basis`."""
    whole, _, part = typed.strip().partition(".")
    part = part.ljust(2, "0")
    if not (is_number(whole, 2) and is_number(part, 2)):
        raise Refusal("toke_basis", "", text=typed[:20])
    return int(whole) * 100 + int(part)


def _minutes(posted: QueryDict) -> c.TokeCommand:
    """Raises `Refusal`: `toke_minutes`, `no_words`."""
    typed = posted.get("minutes", "").strip().replace("\N{MINUS SIGN}", "-")
    if not is_number(typed.removeprefix("-"), 4):
        raise Refusal("toke_minutes", "", text=typed[:20])
    return c.AdjustHours(
        posted.get("dealer", ""), posted.get("day", ""), int(typed), _reason(posted)
    )


# The forms of the pages, each a command that someone who may split tokes sends.
FORMS: dict[str, Callable[[QueryDict], c.TokeCommand]] = {
    "set_policy": _policy,
    "propose_split": _split,
    "propose_event_split": lambda posted: c.ProposeEventSplit(_number(posted, "box")),
    "withdraw_split": lambda posted: c.WithdrawSplit(_number(posted, "number"), _reason(posted)),
    "withhold": _withhold,
}
PAYROLL_FORMS: dict[str, Callable[[QueryDict], c.TokeCommand]] = {
    "adjust_hours": _minutes,
    "close_payroll": lambda posted: c.ClosePayroll(posted.get("day", "")),
}
