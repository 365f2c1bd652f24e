"""How people who work here get in: the set-up pages, sessions and their ends, the second factor, the access report."""
