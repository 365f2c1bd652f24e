"""Replay of hands: step by step as the table saw them, and as evidence that anyone can verify."""
