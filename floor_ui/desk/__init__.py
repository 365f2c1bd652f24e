"""The desk: waitlists, open seats, and the player's own page."""
