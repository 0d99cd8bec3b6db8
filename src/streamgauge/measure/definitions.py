"""The definition of every number, in one place: `--help`, the documents and the reports read it here."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Definition:
    """A number's name in results, its unit and what it means."""

    name: str
    unit: str
    meaning: str


DEFINITIONS = {
    each.name: each
    for each in (
        Definition(
            "latency_ms",
            "ms",
            "append time of an output record minus the intended time of the newest input in it, both in whole milliseconds; "
            "inputs that were due during the warm-up are left out",
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
        Definition("lateness_ms", "ms", "real minus intended time of handing a record to the transport, after the warm-up"),
        Definition("verified", "", "whether the answer equals the reference's, row by row"),
        Definition(
            "repeated",
            "records",
            "output records that had been written before with the same values; allowed only where rows are updated",
        ),
    )
}
