"""The models whose names in the database begin with `api`. Django creates their tables and permissions here."""

from outbox.webhooks.models import Webhook, WebhookDelivery
from staff.models import ApiToken, Integration

__all__ = ["ApiToken", "Integration", "Webhook", "WebhookDelivery"]
