"""Players who work for the house. They may play where the house allows it, and don't collect promotion money.

[R] 58 Pa. Code 503a.1 for people who may not collect. A manager records the job, and every change stays.
"""

from datetime import datetime

from django.db import transaction

from players.models import Player, PlayerChange
from players.models.people import JOB_LENGTH
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.models import Staff


def employment_set(*, player: Player, job: str, by: Staff, now: datetime) -> None:
    """Record what a player does for the house; "" when they no longer work here.

    Raises `Refusal`: `merged`, `anonymised`, `field_long`.
    """
    text = " ".join(job.replace("\0", " ").split())
    if len(text) > JOB_LENGTH:
        raise Refusal("field_long", "", what="The job", longest=JOB_LENGTH)
    with transaction.atomic():
        row = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
        if row.merged_into is not None:
            raise Refusal("merged", "", name=row.alias, other=row.merged_into.alias)
        if row.anonymised_at is not None:
            raise Refusal("anonymised", "", name=row.alias)
        before = row.works_as
        if before == text:
            return
        row.works_as = text
        row.save(update_fields=["works_as"])
        PlayerChange.objects.create(
            player=row, field="works_as", before=before, after=text, by=by.key, at=now
        )
        record(
            by,
            "employment_recorded",
            now=now,
            about=("player", row.key),
            before={"works_as": before},
            after={"works_as": text},
        )
