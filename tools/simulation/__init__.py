"""A simulated night: players, desk, dealers and supervisors, all through the product's own actions."""
