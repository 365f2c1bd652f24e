"""Functions that slices add to actions of packages below them, in the same transaction (`staff.hooks`)."""

from lineup.table_sync import sync_sign_in
from tables.tablet_sign_outs import end_tablets_of_staff
from waitlist.actions import games_with_names

SESSION_ENDS = (end_tablets_of_staff,)
DEALER_SIGN_INS = (sync_sign_in,)

__all__ = ["DEALER_SIGN_INS", "SESSION_ENDS", "games_with_names"]
