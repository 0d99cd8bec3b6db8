"""The figures that stand for an experiment, by their dotted names."""

MAIN_FIGURES = {
    "breakdown": ("latency_ms.mean",),
    "burst": ("time_averaged_ms", "highest_backlog"),
    "closed": ("epoch_ms.p50",),
    "latency": ("latency_ms.p50", "latency_ms.p99"),
    "sustain": ("sustainable_rate.low",),
    "sweep": ("knee_per_second.low",),
    "throughput": ("records_per_second",),
}
