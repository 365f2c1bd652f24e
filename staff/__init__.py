"""People who work here: accounts, badges, PINs, roles, second factor, sessions, audit trail."""
