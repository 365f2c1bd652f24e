"""A waitlist that takes commands."""

from waitlist.rules import commands as c
from waitlist.rules.decide import run
from waitlist.rules.events import WaitlistEvent
from waitlist.rules.state import Waitlists

NL = "nl-1-3"
PLO = "plo-2-5"


class WaitlistDriver:
    """Waitlists under test. The test advances the time."""

    def __init__(self) -> None:
        self.lists = Waitlists()
        self.now = 0
        self.events: list[WaitlistEvent] = []
        for key in (NL, PLO):
            self.execute(c.OpenWaitlist(key, key.upper()))

    def execute(self, command: c.WaitlistCommand) -> tuple[WaitlistEvent, ...]:
        outcome = run(self.lists, command, now=self.now)
        self.lists = outcome.state
        self.events += outcome.events
        return outcome.events

    def add(self, *names: str, key: str = NL, present: bool = True, local: bool = False) -> None:
        for name in names:
            self.execute(c.AddPlayer(key, f"p-{name}", name, present, local))

    def names(self, key: str = NL) -> list[str]:
        waitlist = self.lists.waitlist(key)
        assert waitlist is not None
        return [entry.name for entry in waitlist.entries]

    def entry_number(self, name: str, key: str = NL) -> int:
        waitlist = self.lists.waitlist(key)
        assert waitlist is not None
        return next(entry.number for entry in waitlist.entries if entry.name == name)
