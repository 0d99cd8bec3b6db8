"""Experiments: a question, a plan, and the figures that answer it."""
