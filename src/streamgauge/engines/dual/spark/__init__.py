"""The dual engine on Spark: one plan and one checkpoint for each part, under either of Spark's triggers."""
