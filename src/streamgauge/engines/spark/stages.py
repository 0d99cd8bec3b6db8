"""The tasks of the stages of a plan. Real-time mode runs all of them at once, and each needs a slot."""

from collections.abc import Iterable

from streamgauge.flow import Flow, Repartition


def stage_tasks(reading: int, spreading: Iterable[int], stateful: int, shuffle_partitions: int) -> tuple[int, ...]:
    """Those that read, those of each repartition, and those of each of so many steps with state.

    >>> stage_tasks(2, [8], stateful=2, shuffle_partitions=4)
    (2, 8, 4, 4)
    """
    return (reading, *spreading, *(shuffle_partitions,) * stateful)


def stages_of(flow: Flow, input_partitions: int, shuffle_partitions: int) -> tuple[int, ...]:
    """Those of a flow."""
    spreading = (step.partitions for step in flow.steps if isinstance(step, Repartition))
    return stage_tasks(input_partitions, spreading, sum(step.is_stateful for step in flow.steps), shuffle_partitions)
