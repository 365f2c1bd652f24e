"""The desk: waiting lists, open seats, and the page of a player's own line."""
