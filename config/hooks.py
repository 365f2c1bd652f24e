"""What slices add to actions of packages below them, in the same transaction (`staff.hooks`)."""

from lineup.table_sync import sync_sign_in
from tables.tablet_sign_outs import end_tablets_of_staff

SESSION_ENDS = (end_tablets_of_staff,)
DEALER_SIGN_INS = (sync_sign_in,)
