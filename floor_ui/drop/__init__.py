"""The pages of drop boxes: to take, to count, counted."""
