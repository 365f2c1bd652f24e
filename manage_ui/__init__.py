"""Settings for managers: pages of what the house chooses, each with its sentence, its default and what it touches."""
