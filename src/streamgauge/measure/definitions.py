"""The definition of every number, in one place: `--help`, the documents and the reports read it here."""

from dataclasses import dataclass

from streamgauge.measure.latency import QUANTILES

_LATENCIES = (*QUANTILES, "max", "mean", "min")
_BOX = (
    "samples",
    "median",
    "low_quartile",
    "high_quartile",
    "low_whisker",
    "high_whisker",
    "outliers",
    "min",
    "max",
)


@dataclass(frozen=True, slots=True)
class Definition:
    """A number's name in results, its unit, empty if it is no number, what it means, and the names of its parts, if any."""

    name: str
    unit: str
    meaning: str
    parts: tuple[str, ...] = ()

    @property
    def figures(self) -> list[str]:
        """The dotted names of its numbers.

        >>> DEFINITIONS["lateness_ms"].figures
        ['lateness_ms.p99']
        """
        if not self.unit:
            return []
        return [f"{self.name}.{part}" for part in self.parts] or [self.name]


DEFINITIONS = {
    each.name: each
    for each in (
        Definition(
            "latency_ms",
            "ms",
            "append time of an output record minus the intended time of the newest input in it, both in whole milliseconds; "
            "inputs that were due during the warm-up are left out. Quantiles are exact, by nearest rank; one above the median "
            "is told only if at least ten samples lie behind its rank",
            _LATENCIES,
        ),
        Definition(
            "first_output_ms",
            "ms",
            "for every input, append time of the first output that contains it minus its intended time; an output of an "
            "identity contains the inputs of that identity that are not newer than its newest. Where it lies far above "
            "latency_ms, outputs stand for many inputs",
            _LATENCIES,
        ),
        Definition("samples", "records", "output records that the latency figures are made of"),
        Definition(
            "records_per_second",
            "records/s",
            "input records per second, from the moment when every output of the first fifth of the input had been appended "
            "to the moment when every output had been",
        ),
        Definition("units_per_second", "units/s", "records_per_second in the unit of the workload"),
        Definition("outputs_per_input", "records", "output records per input record; it depends on the emission"),
        Definition("events", "records", "input records sent"),
        Definition("offered_per_second", "records/s", "inputs that were due in a second"),
        Definition("achieved_per_second", "records/s", "inputs that were finished in a second: first seen in an output"),
        Definition("peak_per_second", "records/s", "the most inputs that were finished in one second"),
        Definition("backlog", "records", "inputs that were due and not finished, in the mean over a second"),
        Definition("least_backlog", "records", "the least backlog in a second"),
        Definition(
            "warmup_s",
            "s",
            "what is left out at the start: the cut that MSER finds on the logarithms of the per-second median latencies, from "
            "a tenth to half of the run",
        ),
        Definition(
            "settled",
            "",
            "whether the run was steady after the warm-up: its two halves differ by less than 10 % in their per-second median "
            "latencies, or by less than two standard errors",
        ),
        Definition(
            "jitter",
            "share",
            "output records of an interval minus those expected from the inputs of the interval, over the expected outputs of a "
            "mean interval; 0 is ideal. As a box plot over the intervals",
            _BOX,
        ),
        Definition(
            "box_plot",
            "as its values",
            "median and quartiles, interpolated linearly between ranks; whiskers at the last sample within 1.5 times the "
            "distance of the quartiles from the box; outliers are counted beyond them",
            _BOX,
        ),
        Definition(
            "histogram",
            "records",
            "samples counted in buckets, 128 for each power of two; a quantile from it is off by at most 1/256 of itself",
        ),
        Definition(
            "lateness_ms", "ms", "real minus intended time of handing a record to the transport, after the warm-up", ("p99",)
        ),
        Definition(
            "cpu_s",
            "s",
            "CPU time, user and system, of all processes of a role; what a process does after its last sample is not seen",
        ),
        Definition("cores", "cores", "cores that a role kept busy in the mean: cpu_s over the time that passed"),
        Definition("utilisation", "share", "cores over the cores of the machine"),
        Definition("rss_mean_bytes", "bytes", "resident memory of all processes of a role, in the mean over the samples"),
        Definition("rss_max_bytes", "bytes", "resident memory of all processes of a role, at most"),
        Definition(
            "others_cores",
            "cores",
            "cores that others kept busy in the mean: all user and nice time of the machine minus the user time of our own "
            "process trees, over the time that passed",
        ),
        Definition(
            "sustainable_rate",
            "records/s",
            "between which rates the highest one lies that the engine holds. The upper end is the lowest rate not held, the "
            "lower end the highest rate held less the growth that its probes could not rule out; at each two probes or more "
            "agree and none disagrees. Both move out by the noise floor. The middle is their geometric mean",
            ("low", "high", "middle", "relative_width"),
        ),
        Definition(
            "backlog_growth",
            "share",
            "by what share of the offered rate the engine fell behind: mean step of the least backlog from one fifth of the "
            "time to the next, with one-sided 95 % bounds by Student's t. A rate is not held if the lower bound is above 0 and "
            "the growth above 0.5 %, of this or of latency_growth",
            ("share", "low", "high"),
        ),
        Definition(
            "latency_growth",
            "share",
            "the same of the per-second median latencies: seconds that latency grew in a second",
            ("share", "low", "high"),
        ),
        Definition(
            "ratio",
            "times",
            "geometric mean over the contender's trials over that of the baseline's, with a 95 % interval by a parametric "
            "bootstrap over log-normal trials; a difference is told only if the whole interval lies beyond the noise floor",
        ),
        Definition(
            "noise_floor",
            "share",
            "by how much two groups of trials of one and the same thing differed (A/A); at least 1 % is assumed",
        ),
        Definition("verified", "", "whether the answer equals the reference's, row by row"),
        Definition(
            "repeated",
            "records",
            "output records that had been written before with the same values; allowed only where rows are updated",
        ),
    )
}


def figure_names() -> list[str]:
    """The dotted names of all numbers that a result may have."""
    return [figure for each in DEFINITIONS.values() for figure in each.figures]
