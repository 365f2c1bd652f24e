"""The rules of house-banked games: pure functions on the state of one table."""
