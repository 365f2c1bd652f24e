"""Currencies: how an amount is written and read. Stored amounts are integers in the smallest unit and name no
currency.

An installation has one currency, so a process writes amounts in one currency. The server sets it in `tables.currency`,
a tablet in the engine's session with each table. The default is the dollar.
"""

import re
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

import msgspec

APOSTROPHES = "'" + chr(0x2019)


class Currency(msgspec.Struct, frozen=True):
    """A currency with its conventions, as `staff.currencies` lists them. The defaults are those of the dollar.

    A tablet gets the whole struct with its table, so that neither the engine nor the page needs the list.
    """

    code: str = "USD"  # ISO 4217
    symbol: str = "$"
    # Digits of the smallest unit: 2 because a dollar has 100 cents; 0 for the yen.
    decimals: int = 2
    decimal: str = "."
    group: str = ","  # between thousands; "" for none
    further: int = 3  # digits of the groups above the thousands; two for the rupee
    alone: int = 4  # digits of the smallest whole number with a group
    after: bool = False  # whether the symbol follows the number
    space: str = ""  # between symbol and number

    @property
    def scale(self) -> int:
        """Return how many of the smallest unit make one whole unit."""
        return int(10**self.decimals)

    def plain(self, amount: int) -> str:
        """Return an amount without the symbol, with decimals only if there are any: 1,250 or 0.50."""
        whole, rest = divmod(abs(amount), self.scale)
        tail = f"{self.decimal}{rest:0{self.decimals}d}" if rest else ""
        return f"{'-' if amount < 0 else ''}{self._grouped(str(whole))}{tail}"

    def money(self, amount: int) -> str:
        """Return an amount as people in the room write it: $54, 54 €, CHF 54; a minus comes first."""
        sign = "-" if amount < 0 else ""
        number = self.plain(abs(amount))
        if self.after:
            return f"{sign}{number}{self.space}{self.symbol}"
        return f"{sign}{self.symbol}{self.space}{number}"

    def typed(self, amount: int) -> str:
        """Return an amount as a form field shows it, without symbol and groups: 4, 2.5."""
        whole, rest = divmod(abs(amount), self.scale)
        tail = f"{rest:0{self.decimals}d}".rstrip("0") if rest else ""
        return f"{'-' if amount < 0 else ''}{whole}{self.decimal + tail if tail else ''}"

    def read(self, text: str) -> int | None:
        """Return the amount of a typed text in the smallest unit; None if the text is not an amount.

        Symbol, code, spaces and group separators are optional. A group separator is valid only before three digits:
        where the comma separates decimals, "2.50" is not an amount, rather than two hundred and fifty.
        """
        number = "".join(text.split())
        for name in (self.symbol, self.code):
            number = number.removeprefix(name).removesuffix(name)
            number = f"-{number[1:].removeprefix(name)}" if number.startswith("-") else number
        match = re.fullmatch(self._pattern, number, re.ASCII)
        if match is None or not (match["whole"] or match["rest"]):
            return None
        whole = re.sub(r"\D", "", match["whole"], flags=re.ASCII)
        rest = (match["rest"] or "").rstrip("0")
        if len(rest) > self.decimals:
            return None
        amount = int(whole or "0") * self.scale + int(rest.ljust(self.decimals, "0") or "0")
        return -amount if match["sign"] == "-" else amount

    @property
    def example(self) -> str:
        """Return two sample inputs: "250 or 2.50"."""
        small = f" or 2{self.decimal}5{'0' * (self.decimals - 1)}" if self.decimals else ""
        return f"250{small}"

    @property
    def sample(self) -> str:
        """Return a sample amount with all its separators: "$1,250.50"."""
        return self.money(1250 * self.scale + self.scale // 2)

    def _grouped(self, digits: str) -> str:
        """Return whole digits with separators: 1,250 and 1,250,000; for the rupee 12,50,000."""
        if not self.group or len(digits) < self.alone:
            return digits
        head = digits[:-3]
        groups = [digits[-3:]]
        while head:
            groups.insert(0, head[-self.further :])
            head = head[: -self.further]
        return self.group.join(groups)

    @property
    def _pattern(self) -> str:
        # Spaces are removed earlier; both apostrophes are separators for the Swiss franc.
        between = APOSTROPHES if self.group == APOSTROPHES[1] else self.group.strip()
        grouped = rf"|\d{{1,3}}(?:[{re.escape(between)}]\d{{2,3}})*[{re.escape(between)}]\d{{3}}"
        whole = rf"\d*{grouped if between else ''}"
        return rf"(?P<sign>[-+]?)(?P<whole>{whole})(?:{re.escape(self.decimal)}(?P<rest>\d*))?"


USD = Currency()
CHIPS = Currency(code="CHIPS", symbol="", decimals=0)  # tournament chips, which are not money
_current = [USD]
_written: ContextVar[Currency | None] = ContextVar("written", default=None)


def currency() -> Currency:
    """Return the currency in which this process writes and reads amounts, or that of `written_in`."""
    return _written.get() or _current[0]


@contextmanager
def written_in(other: Currency) -> Generator[None]:
    """Write and read amounts in another currency in the block, such as the chips of a tournament."""
    token = _written.set(other)
    try:
        yield
    finally:
        _written.reset(token)


def amounts_of(*, in_chips: bool) -> AbstractContextManager[None]:
    """Write and read amounts in tournament chips, or in the currency in which they are written anyway."""
    return written_in(CHIPS) if in_chips else nullcontext()


def set_currency(new_currency: Currency) -> None:
    """Set the currency of this process, which serves one installation."""
    _current[0] = new_currency
