"""Refusal messages of pages that read the logs: audit, reports, replay. A name in braces is a fact of the refusal."""

AUDIT = {
    "not_house_wide": "This is about the whole house, and {name} works in some rooms only.",
    "password_needed": "This needs your password, not badge and PIN. Sign in with name and password.",
    "bad_range": "The end is before the start. Choose a later end.",
    "range_long_for_words": "Text and device searches can cover at most {days} days. Choose a shorter range.",
    "bad_search": "“{field}” isn't valid. Fix it and search again.",
    "no_factor": "{name} doesn't have two-factor set up.",
    "factor_there": "{name} already has two-factor set up. Another manager can reset it if it's lost.",
    "no_factor_for_role": "{name} doesn't need two-factor; it's for supervisors, managers and surveillance.",
    "factor_yourself_first": "Set up your own two-factor first, so you don't lock yourself out.",
    "reset_yourself": "You can't reset your own two-factor. Another manager has to.",
    "bad_limits": "Limits are {shortest} to {longest} minutes, and idle can't be longer than the maximum.",
    "signed_already": "{name} already signed this off.",
}
REPORTS = {
    "bad_day": "\u201c{text}\u201d isn't a date. Write year, month and day: 2026-11-20.",
    "day_far": "{text} is out of range. Reports run from {first} to {last}.",
    "range_turned": "The last day, {last}, is before the first, {first}. Swap them.",
    "range_long": "That's {days} days; at most {most} are shown. Choose a shorter range.",
    "no_room": "No such room. Choose one from the list.",
    "no_shift": "This room has no shift named \u201c{text}\u201d. Shifts: {shifts}.",
    "no_table": "No such table in this room. Choose one from the list.",
    "no_game": "Nothing named \u201c{text}\u201d was dealt in this room. Choose a game from the list.",
    "no_dealer": "No such dealer. Choose one from the list.",
    "few_hands": "{name} dealt {hands} hands in this range. Dealer figures need at least {least}.",
    "no_worker": "No worker can be reached to make the file now. Try again in a minute.",
    "no_sheet": "This report has no section \u201c{text}\u201d.",
    "old_edition": "This edition has been corrected. Close the newer one.",
    "closed_already": "This report is already closed.",
    "not_failed": "That email hasn't failed: it's on its way or delivered.",
    "bad_address": "\u201c{text}\u201d isn't an email address. Write one per line, like oak@room.example.",
    "addresses_many": "A room can email reports to at most {most} addresses.",
}
REPLAY = {
    "replay_unread": "“{text}” doesn't name a table with a time or hand. Write T12 at 21:43, or T12 hand 214.",
    "replay_no_table": "No table {table} in this room.",
    "replay_no_hand": "{table} has no hand {hand}.",
    "replay_no_entry": "The log of {table} has no entry {seq}.",
    "replay_to_come": "{at} is in the future. For another day, add the date, like 2026-11-21.",
    "archive_unreadable": "These entries are in the archive {file}, which {problem}. Copy it back from the other"
    " place of backups, then try again.",
    "replay_before": "{table} has nothing logged at that time. Its log starts {began}.",
}
STATUS = {
    "not_house_wide": 403,
    "password_needed": 403,
    "no_factor_for_role": 403,
    "no_worker": 503,
    "no_sheet": 404,
    "old_edition": 409,
    "closed_already": 409,
    "not_failed": 409,
    "archive_unreadable": 503,
    "replay_no_table": 404,
    "replay_no_hand": 404,
    "replay_no_entry": 404,
}

RECORDS = AUDIT | REPORTS | REPLAY
