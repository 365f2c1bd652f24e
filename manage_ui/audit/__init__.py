"""Pages of the audit log and of access: search, second factor, access report."""
