"""Conduct: dealers report, supervisors give sanctions by the ladder; some ask to be kept from playing."""

from datetime import timedelta

from players.standing import standing
from players_ui.deciding import exclusion_decide
from rulings.incidents.categories import categories, likely
from rulings.incidents.deciding import sanction_decide
from rulings.incidents.ladder import next_step
from rulings.incidents.models import Incident
from rulings.incidents.recording import Report, incident_record
from simulation.clock import Process
from simulation.night import Chairs, Night
from simulation.people import Person

RATE = 0.006  # incidents a hand
SANCTIONED = 0.5  # of them are spoken of by a supervisor
EXCLUSIONS = 0.4  # self-exclusions an hour in a room of forty tables


class Conduct:
    """What people do beside the cards."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("conduct")

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

    def _spoken(self, chairs: Chairs, person: Person, incident: Incident) -> Process:
        """A supervisor gives what the ladder proposes."""
        yield self.rng.uniform(120, 900)
        night, player = self.night, self.night.player(person)
        step = next_step(standing(player, night.now), categories()[incident.category])
        if step is None:
            return
        who = night.supervisor(chairs)
        night.do(
            f"sanction of {person.alias}",
            lambda: sanction_decide(
                player=player,
                badge=who.staff.badge,
                pin=who.pin,
                kind=step.kind,
                until=step.until(night.now),
                reason=f"As {categories()[incident.category].title.lower()} was reported.",
                now=night.now,
                incident=incident,
            ),
        )
        night.book.sums["sanctions"] += 1
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
