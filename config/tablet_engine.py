"""The calls of the tablet's worker: poker tables, house-banked tables, the school.

The tablet runs what this imports.
"""

from banked.school.session import BankedSchoolSession
from banked.tablet import calls as banked
from banked.tablet.session import BankedSession
from dealer_ui.engine import calls as table
from dealer_ui.engine.session import TabletSession
from school.tablet import calls as school

_session = TabletSession()
_banked = BankedSession()
_runs = school.SchoolRuns({"banked": BankedSchoolSession})


def call(name: str, text: str) -> bytes:
    """Execute a call of the worker and return its result. Raises `msgspec.ValidationError` for malformed JSON."""
    if name in school.CALLS:
        return school.run(_runs, name, text)
    if name in banked.CALLS:
        return banked.run(_banked, name, text)
    return table.run(_session, name, text)


def warm_up() -> None:
    """Load what the first tap and the first floor call would otherwise wait for."""
    table.warm_up()
