"""The hour without a network: a real room, a real browser, a cable that can be pulled."""
