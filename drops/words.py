"""Sentences of the count: what is refused, how far a box is. None has a figure of a count that nobody may see yet."""

from collections.abc import Mapping

from drops.counting import Standing
from poker.refusal import Refusal
from rulings.wording.refusals import refusal as said
from rulings.wording.sayings import money, typeset

SENTENCES = {
    "not_for_you": "{name} may not do that here. It is for {who}.",
    "no_box_named": "No box is named. Write the number of the box beside the table that it is taken from.",
    "bad_box_number": "“{number}” is no number of a box: digits, letters and hyphens, twelve at most.",
    "number_twice": "Box {number} is written twice. Each box hangs at one table.",
    "box_out": "Box {number} was taken from {table} and is not counted yet, so it hangs at no table.",
    "box_taken": "Somebody took the box of {table} meanwhile. Nothing was recorded. Look again.",
    "bad_shift": "That shift is not one of the last ones. Choose it again.",
    "bad_shifts": "“{text}” is no list of shifts. Write name and hour of each: day 06:00, swing 14:00, grave 22:00.",
    "same_agent": "{name} counted this box already. The second count is somebody else's.",
    "no_supervisor": "One of the two who count is a supervisor or manager. {name} is the second, and neither is one.",
    "other_agent": "The counts differed, so the same two count again: {names}. A manager may stand in for one.",
    "count_moved": "This box went on to another count meanwhile. Look again, then count.",
    "count_closed": "Both counts of this box are in and equal. A manager may add a correction.",
    "not_agreed": "This box has no two equal counts yet.",
    "bad_pieces": "A number of chips is no whole number, or a chip is missing. Look again, then count.",
    "total_differs": "The chips make {made}, the total says {total}. One of the two is not right: count those again.",
    "no_words": "Say in words why.",
    "corrected_already": "Somebody corrected this record meanwhile. Look again.",
    "not_counted": "Box {number} is not counted yet. A slip is printed when it is.",
    "table_without_plaque": "{table} has no plaque. Give it one at Settings, Tables, then print it.",
    "bad_sign_in": "Badge or PIN is not right. Nothing was recorded.",
    "no_pdf_library": "This machine has no library to make PDFs. Install the packages libpango-1.0-0, libpangoft2-1.0-0"
    " and libharfbuzz-subset0. Everything else works without them.",
}
STATUS = {
    "bad_sign_in": 403,
    "not_for_you": 403,
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
SUMS = ("made", "total")


def sentence(refusal: Refusal) -> str:
    """A refusal of the count, or of anything below it, in a sentence."""
    told = SENTENCES.get(refusal.code)
    if told is None:
        return said(refusal)
    facts: Mapping[str, object] = refusal.facts
    shown = {
        name: money(value) if name in SUMS and isinstance(value, int) else str(value)[:60]
        for name, value in facts.items()
    }
    return typeset(told.format_map(shown))


def how_far(now: Standing, closed: bool) -> str:
    """How far the count of a box is, in words and without any figure."""
    if closed:
        return "Counted"
    if now.agreed:
        return "Both counts are equal. The difference to the log is to be explained."
    if now.first:
        return f"{now.first.name} has counted. Somebody else counts now."
    if now.before:
        names = " and ".join(one.name for one in now.before)
        return f"The two counts differ. Both count again: {names}."
    return "Nobody has counted yet."
