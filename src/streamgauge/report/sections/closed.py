"""The closed loop: the time of an epoch as a cumulative distribution, as seed work 003 shows it; and over what was swept."""

from streamgauge.report.charts.cdf import cdf_chart
from streamgauge.report.charts.scale import Ideal
from streamgauge.report.charts.style import draw
from streamgauge.report.distributions import of_shares
from streamgauge.report.sections.points import name_of
from streamgauge.report.sections.scaling import scale_figure
from streamgauge.report.view import Figure, Section
from streamgauge.runs.reading import Run


def closed_section(run: Run, prefix: str) -> Section:
    entries = [each for each in run.result["engines"] if each.get("cdf_ms")]
    if not entries:
        return Section("closed", "Time of an epoch")
    found = [of_shares(name_of(each), name_of(each), each["cdf_ms"]) for each in entries]
    told = "; ".join(f"{name_of(each)}: half of the epochs within {each['epoch_ms']['p50']:,.0f} ms" for each in entries)
    caption = f"{told}. Closed loop: not to be ranked with latencies under a load that does not wait."
    shares = Figure(draw(cdf_chart(found, "time of an epoch, ms"), f"{prefix}closed"), caption)
    words = "median time of an epoch, ms"
    scaled = scale_figure(entries, "epoch_ms.p50", words, f"{prefix}epochs", Ideal.FALLS)
    return Section("closed", "Time of an epoch", figures=[shares, *([scaled] if scaled else [])])
