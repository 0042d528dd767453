"""run-sk-pipeline in tests: the command as people run it, what it leaves, and sources that come to each end."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sklint.cli.main import main

CLEAN = """#include "kernel_operator.h"
__global__ __vector__ void clip(GM_ADDR x, uint8_t limit)
{
    Use(x, limit);
}
"""
"""A kernel that is adapted as it is."""

TWO_TENSORS = """#include "kernel_operator.h"
__global__ __vector__ void add(GM_ADDR x, GM_ADDR y)
{
    Use(x, y);
}
"""
"""A kernel that only an IO contract tells the output of."""

REPAIRABLE = """#include "kernel_operator.h"

struct ClipArgs {
    GM_ADDR x;
    uint8_t limit;
};

__global__ __vector__ void clip(GM_ADDR x, uint8_t limit)
{
    Use(x, limit);
}

template <uint32_t splitidx>
__sk__ __vector__ void clip_sk(const ClipArgs *args, sk::SkSystemArgs *sysArgs)
{
    GM_ADDR x = args->x;
    uint8_t limit = args->limit;
    Use(x, limit);
    Log(sysArgs->skBlockNum);
}
SK_BIND(clip, 4, clip_sk<0>);
"""
"""A binding with two blockers, both of which a machine repairs."""

FIVE_SPLITS = """#include "kernel_operator.h"

struct ClipArgs {
    GM_ADDR x;
};

__global__ __vector__ void clip(GM_ADDR x)
{
    Use(x);
}

template <uint32_t splitidx>
__sk__ __vector__ void clip_sk(const ClipArgs *args)
{
    GM_ADDR x = args->x;
    Use(x);
}
SK_BIND(clip, 4, clip_sk<0>, clip_sk<1>, clip_sk<2>, clip_sk<3>, clip_sk<4>);
"""
"""A binding with a blocker that a person has to decide on."""

MIXED = """#include "kernel_operator.h"
__global__ __mix__(1, 2) void mm(GM_ADDR x)
{
    Use(x);
}
"""
"""A kernel that some chips run on one kind of core alone."""

CHECKS = ("--stages", "01,02,03,04")


@dataclass(frozen=True)
class Ended:
    """A run that came to its end."""

    code: int
    folder: Path

    @property
    def map(self) -> Any:
        return self.json("artifact-map.json")

    @property
    def status(self) -> str:
        return self.map["run"]["status"]

    def json(self, path: str) -> Any:
        return json.loads((self.folder / path).read_text("utf-8"))

    def work(self, slug: str) -> Path:
        return self.folder / "work" / "stage-work" / slug

    def state(self, slug: str) -> Any:
        return self.json(f"work/stage-work/{slug}/pipeline-state.json")

    def stages(self, slug: str) -> dict[str, str]:
        """What became of each stage."""
        return {it["stage"]: it["status"] for it in self.state(slug)["stages"]}

    def to_decide(self) -> list[str]:
        """The rules that a person has to see to, with the operators."""
        rows = [(op["name"], line) for it in self.map["assets"] for op in it["ops"] for line in op["to_decide"]]
        return [f"{name}: {line.rpartition('(')[2].removesuffix(')')}" for name, line in rows]

    def files(self, below: str = "") -> list[str]:
        there = self.folder / below
        return sorted(it.relative_to(there).as_posix() for it in there.rglob("*") if it.is_file())


def pipeline(folder: Path, *options: str | Path) -> Ended:
    return Ended(main(["run-sk-pipeline", *map(str, options), "--output-dir", str(folder)]), folder)


def tree(folder: Path) -> dict[str, bytes]:
    return {it.relative_to(folder).as_posix(): it.read_bytes() for it in folder.rglob("*") if it.is_file()}
