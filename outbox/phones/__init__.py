"""Alerts on phones: the key that signs them, and how they are sent."""
