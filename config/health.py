"""The parts of the installation whose health is reported, in the order of the pages."""

from functools import partial

from config.outbox import CHANNELS
from ops.health.checks.backups import check_backups
from ops.health.checks.database import check_database, check_migrations
from ops.health.checks.disks import check_disk
from ops.health.checks.live_updates import check_live
from ops.health.checks.log_months import check_months
from ops.health.checks.messages import check_messages
from ops.health.checks.services import check_beat, check_clock, check_web, check_worker
from ops.health.checks.storage import check_certificate, check_chains
from ops.health.part import Check
from outbox.counting import count_messages

COUNTERS = [partial(count_messages, channel) for channel in CHANNELS]

CHECKS = (
    Check("web", "Web", check_web, needs_database=True),
    Check("redis", "Live", check_live),
    Check("database", "Database", check_database, needs_database=True),
    Check("worker", "Worker", check_worker, needs_database=True),
    Check("beat", "Beat (timer)", check_beat, needs_database=True),
    Check("chains", "Log chains", check_chains, needs_database=True),
    Check("months", "Months of the log", check_months, needs_database=True),
    Check("backups", "Backups", check_backups, needs_database=True),
    Check("disk", "Disk", check_disk),
    Check("messages", "Messages", check_messages(*COUNTERS), needs_database=True),
    Check("clock", "Clock", check_clock, needs_database=True),
    Check("migrations", "Version", check_migrations, needs_database=True),
    Check("certificate", "Certificate", check_certificate),
)
