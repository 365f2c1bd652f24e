"""Figures of the room: rollups beside the logs, and everything that is asked of them."""
