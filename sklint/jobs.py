"""How many workers a run has, if nobody says."""

import os
import sys


def default_jobs() -> int:
    """As many workers as this process may use processors."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
