"""Process trees are counted whole, once, and not forgotten; with real processes that burn a known amount of CPU time."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import SimpleNamespace

import psutil  # type: ignore[import-untyped]
import pytest

from streamgauge.measure.resources import ResourceSampler, RoleSample, _busy_s

BURNT_S = 0.4
SEEN_S = 0.35  # the system counts CPU time in ticks
NEVER_S = 3600.0

BURN = f"""
import sys, time
def burn():
    while time.process_time() < {BURNT_S}:
        pass
"""
ALONE = BURN + "burn(); print('burnt', flush=True); sys.stdin.read()"
# A parent that waits for an own child, which burns and then ends when told to.
WITH_CHILD = (
    BURN
    + f"""
import subprocess
child = subprocess.Popen([sys.executable, "-c", {ALONE!r}], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
child.stdout.readline()
print('burnt', flush=True)
sys.stdin.readline()
child.communicate()
print('ended', flush=True)
sys.stdin.read()
"""
)


@contextmanager
def python(code: str) -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            assert process.stdin is not None
            process.stdin.close()


def hear(process: "subprocess.Popen[bytes]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().decode().strip()


def tell(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin is not None
    process.stdin.write(b"\n")
    process.stdin.flush()


def last(sampler: ResourceSampler, role: str) -> RoleSample:
    sampler.sample()
    return sampler.samples[-1].roles[role]


def cpu_s(sample: RoleSample) -> float:
    return sample.user_s + sample.system_s


def test_a_process_below_another_of_its_role_counts_once() -> None:
    """An engine may name a process and one that it has started; what both had used before they were watched is not theirs."""
    with ResourceSampler(NEVER_S) as sampler, python(WITH_CHILD) as process:
        assert hear(process) == "burnt"
        (child,) = psutil.Process(process.pid).children()
        for pid in (process.pid, child.pid):
            sampler.watch("engine", pid)
        both = last(sampler, "engine")
    assert both.processes == 2
    assert 0 <= cpu_s(both) < BURNT_S


def test_a_child_counts_for_its_parents_role_even_when_it_has_ended() -> None:
    with ResourceSampler(NEVER_S) as sampler, python(WITH_CHILD) as process:
        sampler.watch("engine", process.pid)
        assert hear(process) == "burnt"
        both = last(sampler, "engine")
        tell(process)
        assert hear(process) == "ended"
        alone = last(sampler, "engine")
    assert (both.processes, alone.processes) == (2, 1)
    assert SEEN_S <= cpu_s(both) <= cpu_s(alone)
    assert both.rss_bytes > alone.rss_bytes > 0


def test_a_tree_that_has_ended_stays_counted() -> None:
    with ResourceSampler(NEVER_S) as sampler:
        with python(ALONE) as process:
            sampler.watch("engine", process.pid)
            assert hear(process) == "burnt"
            before = last(sampler, "engine")
        after = last(sampler, "engine")
    assert (after.processes, after.rss_bytes) == (0, 0)
    assert cpu_s(after) == cpu_s(before) >= SEEN_S


def test_a_process_belongs_to_the_nearest_root() -> None:
    with ResourceSampler(NEVER_S) as sampler, python(ALONE) as process:
        sampler.watch("self", os.getpid())
        sampler.watch("engine", process.pid)
        assert hear(process) == "burnt"
        engine, ours = last(sampler, "engine"), sampler.samples[-1].roles["self"]
    assert engine.processes == 1
    assert cpu_s(engine) >= SEEN_S
    assert cpu_s(ours) < cpu_s(engine)


def test_a_process_that_gets_a_role_of_its_own_is_not_counted_twice() -> None:
    """First it is one of our children, seen as such; then it becomes the engine."""
    with ResourceSampler(NEVER_S) as sampler, python(ALONE) as process:
        sampler.watch("self", os.getpid())
        assert hear(process) == "burnt"
        sampler.sample()
        sampler.watch("engine", process.pid)
        engine, ours = last(sampler, "engine"), sampler.samples[-1].roles["self"]
    assert cpu_s(engine) < SEEN_S
    assert cpu_s(ours) >= SEEN_S


def test_an_orphan_is_still_followed() -> None:
    """Its parent ends and leaves it behind; it burns where no tree holds it any more."""
    child = BURN + "import os; os.read(0, 1); burn(); print('burnt', flush=True); sys.stdin.read()"
    parent = f"import os, subprocess, sys; subprocess.Popen([sys.executable, '-c', {child!r}])"
    parent += "; print('started', flush=True); os.read(0, 1)"
    with ResourceSampler(NEVER_S) as sampler, python(parent) as process:
        sampler.watch("engine", process.pid)
        assert hear(process) == "started"
        sampler.sample()
        tell(process)  # each of the two reads one byte
        tell(process)
        process.wait()
        assert hear(process) == "burnt"
        orphan = last(sampler, "engine")
    assert orphan.processes == 1
    assert cpu_s(orphan) >= SEEN_S


def test_what_was_used_before_is_not_counted() -> None:
    with python(ALONE) as process, ResourceSampler(NEVER_S) as sampler:
        assert hear(process) == "burnt"
        sampler.watch("engine", process.pid)
        assert cpu_s(last(sampler, "engine")) < SEEN_S


def test_what_others_use_is_seen() -> None:
    """Machines count their own time by ticks and may miss much of it: the other process burns until enough was seen."""
    with ResourceSampler(NEVER_S) as sampler, python("print('burning', flush=True)\nwhile True: pass") as other:
        assert hear(other) == "burning"
        deadline = time.monotonic() + 30
        sampler.sample()
        while sampler.samples[-1].others_s < SEEN_S and time.monotonic() < deadline:
            time.sleep(0.1)
            sampler.sample()
        other.kill()
    assert sampler.samples[-1].others_s >= SEEN_S


def test_our_own_use_is_taken_off_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    busy_s = iter([100.0, 100.0, 107.0, 107.0])
    monkeypatch.setattr("streamgauge.measure.resources._busy_s", lambda: next(busy_s))
    with ResourceSampler(NEVER_S) as sampler, python(ALONE) as process:
        sampler.watch("engine", process.pid)
        assert hear(process) == "burnt"
        used = last(sampler, "engine")
    assert sampler.samples[0].others_s == 0
    assert sampler.samples[1].others_s == pytest.approx(7 - used.user_s)


def test_stolen_time_is_that_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not every kind of machine counts it."""
    monkeypatch.setattr(psutil, "cpu_times", lambda: SimpleNamespace(user=5.0, nice=1.0, steal=2.0))
    assert _busy_s() == 8.0
    monkeypatch.setattr(psutil, "cpu_times", lambda: SimpleNamespace(user=5.0))
    assert _busy_s() == 5.0


def failing() -> Mapping[str, float]:
    raise ConnectionError


@pytest.mark.parametrize(("figures", "told"), [(lambda: {"gc_s": 1.5}, {"engine.gc_s": 1.5}), (failing, {})])
def test_figures_that_only_an_engine_can_tell(figures: Callable[[], Mapping[str, float]], told: dict[str, float]) -> None:
    with ResourceSampler(NEVER_S) as sampler:
        sampler.ask("engine", figures)
        sampler.sample()
    assert sampler.samples[1].figures == told


def test_a_process_that_has_ended_already_counts_nothing() -> None:
    with python("") as process:
        pass
    with ResourceSampler(NEVER_S) as sampler:
        sampler.watch("engine", process.pid)
        assert last(sampler, "engine") == RoleSample(0, 0, 0, 0)


def test_it_samples_by_itself_until_the_end() -> None:
    with ResourceSampler(period_s=0.01) as sampler:
        sampler.watch("self", os.getpid())
        deadline = time.monotonic() + 60
        while len(sampler.samples) < 5 and time.monotonic() < deadline:
            time.sleep(0.01)
    samples = sampler.samples
    assert len(samples) >= 5
    assert [each.elapsed_s for each in samples] == sorted(each.elapsed_s for each in samples)
    time.sleep(0.05)
    assert sampler.samples == samples
