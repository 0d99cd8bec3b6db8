"""Scalar and aggregate expressions: SQL text in, a small typed tree out."""
