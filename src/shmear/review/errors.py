"""What cannot be reviewed, and the words for it."""

from __future__ import annotations


class ReviewError(Exception):
    """What cannot be reviewed or written, in a sentence for whoever asked."""
