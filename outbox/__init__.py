"""The outbox: messages that leave the house, stored with what causes them, and delivered by whichever worker."""
