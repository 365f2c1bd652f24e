"""The pages of drop boxes."""
