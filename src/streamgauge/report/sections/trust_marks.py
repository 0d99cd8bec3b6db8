"""The marks that an answer to a question of trust may have, each with a sign and a word."""

GOOD, DOUBT, BAD, UNKNOWN = "✓ good", "! doubtful", "✗ bad", "? not known"

Seen = tuple[str, str]  # the mark, and what was seen
