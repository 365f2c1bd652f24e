"""The pages of drop boxes: to pull, to count, counted."""
