"""The outbox: messages that leave the house, stored in the transaction of their cause and delivered by any worker."""
