"""What Beam's generator draws: numbers as Java does it, prices, words, fillers; for many events together."""
