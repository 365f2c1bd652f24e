"""The project's wiring: settings, addresses, server and worker."""
