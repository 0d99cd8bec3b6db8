"""How records enter and leave an engine: embedded log files, Kafka, and a few endpoints for trying things out."""
