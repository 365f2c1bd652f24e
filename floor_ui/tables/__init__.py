"""The room's tables: what stands at each, and what supervisors do with them."""
