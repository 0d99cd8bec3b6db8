"""Kafka: the user's own cluster, or a local broker started for the run."""
