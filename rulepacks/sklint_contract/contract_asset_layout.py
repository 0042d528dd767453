"""The layout of an asset is valid, and the files and kernels it names are there.

`operator-asset-layout.json` tells the later stages of a delivery which units an operator has: which kernel, in which
source, with which tiling headers. A stage that follows a wrong name adapts another kernel, or stops hours later without
saying why. Files count from `asset_root`, stay inside of it (no `..`, no link that leads out), and are there; a
relative `asset_root` counts from the contract, or else from the working directory. A kernel is defined where the parsed
source defines it, or a header of the project that it includes.

Beside the contracts on this page lie a kernel and the header it includes:

```cpp file add.asc
#include "kernel_operator.h"
#include "tiling.h"
// __global__ __vector__ void sub(GM_ADDR x);
__global__ __vector__ void add_custom(GM_ADDR x, GM_ADDR y, Tiling tiling) { Add(y, x, tiling.length); }
```

```cpp file tiling.h
struct Tiling { uint32_t length; };
```

```json bad
{
  "schema_version": 1,
  "status": "ready",
  "asset_root": ".",
  "operator_units": [
    {
      "unit_id": "add",
      "entry_name": "add_costum", // <- the kernel is called add_custom
      "kernel_source": "add.asc",
      "tiling_headers": [
        "tiling.h",
        "tilling.h", // <- no such file
        "../tiling.h" // <- leads out of the asset
      ]
    },
    {
      "unit_id": "add", // <- a unit has this id already
      "entry_name": "sub", // <- only a comment speaks of it
      "kernel_source": "add.asc"
    }
  ]
}
```

```json fixed
{
  "schema_version": 1,
  "status": "ready",
  "asset_root": ".",
  "operator_units": [
    {
      "unit_id": "add",
      "entry_name": "add_custom",
      "kernel_source": "add.asc",
      "tiling_headers": [
        "tiling.h",
        "tilling.h",
        "../tiling.h"
      ]
    },
    {
      "unit_id": "add",
      "entry_name": "sub",
      "kernel_source": "add.asc"
    }
  ]
}
```

```json bad
{
  "schema_version": 2, // <- 1 is known
  "status": "finished", // <- ready, needs-human or not-configured
  "asset_root": "nowhere", // <- no such folder
  "operator_units": []
}
```

```json bad
{
  "schema_version": 1,
  "status": "ready",
  "status": "needs-human", // <- given twice
  "asset_root": ".",
  "operator_units": []
}
```

Other keys are for whoever wrote them:

```json good
{
  "schema_version": 1,
  "status": "needs-human",
  "asset_root": ".",
  "layout_source": "script-inventory",
  "operator_units": [
    {
      "unit_id": "add-custom",
      "entry_name": "add_custom",
      "asset_kind": "direct_kernel_invocation",
      "kernel_source": "add.asc",
      "host_source": null,
      "json_spec": "",
      "tiling_headers": ["tiling.h"],
      "support_files": []
    }
  ],
  "skipped_items": []
}
```
"""

from collections.abc import Iterator

from sklint.api import ContractContext, Finding, Severity, contract_rule, delivery_problems
from sklint_contract.told import DELIVERY_TOOLS, told


@contract_rule(
    "contract.asset-layout",
    about="layout",
    severity=Severity.BLOCKER,
    since="0.2.0",
    sources=DELIVERY_TOOLS,
)
def check(ctx: ContractContext) -> Iterator[Finding]:
    return told(check, delivery_problems(ctx.contract))
