"""The floor's pages for dealers and supervisors' sections."""
