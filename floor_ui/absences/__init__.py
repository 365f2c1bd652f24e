"""Pages about absent players: who is away, picking up chips, and the chips that the house holds."""
