"""The floor's pages about dealers and supervisors' sections."""
