"""The installation of `deploy/`, started on loopback: `make production-check`."""
