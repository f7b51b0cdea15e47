"""Asks a plan's questions in a process of its own, which a test may kill.

Usage: python -m tests.harness.asking_program BASE_URL JOURNAL N_QUESTIONS
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.harness.asking import ask, plan, settings

from benchtoward.core.errors import BenchTowardError
from benchtoward.harness.journal import FileJournal

CONCURRENCY = 8


def main(base_url: str, journal: str, n: int) -> int:
    try:
        with FileJournal(Path(journal)) as store:
            sys.stdout.write("asking\n")
            sys.stdout.flush()
            ask(plan(n), base_url, store, settings(concurrency=CONCURRENCY)).check_complete()
    except BenchTowardError as error:
        sys.stderr.write(str(error))
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
