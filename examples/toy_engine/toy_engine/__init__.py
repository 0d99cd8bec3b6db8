"""An engine for streamgauge in a package of its own."""
