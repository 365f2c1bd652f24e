"""Floor calls and final rulings: projections of the tables' logs for the queue and for precedents."""
