"""Webhooks: their deliveries as messages of the outbox, and the task that sends them."""
