"""Ports are free and different; the machine's facts are plausible."""

import os
import socket
from pathlib import Path

from streamgauge.host.facts import disk_free_bytes, machine_facts, usable_cores
from streamgauge.host.ports import LOOPBACK, free_ports, is_listening


def test_free_ports_differ_and_can_be_bound() -> None:
    ports = free_ports(5)
    assert len(set(ports)) == 5
    with socket.create_server((LOOPBACK, ports[0])):
        assert is_listening(ports[0])
    assert not is_listening(ports[0])


def test_facts(tmp_path: Path) -> None:
    facts = machine_facts(tmp_path / "not" / "yet")
    assert 0 < facts.cores <= facts.cores_of_host == os.cpu_count()
    assert 0 < facts.memory_available_bytes <= facts.memory_bytes
    assert facts.disk_free_bytes > 0
    assert facts.cpu_model
    assert facts.python_version.startswith("3.")


def test_disk_of_a_folder_that_does_not_exist_yet(tmp_path: Path) -> None:
    assert disk_free_bytes(tmp_path / "a" / "b") > 0


def test_affinity_limits_cores() -> None:
    assert usable_cores() <= len(os.sched_getaffinity(0))
