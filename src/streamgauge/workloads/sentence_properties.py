"""The properties of the sentence stream, shared by the workloads that read it."""

from streamgauge.streams.sentences import MOST_DIGITS, Sentences
from streamgauge.workloads.properties import Choice, Integers, Numbers, Property, Values

SENTENCE_PROPERTIES = (
    Property("words_mean", 10, Numbers(1, 1000), "mean number of words in a sentence (normal distribution, rounded up)"),
    Property("words_deviation", 1, Numbers(0, 1000), "its standard deviation"),
    Property("vocabulary", 10_000, Integers(1, 1_000_000), "number of different words: the number of keys"),
    Property("distribution", "uniform", Choice(("uniform", "zipf")), "how often each word comes; zipf makes a few keys hot"),
    Property("exponent", 1, Numbers(0, 4, low_included=False), "of the zipf distribution: the larger, the hotter the hot keys"),
    Property(
        "word_digits",
        5,
        Integers(1, MOST_DIGITS),
        "digits of a word, zero-padded: larger records, as many keys; at least those of the vocabulary",
    ),
)


def sentences(values: Values, seed: int, *, needle: str = "", selectivity: float = 1) -> Sentences:
    """The sentence stream with these properties."""
    return Sentences(
        seed=seed,
        words_mean=values["words_mean"],
        words_deviation=values["words_deviation"],
        vocabulary=values["vocabulary"],
        distribution=values["distribution"],
        exponent=values["exponent"],
        word_digits=values["word_digits"],
        needle=needle,
        selectivity=selectivity,
    )
