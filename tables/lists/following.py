"""Who is offered a chair that is open, by the list of its game alone; claims that go before it are not asked here."""

from poker.waiting.state import Line, Waiting


def following(line: Line) -> Waiting | None:
    """The first of the list who is in the room and not called yet; None where nobody is."""
    return next((one for one in line.places if one.here and one.state == "waiting"), None)
