"""The result of a run on the screen: tables, what must be said of them, objectives, where everything is."""

import textwrap
from typing import Any

from streamgauge.cli.screen import NOTE_WIDTH, print_table
from streamgauge.report.broken import broken_text
from streamgauge.report.remarks import remarks
from streamgauge.report.tables import result_tables


def print_result(result: dict[str, Any]) -> None:
    for table in result_tables(result):
        print_table(table.title, table.headings, table.rows)
        if table.note:
            print(textwrap.fill(f"{table.note}.", NOTE_WIDTH))
    for remark in remarks(result):
        print(textwrap.fill(remark, NOTE_WIDTH, subsequent_indent="  "))
    broken = result["engines"][0]["broken"]  # of the input, which is the same for all
    if broken["count"]:
        print(broken_text(broken))
    print(f"run folder: {result['folder']}")
