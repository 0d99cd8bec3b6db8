from streamgauge.engines.spark.batches import StageTimes, make_batch


def stage(first_task_ms: int, end_ms: int, tasks: int = 2, cpu_ms: float = 0.0, shuffle_ms: float = 0.0) -> StageTimes:
    return StageTimes(first_task_ms, end_ms, tasks, cpu_ms, shuffle_ms)


def test_the_time_between_stages_is_a_pause() -> None:
    batch = make_batch(100, 10, [stage(170, 200), stage(120, 150)])
    assert (batch.start_ms, batch.first_task_ms, batch.pauses_ms) == (100, 120, 20)


def test_stages_that_run_together_leave_none() -> None:
    assert make_batch(0, 10, [stage(10, 90), stage(20, 40), stage(60, 100), stage(105, 110)]).pauses_ms == 5


def test_process_is_of_a_record_and_shuffle_of_a_task() -> None:
    batch = make_batch(0, 100, [stage(0, 1, tasks=2, cpu_ms=30, shuffle_ms=8), stage(1, 2, tasks=4, cpu_ms=20, shuffle_ms=4)])
    assert (batch.process_ms, batch.shuffle_ms) == (0.5, 5.0)
