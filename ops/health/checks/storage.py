"""Log chains and the certificate."""

from dataclasses import replace
from datetime import datetime

from cryptography import x509
from django.conf import settings

from journal.chain_verification import chain_totals
from journal.trigger_comparison import trigger_mismatches
from ops.health.part import HealthPart, Level, Step
from ops.health.phrases import DAY, MINUTE, counted, span

CHAINS_LIMIT = 15 * MINUTE  # seconds since any log was verified
CERTIFICATE_SOON = 21 * DAY
CERTIFICATE_BAD = 3 * DAY


def check_chains(now: datetime) -> HealthPart:
    """Return what the last verification of all logs found."""
    totals = chain_totals()
    part = HealthPart(key="chains", title="Log chains", state="unbroken")
    if totals.at is not None:
        part = replace(part, age=(now - totals.at).total_seconds())
    values = (("broken", len(totals.broken)), ("entries", totals.entries))
    part = replace(part, values=values)
    facts: tuple[str, ...] = (
        f"{counted(totals.logs, 'log')}, verified to entry {totals.entries:,} of all",
    )
    if totals.broken:
        return replace(
            part,
            level="bad",
            state="broken",
            headline=f"The chain of {counted(len(totals.broken), 'log')} is broken",
            facts=(*totals.broken[:5], *facts),
            steps=(
                Step(
                    "Repair nothing. Back up the database as it is.",
                    manage="backup",
                    action="backup",
                ),
                Step("Let it name the entry.", manage="verify_journal"),
                Step("Compare with the last proved backup, and call the vendor."),
            ),
        )
    if triggers := trigger_mismatches():
        return replace(
            part,
            level="bad",
            state="unprotected",
            headline=f"{counted(len(triggers), 'trigger')} of the log missing or changed",
            facts=(*triggers[:5], *facts),
            steps=(
                Step(
                    "Repair nothing. Back up the database as it is.",
                    manage="backup",
                    action="backup",
                ),
                Step("Compare each log with an earlier backup.", manage="backups compare"),
                Step("Find out who changed the schema, and call the vendor."),
            ),
        )
    if part.age is None:
        return replace(part, state="none yet", facts=("no log was verified yet",))
    facts = (*facts, f"last {span(part.age)} ago, the limit is {span(CHAINS_LIMIT)}")
    if part.age > CHAINS_LIMIT:
        headline = f"No log was verified for {span(part.age)}, the limit is {span(CHAINS_LIMIT)}"
        step = Step("Bring worker and beat back: they verify the logs every minute.")
        return replace(
            part, level="soon", state="late", headline=headline, facts=facts, steps=(step,)
        )
    return replace(part, facts=facts)


def check_certificate(now: datetime) -> HealthPart | None:
    """Return how long the certificate is valid; None if no certificate file is set."""
    file = settings.CERTIFICATE_FILE
    if file is None:
        return None
    part = HealthPart(key="certificate", title="Certificate")
    renew = Step("Renew it, and reload the proxy.", "sudo systemctl reload caddy")
    try:
        certificate = x509.load_pem_x509_certificate(file.read_bytes())
    except (OSError, ValueError) as error:
        step = Step(
            "Set CERTIFICATE_FILE to the certificate that the proxy serves, readable for Floorbook's user."
        )
        headline = f"The certificate in {file} can't be read"
        return replace(
            part,
            level="soon",
            state="not known",
            headline=headline,
            facts=(str(error)[:200],),
            steps=(step,),
        )
    until = certificate.not_valid_after_utc
    seconds_left = (until - now).total_seconds()
    part = replace(part, facts=(f"good until {until:%b %-d, %Y}",))
    if seconds_left < 0:
        headline = f"The certificate ended on {until:%b %-d, %Y}: tablets can't connect"
        return replace(part, level="bad", state="ended", headline=headline, steps=(renew,))
    if seconds_left < CERTIFICATE_SOON:
        headline = f"The certificate ends in {span(seconds_left)}"
        level: Level = "bad" if seconds_left < CERTIFICATE_BAD else "soon"
        return replace(
            part,
            level=level,
            state=f"{span(seconds_left)} left",
            headline=headline,
            steps=(renew,),
        )
    return part
