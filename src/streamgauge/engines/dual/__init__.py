"""The dual-paradigm engine: the data stream when calm, the operation stream in a burst (seed work 001).

What decides is pure and knows nothing of Spark: `calibration` learns the `model` from observations, `decide` makes a decision of
both, `controller` ties them together and `simulator` runs them without an engine. `parts` cuts a flow into flows, each of which
is in one paradigm at a time.
"""
