"""Conduct: dealers and supervisors report, the ladder proposes; some ask to be kept from playing."""

from datetime import timedelta

from players.standing import standing
from players_ui.deciding import exclusion_decide
from rulings.incidents.categories import categories, likely
from rulings.incidents.deciding import sanction_decide
from rulings.incidents.ladder import Step, next_step
from rulings.incidents.models import Incident
from rulings.incidents.recording import Report, incident_record
from simulation.clock import Process
from simulation.house import Signs
from simulation.night import Chairs, Night
from simulation.people import Person

RATE = 0.01  # incidents a hand that a dealer reports
SEEN = 0.25  # incidents an hour at each table that a supervisor sees from the floor
SANCTIONED = 0.6  # of them are spoken of by a supervisor
OTHERWISE = 0.25  # of sanctions are not the ladder's
SEVERER = "It was loud and went on after a word: one round of hands is missed."
MILDER = "It was said at once that it was no more than a slip."
EXCLUSIONS = 0.4  # self-exclusions an hour in a room of forty tables


class Conduct:
    """What people do beside the cards."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("conduct")
        self.eyes = night.rng("conduct/floor")

    def after_hand(self, chairs: Chairs) -> None:
        """Now and then somebody did something that is written down."""
        if self.rng.random() >= RATE or not chairs.sitters or chairs.device.dealer is None:
            return
        seat = self.rng.choice(sorted(chairs.sitters))
        person = chairs.sitters[seat]
        category = self.rng.choice([one.key for one in likely()])
        dealer = chairs.device.dealer
        report = Report(
            command_id=self.night.uuid(),
            category=category,
            seat=seat,
            player=person.key,
            hand=chairs.look()["hand"]["number"] - 1,
        )
        incident = self.night.do(
            f"{chairs.table.name} incident {category}",
            lambda: incident_record(
                table=chairs.fresh(), staff=dealer, report=report, now=self.night.now
            ),
        )
        self.night.book.sums["incidents"] += 1
        if incident is not None and self.rng.random() < SANCTIONED:
            self.night.clock.start(self._spoken(chairs, person, incident))

    def from_the_floor(self) -> Process:
        """What a supervisor sees in passing: any of the categories, with a note."""
        night, rng = self.night, self.eyes
        while True:
            yield rng.expovariate(SEEN * len(night.tables) / 3600)
            places = [
                (one, seat)
                for one in night.tables.values()
                if one.open and not one.opening
                for seat in sorted(one.sitters)
            ]
            if not places:
                continue
            chairs, seat = rng.choice(places)
            person, who = chairs.sitters[seat], night.supervisor(chairs)
            self._seen(chairs, seat, person, who)

    def _seen(self, chairs: Chairs, seat: int, person: Person, who: Signs) -> None:
        night, rng = self.night, self.eyes
        usual = [
            one.key for one in categories().values() if one.ladder == "usual" and not one.family
        ]
        report = Report(
            command_id=night.uuid(),
            category=rng.choice(usual),
            seat=seat,
            player=person.key,
            hand=chairs.look()["hand"]["number"],
            note="Seen from the aisle.",
            seen_by=rng.choice(("supervisor", "supervisor", "player", "camera")),
        )
        incident = night.do(
            f"{chairs.table.name} incident {report.category} from the floor",
            lambda: incident_record(
                table=chairs.fresh(), staff=who.staff, report=report, now=night.now
            ),
        )
        night.book.sums["incidents"] += 1
        night.book.sums["incidents from the floor"] += 1
        if incident is not None and rng.random() < SANCTIONED:
            night.clock.start(self._spoken(chairs, person, incident))

    def _spoken(self, chairs: Chairs, person: Person, incident: Incident) -> Process:
        """A supervisor gives what the ladder proposes; or a penalty for a warning, a warning for more, and says why."""
        yield self.rng.uniform(120, 900)
        night, player = self.night, self.night.player(person)
        step = next_step(standing(player, night.now), categories()[incident.category])
        if step is None:
            return
        who = night.supervisor(chairs)
        reason = f"As {categories()[incident.category].title.lower()} was reported."
        if step.kind != "bar" and self.rng.random() < OTHERWISE:
            mild = step.kind == "warning"
            step, reason = Step("penalty" if mild else "warning"), SEVERER if mild else MILDER
            night.book.sums["sanctions other than the ladder's"] += 1
        night.do(
            f"sanction of {person.alias}",
            lambda: sanction_decide(
                player=player,
                badge=who.staff.badge,
                pin=who.pin,
                kind=step.kind,
                until=step.until(night.now),
                reason=reason,
                now=night.now,
                incident=incident,
            ),
        )
        night.book.sums["sanctions"] += 1
        night.book.sums[f"sanctions: {step.kind}"] += 1
        person.unwelcome = person.unwelcome or step.kind in ("suspension", "bar")

    def exclusions(self) -> Process:
        """Somebody who plays asks to be kept from it; and tries to come in again."""
        night = self.night
        hourly = EXCLUSIONS * len(night.tables) / 40
        while True:
            yield self.rng.expovariate(hourly / 3600)
            seated = [one for one in night.people.values() if one.table]
            if not seated:
                continue
            self._excludes(self.rng.choice(seated))

    def _excludes(self, person: Person) -> None:
        """A manager writes it down; he goes after the hand."""
        night, who = self.night, self.night.house.managers[0]
        night.do(
            f"self-exclusion of {person.alias}",
            lambda: exclusion_decide(
                player=night.player(person),
                since=None,
                until=night.now + timedelta(days=180),
                for_good=False,
                badge=who.staff.badge,
                pin=who.pin,
                now=night.now,
            ),
        )
        night.book.sums["self-exclusions"] += 1
        person.unwelcome = True
