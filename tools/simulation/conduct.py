"""Conduct: dealers and supervisors report, the ladder proposes; some players exclude themselves."""

from datetime import timedelta

from floor_ui.players.manager_decisions import exclusion_decide
from players.standing import standing
from rulings.incidents.categories import categories, likely
from rulings.incidents.ladder import LadderStep, next_step
from rulings.incidents.models import Incident
from rulings.incidents.recording import IncidentReport, incident_record
from rulings.incidents.sanction_decisions import sanction_decide
from tools.simulation.clock import Process
from tools.simulation.night import Night, SimulatedTable
from tools.simulation.player_arrivals import SimulatedPlayer
from tools.simulation.room_setup import StaffMember

RATE = 0.01  # incidents per hand reported by a dealer
SEEN = 0.25  # incidents per hour and table seen by a supervisor from the floor
SANCTIONED = 0.6  # share of incidents that a supervisor follows up
OTHERWISE = 0.25  # share of sanctions that depart from the ladder
SEVERER = "Loud, and kept going after a warning: sits out one orbit."
MILDER = "Admitted right away it was a slip."
EXCLUSIONS = 0.4  # self-exclusions per hour in a room of forty tables


class Conduct:
    """Incidents, sanctions and self-exclusions of a night."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.rng = night.rng("conduct")
        self.eyes = night.rng("conduct/floor")

    def after_hand(self, seats: SimulatedTable) -> None:
        """Occasionally report an incident."""
        if self.rng.random() >= RATE or not seats.sitters or seats.device.dealer is None:
            return
        seat = self.rng.choice(sorted(seats.sitters))
        person = seats.sitters[seat]
        category = self.rng.choice([category.key for category in likely()])
        dealer = seats.device.dealer
        report = IncidentReport(
            command_id=self.night.uuid(),
            category=category,
            seat=seat,
            player=person.key,
            hand=seats.look().hand.number - 1,
        )
        incident = self.night.do(
            f"{seats.table.name} incident {category}",
            lambda: incident_record(
                table=seats.fresh(), staff=dealer, report=report, now=self.night.now
            ),
        )
        self.night.book.sums["incidents"] += 1
        if incident is not None and self.rng.random() < SANCTIONED:
            self.night.clock.start(self._spoken(seats, person, incident))

    def from_the_floor(self) -> Process:
        """Report an incident that a supervisor sees in passing: any category, with a note."""
        night = self.night
        rng = self.eyes
        while True:
            yield rng.expovariate(SEEN * len(night.tables) / 3600)
            places = [
                (table, seat)
                for table in night.tables.values()
                if table.open and not table.opening
                for seat in sorted(table.sitters)
            ]
            if not places:
                continue
            seats, seat = rng.choice(places)
            person = seats.sitters[seat]
            member = night.supervisor(seats)
            self._seen(seats, seat, person, member)

    def _seen(
        self, seats: SimulatedTable, seat: int, person: SimulatedPlayer, member: StaffMember
    ) -> None:
        night = self.night
        rng = self.eyes
        usual = [
            category.key
            for category in categories().values()
            if category.ladder == "usual" and not category.family
        ]
        report = IncidentReport(
            command_id=night.uuid(),
            category=rng.choice(usual),
            seat=seat,
            player=person.key,
            hand=seats.look().hand.number,
            note="Seen from the aisle.",
            seen_by=rng.choice(("supervisor", "supervisor", "player", "camera")),
        )
        incident = night.do(
            f"{seats.table.name} incident {report.category} from the floor",
            lambda: incident_record(
                table=seats.fresh(), staff=member.staff, report=report, now=night.now
            ),
        )
        night.book.sums["incidents"] += 1
        night.book.sums["incidents from the floor"] += 1
        if incident is not None and rng.random() < SANCTIONED:
            night.clock.start(self._spoken(seats, person, incident))

    def _spoken(
        self, seats: SimulatedTable, person: SimulatedPlayer, incident: Incident
    ) -> Process:
        """Impose the ladder's sanction, or a milder or harsher one with a reason."""
        yield self.rng.uniform(120, 900)
        night = self.night
        player = self.night.player(person)
        step = next_step(standing(player, night.now), categories()[incident.category])
        if step is None:
            return
        member = night.supervisor(seats)
        reason = f"Reported: {categories()[incident.category].title.lower()}."
        if step.kind != "bar" and self.rng.random() < OTHERWISE:
            mild = step.kind == "warning"
            step = LadderStep("penalty" if mild else "warning")
            reason = SEVERER if mild else MILDER
            night.book.sums["sanctions other than the ladder's"] += 1
        night.do(
            f"sanction of {person.alias}",
            lambda: sanction_decide(
                player=player,
                badge=member.staff.badge,
                pin=member.pin,
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
        """Exclude a player on request; the player later tries to come in again."""
        night = self.night
        hourly = EXCLUSIONS * len(night.tables) / 40
        while True:
            yield self.rng.expovariate(hourly / 3600)
            seated = [player for player in night.people.values() if player.table]
            if not seated:
                continue
            self._excludes(self.rng.choice(seated))

    def _excludes(self, person: SimulatedPlayer) -> None:
        """Record the self-exclusion; the player leaves after the hand."""
        night = self.night
        member = self.night.house.managers[0]
        night.do(
            f"self-exclusion of {person.alias}",
            lambda: exclusion_decide(
                player=night.player(person),
                since=None,
                until=night.now + timedelta(days=180),
                for_good=False,
                badge=member.staff.badge,
                pin=member.pin,
                now=night.now,
            ),
        )
        night.book.sums["self-exclusions"] += 1
        person.unwelcome = True
