"""Hands read again: step by step as the table saw them, and as evidence that can be checked elsewhere."""
