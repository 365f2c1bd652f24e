"""What ends with the browser sessions of a staff member whose access changes or is ended."""

from tables.tablet_sign_outs import end_tablets_of_staff

# In the same transaction; each returns how many sign-ins it ended.
SESSION_ENDS = (end_tablets_of_staff,)
