"""WordCount, Grep and YSB as one thread does them that knows its records: numpy on their bytes, nothing parsed that need not be.

A program takes in the messages of a batch and gives the rows that they change, each once: (output partition, row).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from streamgauge.streams.ysb import Ysb

Changed: TypeAlias = Iterable[tuple[int, dict[str, Any]]]
Program: TypeAlias = Callable[[list[Any]], Changed]

PARTITIONS = 2
WINDOW_MS = 10_000
NEEDLE = b"needle"


def wordcount() -> Program:
    """Every word is a number of five digits, with one blank behind it: words are columns of a table of bytes."""
    counts = np.zeros(100_000, np.int64)

    def take(messages: list[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
        text = b" ".join([message.value() for message in messages]) + b" "
        new = np.bincount(_numbers(np.frombuffer(text, np.uint8).reshape(-1, 6)[:, :5]), minlength=len(counts))
        counts[:] += new
        newest, words = _newest(messages), np.flatnonzero(new)
        for word, count in zip(words.tolist(), counts[words].tolist(), strict=True):
            yield word % PARTITIONS, {"word": f"{word:05}", "count": count, "_t": newest}

    return take


def grep() -> Program:
    """To look for a text in bytes is one instruction of the machine after the other already."""

    def take(messages: list[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
        for message in messages:
            if NEEDLE in (value := message.value()):
                origin = [message.partition(), message.offset()]
                yield origin[0], {"sentence": value.decode(), "_t": message.timestamp()[1], "_o": origin}

    return take


def ysb() -> Program:
    """An event has its advertisement at a fixed place from its beginning, its kind and its time at one from its end.

    An advertisement is told by the first eight letters of its name; all in the table differ in them.
    """
    example, ad_key, time_key = Ysb().records(0, 1)[0], b'"ad_id": "', b'"event_time": "'
    ad_at = example.index(ad_key) + len(ad_key)
    time_at = len(example) - example.index(time_key) - len(time_key)  # before the end
    kind_at = time_at + len(time_key) + len('w", ')  # the last letter of the kind: only a view ends with w
    ads, campaigns = zip(*sorted((ad.encode()[:8], campaign) for ad, campaign in Ysb().campaign_table()), strict=True)
    known, names = np.array(ads), sorted(set(campaigns))
    campaign_of = np.array([names.index(each) for each in campaigns])
    counts: dict[int, int] = {}

    def take(messages: list[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
        values = [message.value() for message in messages]
        data, lengths = np.frombuffer(b"".join(values), np.uint8), np.array([len(value) for value in values])
        ends = np.cumsum(lengths)
        views = np.flatnonzero(data[ends - kind_at] == ord("w"))
        ad = _cut(data, (ends - lengths)[views] + ad_at, 8).view("S8").ravel()
        windows = _numbers(_cut(data, ends[views] - time_at, 13)) // WINDOW_MS
        keys, new = np.unique(windows * len(names) + campaign_of[np.searchsorted(known, ad)], return_counts=True)
        newest = _newest(messages)
        for key, count in zip(keys.tolist(), new.tolist(), strict=True):
            counts[key] = counts.get(key, 0) + count
            window, campaign = divmod(key, len(names))
            bounds = {"window_start": window * WINDOW_MS, "window_end": (window + 1) * WINDOW_MS}
            yield key % PARTITIONS, {"campaign": names[campaign], **bounds, "count": counts[key], "_t": newest}

    return take


def _newest(messages: list[Any]) -> int:
    return max(message.timestamp()[1] for message in messages)


def _cut(data: NDArray[np.uint8], starts: NDArray[np.int64], length: int) -> NDArray[np.uint8]:
    """So many bytes from each of these places, as the rows of a table."""
    return data[starts[:, None] + np.arange(length)]


def _numbers(digits: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The numbers that rows of digits say."""
    total = np.zeros(len(digits), np.int64)
    for place in range(digits.shape[1]):
        total *= 10
        total += digits[:, place]
    return total - ord("0") * int("1" * digits.shape[1])


PROGRAMS: dict[str, Callable[[], Program]] = {"wordcount": wordcount, "grep": grep, "ysb": ysb}
