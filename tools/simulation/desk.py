"""The desk: players who come are registered and added to waitlists; players who go are removed and checked out."""

from players.models import Player
from players.registry import PlayerInput, player_new
from tables.game_keys import list_key
from tools.simulation.clock import Process
from tools.simulation.names import names
from tools.simulation.night import Night, SimulatedTable
from tools.simulation.player_arrivals import SimulatedPlayer, arrivals, random_player
from tools.simulation.room_setup import StaffMember
from waitlist.rules import commands as c
from waitlist.rules.state import CHANGES, Waitlist, WaitlistEntry
from waitlist.seat_changes import requests_without_seat
from waitlist.tasks import CLOCK
from waitlist.visits import check_in, check_out

UNWELCOME = ("player_excluded", "player_suspended", "player_barred")


class Desk:
    """The actions of the desk staff."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("desk")
        self.names = names(night.rng("names"))
        self.titles = list(dict.fromkeys(t.plaque for t in night.tables.values()))
        self.keys = {title: list_key(title) for title in self.titles}

    def begin(self) -> None:
        """Open a waitlist for each game."""
        for title in self.titles:
            self.night.ask(c.OpenWaitlist(self.keys[title], title[:60]), self.night.desk())

    def people(self) -> Process:
        """Let players arrive one after another."""
        night = self.night
        rng = self.rng
        seats = sum(len(t.look().seats) for t in night.tables.values())
        weights = [sum(t.plaque == title for t in night.tables.values()) for title in self.titles]
        before = 0.0
        moments = arrivals(rng, night.seconds, seats * (0.45 + 0.42 * night.seconds / 3600))
        early = sorted(rng.uniform(0, 600) for _ in range(int(seats * 0.45)))
        for at in sorted((*early, *moments)):
            yield at - before
            before = at
            person = random_player(rng, self._alias(), self.titles, weights)
            night.clock.start(self.arrives(person))

    def _alias(self) -> str:
        return next(name for name in self.names if not Player.objects.filter(alias=name).exists())

    def arrives(self, person: SimulatedPlayer) -> Process:
        """Register the player, check in, join the waitlists, and wait."""
        night = self.night
        by = night.desk()
        player = night.do(
            f"new player {person.alias}",
            lambda: player_new(
                player_input=PlayerInput(alias=person.alias), by=by.staff.key, now=night.now
            ),
        )
        assert player is not None
        person.key = player.key
        night.people[person.key] = person
        night.book.sums["players"] += 1
        if person.here:
            self._checks_in(person, by)
        yield 20
        self.put_down(person, by)
        if not person.here:
            yield person.comes
            self._call_in_comes(person)
        yield person.patience
        if not person.table:
            self.gives_up(person, "left the room")
            self.goes(person)

    def _checks_in(self, person: SimulatedPlayer, by: StaffMember) -> None:
        night = self.night
        night.do(
            f"check-in {person.alias}",
            lambda: check_in(
                player=night.player(person), room=night.house.room, by=by.staff.key, now=night.now
            ),
            may=(*UNWELCOME, "in_already"),
        )

    def put_down(self, person: SimulatedPlayer, by: StaffMember) -> None:
        """Add the player to the waitlist of each game they like; plaques of one game share a list."""
        keys = dict.fromkeys(self.keys[title] for title in person.games)
        for key in keys:
            result = self.night.ask(
                c.AddPlayer(
                    key,
                    person.key,
                    person.alias,
                    here=person.here,
                    local=person.local,
                ),
                by,
                may=UNWELCOME,
            )
            if result is not None:
                person.listed.append(result.state.next - 1)
                self.night.book.sums["names added"] += 1

    def _call_in_comes(self, person: SimulatedPlayer) -> None:
        """Let a call-in arrive; an expired entry is added again."""
        by = self.night.desk()
        person.here = True
        self._checks_in(person, by)
        waits = [number for number in person.listed if self.find(number)]
        for number in waits:
            self.night.ask(c.MarkArrived(number), by, may=UNWELCOME)
        if not waits and not person.table:
            person.listed.clear()
            self.put_down(person, by)

    def gives_up(self, person: SimulatedPlayer, reason: str) -> None:
        """Remove the player from every waitlist."""
        for number in person.listed:
            if self.find(number):
                self.night.ask(c.RemovePlayer(number, reason), self.night.desk())
        person.listed.clear()

    def find(self, number: int) -> tuple[Waitlist, WaitlistEntry] | None:
        waitlist = self.night.lists.holding(number)
        entry = waitlist.find(number) if waitlist else None
        return (waitlist, entry) if waitlist and entry else None

    def clock(self) -> Process:
        """Run the task that expires calls, held seats and call-ins."""
        while True:
            yield 15
            now = self.night.clock.milliseconds
            names = (entry for waitlist in self.night.lists.lists for entry in waitlist.entries)
            if any(0 < entry.until <= now for entry in names):
                self.night.ask(c.ExpireDue(), CLOCK)
            self._changes_over()

    def _changes_over(self) -> None:
        """Run the task that removes seat-change requests of players who have left."""
        night = self.night
        waitlists = [
            waitlist
            for waitlist in night.lists.lists
            if waitlist.kind in CHANGES and waitlist.entries
        ]
        if waitlists:
            for number in requests_without_seat(night.house.room.pk, night.lists):
                night.ask(c.RemovePlayer(number, "left the table"), CLOCK)

    def player_left(self, seats: SimulatedTable, seat: int, person: SimulatedPlayer) -> None:
        """Handle a player who has left the seat: some want another game, most go home."""
        seats.sitters.pop(seat, None)
        person.table = ""
        person.seat = 0
        person.asked = False
        self.night.clock.start(self._after(person))

    def _after(self, person: SimulatedPlayer) -> Process:
        yield self.rng.uniform(30, 300)
        again = not person.unwelcome and self.rng.random() < 0.12
        if again and not person.table:
            person.leaves = float("inf")
            self.put_down(person, self.night.desk())
            yield person.patience
        if not person.table:
            self.gives_up(person, "left the room")
            self.goes(person)
        if person.unwelcome:  # tries to come in again and is refused
            yield 60 * self.rng.uniform(5, 40)
            self._checks_in(person, self.night.desk())

    def goes(self, person: SimulatedPlayer) -> None:
        """Check the player out. A player who never came in has no visit."""
        night = self.night
        by = night.desk().staff.key
        night.do(
            f"check-out {person.alias}",
            lambda: check_out(player=night.player(person), by=by, now=night.now),
            may=("not_in",),
        )
