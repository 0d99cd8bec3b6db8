"""The tasks of a flow's stages. Real-time mode runs all of them at once, and each needs a slot."""

from streamgauge.flow import Flow, Repartition


def stages_of(flow: Flow, input_partitions: int, shuffle_partitions: int) -> tuple[int, ...]:
    """Those that read, those of each repartition, and those of each step with state."""
    spreading = (step.partitions for step in flow.steps if isinstance(step, Repartition))
    stateful = sum(step.is_stateful for step in flow.steps)
    return (input_partitions, *spreading, *(shuffle_partitions,) * stateful)
