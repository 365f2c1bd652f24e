"""Code shared by the room's logs: waitlists and the dealers' lineup."""
