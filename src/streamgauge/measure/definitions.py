"""The definition of every number, in one place: `--help`, the documents and the reports read it here."""

from dataclasses import dataclass

from streamgauge.measure.latency import QUANTILES, RESOLUTION_MS

COMPONENTS = ("outside_wait", "wait", "schedule", "process", "transmission")  # of a latency, as in seed work 001
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
    """A number's name in results, its unit, empty if it is no number, what it means, and the names of its parts, if any.

    `places` says where in the figures of a trial it stands, if not at the top; nowhere, if it is told of something else.
    """

    name: str
    unit: str
    meaning: str
    parts: tuple[str, ...] = ()
    places: tuple[str, ...] = ("",)

    @property
    def figures(self) -> list[str]:
        """The dotted names of its numbers.

        >>> DEFINITIONS["lateness_ms"].figures
        ['lateness_ms.p99']
        """
        if not self.unit:
            return []
        names = [f"{self.name}.{part}" for part in self.parts] or [self.name]
        return [f"{place}.{name}" if place else name for place in self.places for name in names]


_ROLES = tuple(f"resources.{role}" for role in ("engine", "broker", "sender", "self"))
_NOWHERE = ()  # of a series, of a probe, of a comparison


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
        Definition(
            "floor_ms",
            "ms",
            "latency_ms of the flow that only reads and writes (operator-identity), on the same engine at the same rate, for a "
            "few seconds; measured once for each engine and rate of a run, and none if that proved nothing. No latency can lie "
            "below it",
            _LATENCIES,
        ),
        Definition("latency_box_ms", "ms", "the latencies as a box plot", _BOX),
        Definition(
            "components_ms",
            "ms",
            "the mean latency by component. Outside wait: until a record is received, or, in batches, while batches leave it "
            "behind. Wait: for its batch to begin, and for the other records of the batch. Schedule: from the beginning of a "
            "batch to its first task, and between its stages. Process: the CPU time of a record in a batch, or the time in "
            "operations that send nothing from task to task. Transmission: shuffled data, and the way into the output topic",
            COMPONENTS,
        ),
        Definition(
            "operations_ms",
            "",
            "the mean latency by operation, each from the end of the one before to its own end, transmission included; the first "
            "begins at the intended time, the last ends with the append",
        ),
        Definition("remainder_ms", "ms", "the mean of latency_ms minus the sum of components_ms: what they do not explain"),
        Definition("samples", "records", "output records that the latency figures are made of"),
        Definition(
            "own_latency_ms",
            "ms",
            "latency as the origin of the workload defines it, in words that stand beside it; never compared with latency_ms",
            _LATENCIES,
        ),
        Definition("own_samples", "records", "what own_latency_ms is made of: the samples that its definition counts"),
        Definition(
            "records_per_second",
            "records/s",
            "input records per second, from the moment when every output of the first fifth of the input had been appended "
            "to the moment when every output had been; inputs whose outputs came before it are left out, too",
        ),
        Definition(
            "records_per_core_second",
            "records/s",
            "records_per_second over the cores that the engine's processes kept busy in the mean over the same time; none if "
            "that is less than the second between two samples, between which CPU time is taken to grow evenly",
        ),
        Definition("records_per_executor_second", "records/s", "records_per_second over the processes that do the engine's work"),
        Definition(
            "imbalance",
            "times",
            "output records of the fullest output partition over those of a mean one; 1 is even. Keys are spread by hash, so "
            "skewed keys show here",
        ),
        Definition(
            "clock_offset_ms",
            "ms",
            "by how much the clock of the brokers, which stamps outputs, is ahead of the sender's, from records timed by both "
            "before the first trial; beyond its error it is taken off every latency",
            ("offset", "error"),
        ),
        Definition("partitions", "", "partitions of the input and of the output"),
        Definition(
            "maximum_per_second",
            "records/s",
            "the engine's records_per_second from preloaded events, as many as take it 20 s and 300,000 at most; "
            "measured first where a rate is half of it",
        ),
        Definition("units_per_second", "units/s", "records_per_second in the unit of the workload"),
        Definition("outputs_per_input", "records", "output records per input record; it depends on the emission"),
        Definition("events", "records", "input records sent"),
        Definition(
            "offered_per_second",
            "records/s",
            "inputs that were due in a second. In this and all figures beside it, inputs that lead to an output stand for all",
        ),
        Definition(
            "achieved_per_second",
            "records/s",
            "inputs that were finished in a second: every row that they go into had been written with them",
        ),
        Definition("peak_per_second", "records/s", "the most inputs that were finished in one second"),
        Definition("backlog", "records", "inputs that were due and not finished, in the mean over a second"),
        Definition("least_backlog", "records", "the least backlog in a second", places=_NOWHERE),
        Definition(
            "calm_ms",
            "ms",
            "what is normal before the first burst, after the warm-up: the median of the per-second median latencies",
        ),
        Definition(
            "time_averaged_ms",
            "ms",
            "the mean over the seconds after the warm-up of the per-second median latencies, of inputs by when they were due: "
            "every second counts the same, however many records it has",
        ),
        Definition("overshoot_ms", "ms", "the highest per-second median latency minus calm_ms; of the run, and of each burst"),
        Definition(
            "excess_ms_s",
            "ms*s",
            "the area of excess latency: the sum over the seconds of what their median latency lies above calm_ms",
        ),
        Definition("calm_backlog", "records", "the highest backlog of a second before the first burst, after the warm-up"),
        Definition("highest_backlog", "records", "the highest backlog of a second; of the run, and of each burst"),
        Definition(
            "catch_up_s",
            "s",
            "from the end of a burst to the first second whose least backlog is not above calm_backlog; none if the next burst, "
            "or the end, came first. Of the run, the longest of its bursts",
        ),
        Definition("switches", "", "what the engine says that happened in it, such as switches between paradigms, as it says it"),
        Definition(
            "commit_s",
            "s",
            "of a switch: how long the part took to commit what it had read, before it was stopped; it still worked meanwhile",
            places=_NOWHERE,
        ),
        Definition(
            "stopped_s",
            "s",
            "of a switch: how long the part did no work: from the order to stop it, over the time in which it was found out what "
            "its output holds, to its start in the other paradigm",
            places=_NOWHERE,
        ),
        Definition(
            "model",
            "",
            "of a part of the dual engine, what its controller knew: the records a second that the data stream (PD) and the "
            "operation stream (PO) can process, K = PD / PO, the length of a small batch (T) and what a batch costs whatever it "
            "holds (t_schedule), C by which the queue that is worth a switch follows from PD, how long nothing comes out at a "
            "switch (t_switch), records written for each that is processed (lambda). Each is calibrated from the run, at least "
            "so much, derived from others, given, or a default",
            places=_NOWHERE,
        ),
        Definition(
            "silent_s",
            "s",
            "of a switch: how long nothing came out: from the order to stop the part to its first output in the other paradigm, "
            "which in micro-batches comes when the first batch is written",
            places=_NOWHERE,
        ),
        Definition(
            "replayed",
            "records",
            "of a switch: records that had been read since the last commit, and were read again after it",
            places=_NOWHERE,
        ),
        Definition(
            "knee_per_second",
            "records/s",
            "between which of the offered rates the knee lies: up to `low` no median latency is more than three times the "
            "least of all, at `high` it is",
            ("low", "high"),
        ),
        Definition("knee_p99_per_second", "records/s", "the same of the p99 latencies", ("low", "high")),
        Definition(
            "epoch_ms",
            "ms",
            "closed loop: from handing over the first record of an epoch to the append of the last output that makes its rows "
            "right; making the records is not in it, nor is the first tenth of the epochs. Never ranked with latency_ms",
            _LATENCIES,
        ),
        Definition("cdf_ms", "", "closed loop: the times per epoch that 1 %, 2 % ... 100 % of the epochs do not exceed"),
        Definition("epochs", "epochs", "closed loop: those after the warm-up that something comes out of; epoch_ms is of these"),
        Definition(
            "warmup_s",
            "s",
            "what is left out at the start: as many seconds as were given, or the cut that MSER finds on the logarithms of the "
            "per-second median latencies, from a tenth to half of the run. Of each probe, or of each rate, where there are many",
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
            _NOWHERE,
        ),
        Definition(
            "histogram",
            "records",
            "samples counted in buckets, 128 for each power of two; a quantile from it is off by at most 1/256 of itself",
            places=_NOWHERE,
        ),
        Definition(
            "lateness_ms", "ms", "real minus intended time of handing a record to the transport, after the warm-up", ("p99",)
        ),
        Definition(
            "cpu_s",
            "s",
            "CPU time, user and system, of all processes of a role; what a process does after its last sample is not seen",
            places=_ROLES,
        ),
        Definition("cores", "cores", "cores that a role kept busy in the mean: cpu_s over the time that passed", places=_ROLES),
        Definition("utilisation", "share", "cores over the cores of the machine", places=_ROLES),
        Definition(
            "rss_mean_bytes", "bytes", "resident memory of all processes of a role, in the mean over the samples", places=_ROLES
        ),
        Definition("rss_max_bytes", "bytes", "resident memory of all processes of a role, at most", places=_ROLES),
        Definition("cpu_box_cores", "cores", "the cores that the engine kept busy in each second, as a box plot", _BOX),
        Definition("memory_box_bytes", "bytes", "the resident memory of the engine at each second, as a box plot", _BOX),
        Definition("gc_s", "s", "how long the engine's garbage collectors worked, as its JVM tells"),
        Definition(
            "throttled_share",
            "share",
            "in which share of the periods for which a CPU limit is counted it held us back, as the control groups tell; "
            "0 without a limit",
        ),
        Definition(
            "others_cores",
            "cores",
            "cores that others kept busy in the mean: all user, nice and stolen time of the machine minus the user time of our "
            "own process trees, over the time that passed",
        ),
        Definition("disturbed", "", "whether others kept more than a tenth of the machine's cores busy while it was measured"),
        Definition("inconclusive", "", "why a trial proves nothing, as when the sender was late; empty if it does"),
        Definition(
            "sustainable_rate",
            "records/s",
            "between which rates the highest one lies that the engine holds. The upper end is the lowest rate not held, the "
            "lower end the highest rate held less the growth that its probes could not rule out; at each two probes or more "
            "agree and none disagrees. Both move out by the noise floor. The middle is their geometric mean. Where no more could "
            "be offered there is no upper end",
            ("low", "high", "middle", "relative_width"),
        ),
        Definition(
            "probes",
            "",
            "of a search: its trials in order, each at one rate, with whether that was held; each has a query and topics of its "
            "own and is verified",
        ),
        Definition(
            "backlog_growth",
            "share",
            "by what share of the offered rate the engine fell behind: mean step of the least backlog from one fifth of the "
            "time to the next, with one-sided 95 % bounds by Student's t. A rate is not held if the lower bound is above 0 and "
            "the growth above 0.5 %, of this or of latency_growth",
            ("share", "low", "high"),
            _NOWHERE,
        ),
        Definition(
            "latency_growth",
            "share",
            "the same of the per-second median latencies: seconds that latency grew in a second",
            ("share", "low", "high"),
            _NOWHERE,
        ),
        Definition(
            "ratio",
            "times",
            "geometric mean over the contender's trials over that of the baseline's, with a 95 % interval by a parametric "
            "bootstrap over log-normal trials; a difference is told only if the whole interval lies beyond the noise floor. Of "
            "latencies, both reach at least as far as a millisecond on top of the lower mean",
            places=_NOWHERE,
        ),
        Definition(
            "noise_floor",
            "share",
            "by how much two groups of trials of one and the same thing differed (A/A): of a run with four trials or more, every "
            "other trial of an engine against the rest; at least 1 % is assumed",
            places=_NOWHERE,
        ),
        Definition("verified", "", "whether the answer equals the reference's, row by row"),
        Definition(
            "repeated",
            "records",
            "output records that had been written before with the same values; allowed only where rows are updated",
        ),
    )
}


def resolution_of(figure: str) -> float:
    """By how much a figure may be off because of its stamps, in its own unit; nothing if it is no latency.

    >>> resolution_of("latency_ms.p50"), resolution_of("records_per_second")
    (1.0, 0.0)
    """
    return RESOLUTION_MS if any(part.endswith("_ms") for part in figure.split(".")) else 0.0


def figure_names() -> list[str]:
    """The dotted names of all numbers that a result may have."""
    return [figure for each in DEFINITIONS.values() for figure in each.figures]
