"""A room's message templates for called players: the fields they may have and the fields they need."""

from collections.abc import Mapping
from string import Formatter

FIELDS = {
    "alias": "Kettle",
    "game": "Limit hold'em 4/8",
    "table": "T12",
    "seat": "4",
    "minutes": "5",
    "until": "21:47",
}  # each field with its example in the preview
STANDARD_TEXT = (
    "{game}: table {table}, seat {seat} is held for you until {until}. Please come to the desk."
)
REPLY_WORDS = "Reply YES: on my way, LATER: keep my spot, OFF: no more messages."
SUBJECT = "Your seat is ready"
MAX_TEXT_LENGTH = 300  # characters
MAX_SUBJECT_LENGTH = 80  # characters


def text_problem(text: str, *, subject: bool = False) -> str:
    """Return the problem of a template as a sentence, "" if the template is valid. A subject may lack fields."""
    try:
        parts = [part[1:] for part in Formatter().parse(text) if part[1] is not None]
    except ValueError:
        return "A brace is unmatched. Write a field as {table}; use no other braces."
    for name, spec, conversion in parts:
        if name not in FIELDS or spec or conversion:
            fields = ", ".join(f"{{{field}}}" for field in FIELDS)
            return f"“{{{name}}}” isn't a field. The fields are {fields}."
    names = {name for name, _, _ in parts}
    if not subject and "table" not in names:
        return "The message must include {table}."
    if not subject and not names & {"minutes", "until"}:
        return "The message must include {minutes} or {until}."
    return ""


def fill(text: str, facts: Mapping[str, str]) -> str:
    return text.format_map(facts)
