"""Alerts on phones: the key that signs them, and the requests that send them."""
