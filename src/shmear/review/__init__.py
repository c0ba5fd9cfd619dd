"""The review of matches on record: what each decision cost, and what was luck (docs/review.md).

``review_match(record)`` gives a `MatchReview`, which is plain data; `page` makes a file for the browser of it.
"""

from shmear.review.errors import ReviewError
from shmear.review.match import BUDGET, review_match
from shmear.review.model import MatchReview

__all__ = ["BUDGET", "MatchReview", "ReviewError", "review_match"]
