"""The school at a house-banked table: the lesson, and the session that judges each tap at it."""
