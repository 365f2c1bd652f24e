"""Refusal messages of drop boxes and counts. No message reveals a figure of a secret count."""

from web.messages import catalogue

DROPS = {
    "no_box_named": "No box number entered. Enter the number next to the table it came from.",
    "bad_box_number": "“{number}” isn't a box number. Use letters, digits and hyphens, 12 max.",
    "number_twice": "Box {number} is entered twice. A box belongs to one table.",
    "box_out": "Box {number} was pulled from {table} and isn't counted yet, so it can't be at a table.",
    "box_kind": "{table} has other boxes now: the room changed its boxes by kind of fee. Reload the page.",
    "box_taken": "Someone else just pulled {table}'s box. Nothing was recorded. Check again.",
    "bad_shift": "That shift isn't a recent one. Choose again.",
    "bad_shifts": "“{text}” isn't a list of shifts. Enter a name and start time for each: day 06:00, swing"
    " 14:00, grave 22:00.",
    "same_agent": "{name} already counted this box. Someone else does the second count.",
    "no_supervisor": "One of the two counters must be a supervisor or manager. {name} would be the second,"
    " and neither is.",
    "other_agent": "The counts didn't match, so the same two recount: {names}. A manager can stand in for one.",
    "count_moved": "This box has moved on to another count. Reload, then count.",
    "count_closed": "Both counts are in and match. A manager can add a correction.",
    "not_agreed": "This box doesn't have two matching counts yet.",
    "bad_pieces": "A chip count isn't a whole number, or one is missing. Check it, then submit.",
    "total_differs": "The chips add up to {made:money}, but the total says {total:money}. Recount.",
    "no_words": "Give a reason.",
    "corrected_already": "Someone else just corrected this record. Check again.",
    "not_counted": "Box {number} isn't counted yet. The slip prints once it is.",
    "table_without_plaque": "{table} has no plaque. Set one under Settings, Tables, then print it.",
    "no_pdf_library": "This server can't make PDFs. Install libpango-1.0-0, libpangoft2-1.0-0 and libharfbuzz-subset0."
    " Everything else works without them.",
}
STATUS = {
    "box_kind": 409,
    "box_taken": 409,
    "box_out": 409,
    "count_moved": 409,
    "count_closed": 409,
    "corrected_already": 409,
    "not_counted": 409,
    "not_agreed": 409,
    "table_without_plaque": 409,
    "no_pdf_library": 503,
}

catalogue.add(DROPS, STATUS)
