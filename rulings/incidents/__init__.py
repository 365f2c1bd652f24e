"""Etiquette and conduct: incidents, sanctions, and who decides them."""
