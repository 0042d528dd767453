"""What a run costs next to a bare parse: `python tests/bench/bench.py FOLDER [--jobs N]`.

All figures are of one run on one machine: seconds of wall clock, the median of the start-ups, and the peak memory of
the largest process. "Bare" is libclang parsing the same units with the same flags, in as many processes, and nothing
else.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path

from sklint_compat import tables

from sklint.configuration import configurations
from sklint.discover import discover
from sklint.jobs import default_jobs
from sklint.parse.translation import new_index, parse, precompile
from sklint.readable import has_signal
from sklint.resolve import resolver
from sklint.target import Target

Unit = tuple[str, tuple[str, ...]]


def units_of(folder: Path) -> list[Unit]:
    """Each source with a signal, once per configuration its own text asks for."""
    files = discover([str(folder)], resolver()).files
    data = {path: Path(path).read_bytes() for path in files}
    return [(it, macros) for it in files if has_signal(data[it]) for macros in configurations([data[it]], Target())]


def parse_bare(units: Sequence[Unit]) -> None:
    index = new_index()
    for path, macros in units:
        parse(index, path, {}, macros, (), (), None)


def parse_precompiled(units: Sequence[Unit], folder: str) -> None:
    index = new_index()
    for path, macros in units:
        parse(index, path, {}, macros, (), (), precompile(index, Path(folder), macros))


def in_processes(work: Callable[..., None], units: Sequence[Unit], jobs: int, *arguments: str) -> float:
    started = time.perf_counter()
    workers = [get_context("fork").Process(target=work, args=(units[n::jobs], *arguments)) for n in range(jobs)]
    for it in workers:
        it.start()
    for it in workers:
        it.join()
    return time.perf_counter() - started


def run(command: Sequence[str], cache: str) -> float:
    started = time.perf_counter()
    subprocess.run(command, env={**os.environ, "XDG_CACHE_HOME": cache}, stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - started


def startup(command: Sequence[str], cache: str, times: int = 15) -> float:
    run(command, cache)
    return statistics.median(run(command, cache) for _ in range(times))


def facts(times: int = 15) -> float:
    """The tables of the compat pack, read as at their first use."""

    def once() -> float:
        for table in (tables.interfaces, tables.old_names, tables.calls):
            table.cache_clear()
        started = time.perf_counter()
        for table in (tables.interfaces, tables.old_names, tables.calls):
            table()
        return time.perf_counter() - started

    return statistics.median(once() for _ in range(times))


def row(name: str, seconds: float, base: float, unit: str = "s") -> None:
    shown = f"{seconds:8.2f} s" if unit == "s" else f"{seconds * 1000:8.1f} ms"
    print(f"  {name:<44}{shown}  {seconds / base:6.2f}x")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=default_jobs())
    given = parser.parse_args()
    units = units_of(given.folder)
    sklint = [str(Path(sys.executable).with_name("sklint"))]  # as people type it
    with tempfile.TemporaryDirectory() as cache:
        check = [*sklint, "check", "--jobs", str(given.jobs), "--exit-zero", str(given.folder)]
        print(f"{len(units)} units in {len({path for path, _ in units})} files, {given.jobs} processes")
        bare = in_processes(parse_bare, units, given.jobs)
        row("bare libclang parse", bare, bare)
        row("bare, model headers precompiled", in_processes(parse_precompiled, units, given.jobs, cache), bare)
        cold = run(check, cache)
        row("sklint check, cold", cold, bare)
        row("sklint check, again", run(check, cache), bare)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"  {'peak memory of the largest process':<44}{peak:8.0f} MB")
        small = min(units, key=lambda it: Path(it[0]).stat().st_size)[0]
        print(f"  {'facts of the compat pack, at first use':<44}{facts() * 1000:8.1f} ms")
        print("start-up, median")
        python = startup([sys.executable, "-c", "pass"], cache)
        row("python -c pass", python, python, "ms")
        row("sklint --version", startup([*sklint, "--version"], cache), python, "ms")
        clang = startup([sys.executable, "-c", "import clang.cindex"], cache)
        row("python -c 'import clang.cindex'", clang, clang, "ms")
        loaded = startup([sys.executable, "-c", "import clang.cindex; clang.cindex.conf.lib"], cache)
        row("the same, and its library loaded", loaded, clang, "ms")
        one = [*sklint, "check", "--exit-zero", small]
        row("sklint check, one small file, kept", startup(one, cache), clang, "ms")
        row("sklint check, one small file, not kept", startup([*one, "--no-cache"], cache), clang, "ms")


if __name__ == "__main__":
    main()
