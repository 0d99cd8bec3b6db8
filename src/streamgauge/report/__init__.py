"""Reports: results as people read them. Formatting only; every figure comes from a run's result."""
