"""The three kinds of events: what each draws, in which order, and which persons and auctions it may name."""
