"""The outbox: messages that leave the house."""
