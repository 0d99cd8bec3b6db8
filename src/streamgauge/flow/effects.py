"""Effects: what a flow has done outside of its output: the messages that it published, the blobs that it uploaded.

They are part of its answer. An effect happens at least once: those that happened more often are counted, and are no error.
"""

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

Effect: TypeAlias = tuple[str, str, str]  # the service, the topic or the name of the blob, the MD5 of the content


def effect(service: str, place: str, content: bytes) -> Effect:
    return service, place, hashlib.md5(content, usedforsecurity=False).hexdigest()


class Effects:
    """How often each effect has to happen; those that a later update took the place of may, and need not."""

    def __init__(self) -> None:
        self.due: Counter[Effect] = Counter()
        self.replaced: Counter[Effect] = Counter()

    def add(self, new: Effect, instead_of: Effect | None = None) -> None:
        """An effect; that of the same row before its update is due no more."""
        self.due[new] += 1
        if instead_of is not None:
            self.due[instead_of] -= 1
            self.replaced[instead_of] += 1

    def __iadd__(self, other: "Effects") -> "Effects":
        self.due += other.due
        self.replaced += other.replaced
        return self

    def __bool__(self) -> bool:
        return bool(self.due or self.replaced)


@dataclass(frozen=True, slots=True)
class EffectComparison:
    """How what was done differs from what was due."""

    lost: int
    unexpected: int
    repeated: int
    examples: tuple[str, ...] = ()


def compare_effects(expected: Effects, observed: Counter[Effect]) -> EffectComparison:
    """What was seen at the services against what had to happen.

    >>> due = Effects()
    >>> due.add(effect("mqtt-publish", "a", b"1")); due.add(effect("mqtt-publish", "a", b"2"))
    >>> found = compare_effects(due, Counter([effect("mqtt-publish", "a", b"1")] * 3))
    >>> found.lost, found.unexpected, found.repeated
    (1, 0, 2)
    """
    known = expected.due + expected.replaced
    lost = expected.due - observed
    strange = Counter({each: count for each, count in observed.items() if each not in known})
    repeated = observed - known - strange
    words = [f"lost: {service} to {place}, content {digest}" for service, place, digest in lost]
    words += [f"unexpected: {service} to {place}, content {digest}" for service, place, digest in strange]
    return EffectComparison(lost.total(), strange.total(), repeated.total(), tuple(words))
