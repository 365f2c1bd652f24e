"""Replay of hands: step by step as the table saw them, and as evidence that can be verified independently."""
