"""The project's configuration: settings, URLs, server and worker."""
