"""Edits between two sequences: what word and character error rates count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence


def count_edits(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> int:
    """The fewest substitutions, deletions and insertions that turn `reference` into `hypothesis`.

    Elements are words or characters after the normaliser. Takes O(len(reference) * len(hypothesis) / 30)
    steps: a whole column of Levenshtein's table is two integers with one bit a row.

    Source: Hyyrö 2003, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic
    Journal of Computing 10(1).
    """
    if not reference:
        return len(hypothesis)
    positions: defaultdict[Hashable, int] = defaultdict(int)
    for place, element in enumerate(reference):
        positions[element] |= 1 << place
    all_rows = (1 << len(reference)) - 1
    last_row = 1 << (len(reference) - 1)
    rises, falls, distance = all_rows, 0, len(reference)
    for element in hypothesis:
        match = positions.get(element, 0)
        diagonal = (((match & rises) + rises) ^ rises) | match | falls
        right_rises = falls | ~(diagonal | rises)
        right_falls = rises & diagonal
        distance += bool(right_rises & last_row) - bool(right_falls & last_row)
        right_rises = (right_rises << 1) | 1
        rises = ((right_falls << 1) | ~(diagonal | right_rises)) & all_rows
        falls = right_rises & diagonal & all_rows
    return distance
