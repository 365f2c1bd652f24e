"""Reports of a room: rollups derived from the logs, and the figures computed from them."""
