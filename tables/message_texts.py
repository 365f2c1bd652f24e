"""What a called player is told, in the room's own words: fields that a text may have, and those that it needs."""

from collections.abc import Mapping
from string import Formatter

FIELDS = {
    "alias": "Kettle",
    "game": "Limit hold'em 4/8",
    "table": "T12",
    "seat": "4",
    "minutes": "5",
    "until": "21:47",
}  # each with what the preview says
USUAL = "{game}: table {table}, seat {seat} is yours until {until}."
SUBJECT = "Your seat"
LONGEST, LONGEST_SUBJECT = 300, 80


def text_problem(text: str, *, subject: bool = False) -> str:
    """What is wrong with a text, as a sentence; empty when it will do. A subject needs no field."""
    try:
        parts = [part[1:] for part in Formatter().parse(text) if part[1] is not None]
    except ValueError:
        return "A brace is open or alone. Write a field as {table}; no other braces."
    for name, spec, conversion in parts:
        if name not in FIELDS or spec or conversion:
            known = ", ".join(f"{{{one}}}" for one in FIELDS)
            return f"“{{{name}}}” is no field. There are {known}."
    names = {name for name, _, _ in parts}
    if not subject and "table" not in names:
        return "Say where: the text lacks {table}."
    if not subject and not names & {"minutes", "until"}:
        return "Say for how long: the text lacks {minutes} or {until}."
    return ""


def filled(text: str, facts: Mapping[str, str]) -> str:
    """A text that will do, with its fields filled in."""
    return text.format_map(facts)
