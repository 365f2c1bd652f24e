"""Settings pages for managers. Each setting shows its help text, its default and what a change would affect."""
