"""The calls of the tablet's worker: poker tables, house-banked tables, the school.

The tablet runs what this imports. House-banked tables and the school are imported with their first call, because most
tablets have neither.
"""

from functools import cache
from typing import TYPE_CHECKING

from dealer_ui.engine import calls as table
from dealer_ui.engine.session import TabletSession

if TYPE_CHECKING:
    from banked.tablet.session import BankedSession
    from school.tablet.calls import SchoolRuns

_session = TabletSession()


@cache
def _banked() -> "BankedSession":
    from banked.tablet.session import BankedSession

    return BankedSession()


@cache
def _runs() -> "SchoolRuns":
    from banked.school.session import BankedSchoolSession
    from school.tablet.calls import SchoolRuns

    return SchoolRuns({"banked": BankedSchoolSession})


def call(name: str, text: str) -> bytes:
    """Execute a call of the worker and return its result. Raises `msgspec.ValidationError` for malformed JSON."""
    if name.startswith("school_"):
        from school.tablet import calls as school

        return school.run(_runs(), name, text)
    if name.startswith("banked_"):
        from banked.tablet import calls as banked

        return banked.run(_banked(), name, text)
    return table.run(_session, name, text)


def warm_up() -> None:
    """Load what the first tap and the first floor call would otherwise wait for."""
    table.warm_up()
