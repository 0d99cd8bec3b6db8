"""This machine: Java, the jar cache, child processes that never outlive us, free ports, and the facts of the hardware."""
