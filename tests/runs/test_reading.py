"""A run folder, read back: found by what people call it, and what is damaged is said."""

from pathlib import Path

import pytest

from streamgauge.errors import RequestError
from streamgauge.runs.reading import find_run, read_run
from tests.report.made_runs import add_samples, latency_trial, make_run


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("manifest.json", None, "no manifest.json"),
        ("manifest.json", "{", "cannot be read"),
        ("manifest.json", "[]", "no JSON object"),
        ("manifest.json", '{"schema_version": 99}', "schema version 99"),
        ("manifest.json", '{"schema_version": "new"}', "no schema_version that can be read"),
        ("result.json", None, "no result"),
        ("result.json", '{"experiment": ', "cannot be read"),
        ("result.json", '{"experiment": "latency"}', "no workload that can be read"),
        ("result.json", '{"experiment": "x", "workload": "w", "engines": [], "comparisons": [], "measured": []}', "no engine"),
    ],
)
def test_what_is_damaged_is_said(tmp_path: Path, file: str, text: str | None, said: str) -> None:
    folder = make_run(tmp_path, [latency_trial("dual")])
    (folder / file).unlink()
    if text is not None:
        (folder / file).write_text(text)
    with pytest.raises(RequestError, match=said):
        read_run(folder)


@pytest.mark.parametrize(
    ("text", "said"), [(None, "plan.toml is missing"), ("rate = ", "plan.toml cannot be read: "), ("", "plan.toml is empty")]
)
def test_a_plan_that_cannot_be_read_refuses_no_run_but_is_told(tmp_path: Path, text: str | None, said: str) -> None:
    folder = make_run(tmp_path, [latency_trial("dual")])
    assert read_run(folder).has_plan
    assert read_run(folder).damaged == ()
    (folder / "plan.toml").unlink()
    if text is not None:
        (folder / "plan.toml").write_text(text)
    run = read_run(folder)
    assert run.plan == {}
    assert not run.has_plan
    assert [each.startswith(said) for each in run.damaged] == [True]


def test_runs_are_found_by_path_by_name_and_by_age(tmp_path: Path) -> None:
    made = [make_run(tmp_path, [latency_trial("dual")], name=name) for name in ("a", "b")]
    assert find_run(str(made[0]), Path("nowhere")) == made[0]
    assert [find_run(text, tmp_path) for text in ("a", "last", "last~1")] == [made[0], made[1], made[0]]
    for text in ("c", "last~2", str(tmp_path)):
        with pytest.raises(RequestError):
            find_run(text, tmp_path)


def test_samples_are_columns_or_nothing(tmp_path: Path) -> None:
    folder = make_run(tmp_path, [latency_trial("dual")])
    add_samples(folder, "dual-1")
    run = read_run(folder)
    columns = run.samples("dual-1-latency")
    assert columns is not None
    assert list(columns) == ["intended_ms", "append_ms"]
    assert run.samples("dual-2-latency") is None
    (folder / "samples" / "dual-1-latency.parquet").write_bytes(b"PAR1 half")
    assert run.samples("dual-1-latency") is None


def test_the_end_of_a_file_says_whether_it_is_whole(tmp_path: Path) -> None:
    folder = make_run(tmp_path, [latency_trial("dual")])
    add_samples(folder, "dual-1")
    run, file = read_run(folder), folder / "samples" / "dual-1-latency.parquet"
    assert run.has_samples("dual-1-latency")
    file.write_bytes(file.read_bytes()[:-1])
    assert not run.has_samples("dual-1-latency")
    assert not run.has_samples("dual-2-latency")


def test_the_last_run_is_that_which_was_started_last(tmp_path: Path) -> None:
    for name, day in (("baseline", 1), ("20260102-000000-latency", 2)):
        make_run(tmp_path, [latency_trial("dual")], name=name, started=f"2026-01-0{day}T00:00:00+00:00")
    assert [find_run(text, tmp_path).name for text in ("last", "last~1")] == ["20260102-000000-latency", "baseline"]
