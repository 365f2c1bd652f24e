"""The kinds of messages that leave the house. Each has a scheduled task that delivers it."""

from typing import Any

from outbox.channel import Channel
from outbox.webhooks.delivery import WEBHOOKS
from reports.archive.mailing import MAILS
from roster.notices import NOTICES
from rulings.alerts.delivery import ALERTS
from waitlist.paging import PAGES

CHANNELS: tuple[Channel[Any], ...] = (PAGES, ALERTS, NOTICES, MAILS, WEBHOOKS)
