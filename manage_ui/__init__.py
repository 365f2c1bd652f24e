"""Settings pages for managers: each house choice with its help text, its default and its effects."""
