"""Who sits already and goes elsewhere: other seats, other tables, must-move chains and who does not want to move."""

from poker.waiting import commands as c
from poker.waiting.claims import Claim
from poker.waiting.state import CHANGES, Answer
from simulation.desk import UNWELCOME, Desk
from simulation.night import Chairs, Night
from simulation.people import Person
from tables.lists.changing import change_line
from tables.lists.offers import Offers

ASKS = 0.07  # of all hands after which somebody of the table asks for another seat or table
DECLINES = 0.12  # of those who are to move do not want to
AT_ONCE = 3  # moves from a table between two hands
WHY_NOT = ("He waits for friends.", "He leaves soon.", "He wants this seat.")


class Moves:
    """Chairs that go to somebody who sits: asked for, granted between hands at the table that is left."""

    def __init__(self, night: Night, desk: Desk, *, on: bool) -> None:
        self.night = night
        self.desk = desk
        self.rng = night.rng("moves")
        titles = [t.plaque for t in night.tables.values()]
        several = [title for title in dict.fromkeys(titles) if titles.count(title) > 1]
        self.chained = frozenset(several[::2])  # the others change tables by their own wish
        self.on = on

    def claimed(self, title: str) -> bool:
        """Whether anybody who sits may have a claim on a chair of the game."""
        lists, key = self.night.lists, self.desk.keys[title]
        named = {t.table.name for t in self.tables(title)} | {key}
        asked = (line for line in lists.lines if line.kind in CHANGES and line.of in named)
        return lists.chain(key) is not None or any(line.places for line in asked)

    def first(self, chairs: Chairs, seat: int) -> Claim | None:
        """Who has an open chair before everybody else."""
        offers = Offers(self.night.house.room.pk, self.night.lists)
        claims = offers.at(chairs.table.name, seat, self.desk.keys[chairs.plaque])
        return claims[0] if claims else None

    def tables(self, title: str) -> list[Chairs]:
        """The open tables of a game."""
        mine = (one for one in self.night.tables.values() if one.plaque == title)
        return [one for one in mine if one.open and not one.opening]

    def chain(self, title: str) -> None:
        """The supervisor says which table is the main game, whenever one was opened or closed."""
        if title not in self.chained or not self.on:
            return
        night, key = self.night, self.desk.keys[title]
        opened = [one.table.name for one in self.tables(title)]
        before = night.lists.chain(key)
        main = [name for name in (before.main if before else ()) if name in opened] or opened[:1]
        feeders = [name for name in opened if name not in main]
        if not feeders:
            main = []
        now = (tuple(main), tuple(feeders))
        if now == ((before.main, before.feeders) if before else ((), ())):
            return
        who = night.supervisor(self.tables(title)[0]) if opened else night.house.supervisors[0]
        night.ask(c.SetChain(key, *now, by=who.staff.key), who)
        night.book.sums["must-move chains set"] += 1

    def after_hand(self, chairs: Chairs) -> None:
        """Between two hands: somebody asks, and who may have another chair goes there."""
        if not chairs.open or chairs.look()["paused"]:
            return
        if self.rng.random() < ASKS:
            self._asks(chairs)
        for _ in range(AT_ONCE):
            if not self.claimed(chairs.plaque) or not self._one_moves(chairs):
                return

    def _asks(self, chairs: Chairs) -> None:
        """Another seat at the table, or another table of the game where the house does not say who moves."""
        people = [p for p in chairs.sitters.values() if not p.unwelcome and not p.asked]
        if not people:
            return
        night, person = self.night, self.rng.choice(people)
        others = [one for one in self.tables(chairs.plaque) if one is not chairs]
        far = others and chairs.plaque not in self.chained and self.rng.random() < 0.5
        kind = "table_change" if far else "seat_change"
        key = self.desk.keys[chairs.plaque]
        line = change_line(night.house.room.pk, key, kind, person.key, person.alias)
        by = night.desk()
        if night.lists.line(line.key) is None:
            night.ask(line, by)
        wish: tuple[str, ...] = ()
        if not far and self.rng.random() < 0.3:
            free = [
                str(one["seat"]) for one in chairs.look()["seats"] if one["seat"] != person.seat
            ]
            wish = tuple(self.rng.sample(free, 3))
        asked = night.ask(
            c.AddName(line.key, person.key, person.alias, wish=wish), by, may=UNWELCOME
        )
        if asked is not None:
            person.asked = True
            night.book.sums[f"{kind.replace('_', ' ')}s asked for"] += 1

    def _one_moves(self, chairs: Chairs) -> bool:
        """The first who sits here and has the first claim on a chair; whether anything came of it."""
        for there in self.tables(chairs.plaque):
            for seat in self.night.open_seats(there):
                claim = self.first(there, seat)
                if claim is not None and claim.table == chairs.table.name:
                    return self._goes(claim, chairs, there, seat)
        return False

    def _goes(self, claim: Claim, chairs: Chairs, there: Chairs, seat: int) -> bool:
        """One with a claim goes to the chair, between hands; or does not want to."""
        person = self.night.people.get(claim.player)
        if person is None or person.unwelcome or chairs.sitters.get(claim.seat) is not person:
            return False
        stack = chairs.look()["seats"][claim.seat - 1]["stack"]
        if stack == 0:
            return False  # he buys chips or goes, and then it is decided
        if claim.source == "must_move":
            return self._must_move(person, chairs, there, seat, stack)
        stake = self._stake(there, stack) if claim.source == "table_change" else None
        command = c.Seated(claim.number, there.table.name, seat, stake=stake)
        if self.night.ask(command, self.night.desk(), may=UNWELCOME) is None:
            return False
        person.asked = False
        self._sits(person, chairs, there, seat)
        self.night.book.sums[f"{claim.source.replace('_', ' ')}s"] += 1
        return True

    def _must_move(
        self, person: Person, chairs: Chairs, there: Chairs, seat: int, stack: int | None
    ) -> bool:
        """To the main game with every chip; one who does not want to stays, or goes behind the others."""
        night, key, who = self.night, self.desk.keys[chairs.plaque], self.night.supervisor(chairs)
        if not person.stayed and self.rng.random() < DECLINES:
            person.stayed = True
            what: Answer = "stays" if self.rng.random() < 0.5 else "last"
            night.ask(c.Decline(key, person.key, what, self.rng.choice(WHY_NOT)), who)
            night.book.sums["must-moves declined"] += 1
            return True
        stake = None if stack is not None else self._stake(there, None)
        command = c.MustMove(key, person.key, there.table.name, seat, stake=stake)
        if night.ask(command, who, may=UNWELCOME) is None:
            return False
        self._sits(person, chairs, there, seat)
        night.book.sums["must-moves"] += 1
        return True

    def _stake(self, there: Chairs, stack: int | None) -> int:
        """What he sits down with by choice, within the plaque; where nobody counted it, what there may be."""
        plaque = there.table.plaque
        assert plaque is not None
        least, most = plaque.buy_in_min, plaque.buy_in_max
        if stack is None:
            stack = least * self.rng.choice((1, 2, 3)) // 500 * 500
        return max(least, min(most, stack))

    def _sits(self, person: Person, chairs: Chairs, there: Chairs, seat: int) -> None:
        chairs.sitters.pop(person.seat)
        person.table, person.seat = there.table.name, seat
        there.sitters[seat] = person
        chairs.behind = there.behind = True
