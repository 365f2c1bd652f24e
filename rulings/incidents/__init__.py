"""Etiquette and conduct: what is reported, what follows, who decides."""
