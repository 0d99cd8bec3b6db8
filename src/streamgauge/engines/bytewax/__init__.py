"""Bytewax, a peer: Timely Dataflow under Python."""
