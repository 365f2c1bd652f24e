"""Functions that slices add to actions of packages below them, in the same transaction (`staff.hooks`)."""

from banked.actions import banked_close
from banked.call_texts import BANKED_CALLS
from banked.cash_boxes import BANKED_CASH
from banked.demo import demo_tables
from banked.school.lessons import banked_lessons
from banked.tablet_kind import BANKED_TABLET
from lineup.table_sync import sync_sign_in
from roster.following import remove_from_crews
from roster.next_hour import next_hour
from rulings.event_rules import event_rules
from tables.tablet_sign_outs import end_tablets_of_staff
from tournaments.admission import seat_in_event
from waitlist.actions import games_with_names

SESSION_ENDS = (end_tablets_of_staff,)
STAFF_LEAVES = (remove_from_crews,)
DEALER_SIGN_INS = (sync_sign_in,)
DEMO_TABLES = (demo_tables,)
TABLET_KINDS = {"banked": BANKED_TABLET}
LESSONS = (banked_lessons,)
CALL_TEXTS = {"banked": BANKED_CALLS}
CASH_BOXES = {"banked": BANKED_CASH}
TABLE_CLOSINGS = {"banked": banked_close}
SEATS_ELSEWHERE = (seat_in_event,)

__all__ = [
    "CALL_TEXTS",
    "CASH_BOXES",
    "DEALER_SIGN_INS",
    "DEMO_TABLES",
    "LESSONS",
    "SEATS_ELSEWHERE",
    "SESSION_ENDS",
    "STAFF_LEAVES",
    "TABLET_KINDS",
    "TABLE_CLOSINGS",
    "event_rules",
    "games_with_names",
    "next_hour",
]
