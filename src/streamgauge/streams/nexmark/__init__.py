"""The stream of NEXMark: an auction site's new persons, new auctions and bids, equal to Beam's in every field."""

from streamgauge.streams.nexmark.stream import NexmarkStream

__all__ = ["NexmarkStream"]
