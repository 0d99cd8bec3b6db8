from streamgauge.report.tracks import _marks


def said(event: str, second: int, **more: object) -> dict[str, object]:
    return {"event": event, "at_ms": 1_000 * second, **more}


def test_switches_are_marked_with_their_parts_and_what_follows_from_them_is_not() -> None:
    trial = {
        "switches": [
            said("rehearsal", 10, part=1),
            said("switch", 20, range=[2, 3, 4], to="operation stream"),
            said("first output", 21, part=2),
            said("first batch", 22, part=2),
            said("switch", 40, range=[1], to="data stream"),
            said("controller", 90, cores=0.02),
            {"event": "told without a time"},
        ]
    }
    found = [(mark.second, mark.text) for mark in _marks(trial, start_ms=5_000)]
    assert found == [(5, "rehearsal"), (15, "part 2-4 to micro-batch"), (35, "part 1 to real time")]
