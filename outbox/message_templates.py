"""Message templates of the room for called players: the fields they may have and those they need."""

from collections.abc import Mapping
from string import Formatter

FIELDS = {
    "alias": "Kettle",
    "game": "Limit hold'em 4/8",
    "table": "T12",
    "seat": "4",
    "minutes": "5",
    "until": "21:47",
}  # each field with its value in the preview
STANDARD_TEXT = (
    "{game}: table {table}, seat {seat} is held for you until {until}. Please come to the desk."
)
REPLY_WORDS = "Reply YES: on my way, LATER: keep my spot, OFF: no more messages."
SUBJECT = "Your seat is ready"
MAX_TEXT_LENGTH, MAX_SUBJECT_LENGTH = 300, 80


def text_problem(text: str, *, subject: bool = False) -> str:
    """Return what is wrong with a template, as a sentence; "" if it is valid. A subject needs no field."""
    try:
        parts = [part[1:] for part in Formatter().parse(text) if part[1] is not None]
    except ValueError:
        return "A brace is unmatched. Write a field as {table}; use no other braces."
    for name, spec, conversion in parts:
        if name not in FIELDS or spec or conversion:
            known = ", ".join(f"{{{field}}}" for field in FIELDS)
            return f"“{{{name}}}” isn't a field. The fields are {known}."
    names = {name for name, _, _ in parts}
    if not subject and "table" not in names:
        return "The message must include {table}."
    if not subject and not names & {"minutes", "until"}:
        return "The message must include {minutes} or {until}."
    return ""


def fill(text: str, facts: Mapping[str, str]) -> str:
    """Return a valid template with its fields filled in."""
    return text.format_map(facts)
