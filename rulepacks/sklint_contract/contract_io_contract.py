"""The IO contract is valid, and says of each kernel what the kernel's source says.

`operator-io-contract.json` tells what a kernel reads and writes, and how it is launched from Python: the source alone
does not. A name that the kernel has not, a pointer called a number or a tensor in no list ends as a wrapper that does
not compile, or as one that passes the wrong memory.

A tensor that a kernel reads and changes is an input and an output; one that it takes as pointer to const is no output,
and a workspace is neither.

The kernels are those of the sources that `operator-asset-layout.json` beside the contract names; without one, of the
sources below the contract's folder (three folders deep, tests left out). An entry is for the kernel that its
`bind_target` or `source_entry_name` names, else for the one of its own name. Nothing is said of types that are not
known, and of entries whose kernel may be in a source that is not wholly understood.

Beside the contracts on this page lie a few kernels:

```cpp file kernels.asc
#include "kernel_operator.h"
struct Tiling { uint32_t length; };
using Count = uint16_t;
__global__ __vector__ void add_custom(GM_ADDR x, GM_ADDR y, GM_ADDR z, Tiling tiling) { Add(z, x, y, tiling.length); }
__global__ __vector__ void scale(__gm__ const float *x, GM_ADDR y, Count count) { Scale(y, x, count); }
__global__ __vector__ void gather(GM_ADDR list, GM_ADDR out) { Gather(out, list); }
template <typename T>
__global__ __vector__ void cast(GM_ADDR x, GM_ADDR y, T limit) { Cast<T>(y, x, limit); }
```

```cpp file gather_wrapper.cpp
int prepare_gather(int count) { return count; }
int launch_gather(int count) { return prepare_gather(count); }
```

```json bad
{
  "schema_version": 1,
  "entries": {
    "add_costum": "z", // <- the kernel is called add_custom
    "scale": { // <- no list has its tensor y
      "inputs": ["x", "z"], // <- no parameter
      "outputs": ["x"], // <- the kernel takes it as const
      "parameters": {
        "count": "tensor", // <- a number
        "length": "scalar" // <- no parameter
      }
    }
  }
}
```

A fix is offered where just one name is near:

```json bad
{
  "entries": {
    "scale": {
      "inputs": ["xx"], // <- x
      "outputs": ["y"],
      "parameters": {"cuont": "scalar", "y": {"kind": "scalar"}} // <- count, and a tensor
    },
    "cast<half>": {
      "inputs": ["x"],
      "outputs": ["y"],
      "bind_target": "cats<half>" // <- cast<half>
    }
  }
}
```

```json fixed
{
  "entries": {
    "scale": {
      "inputs": ["x"],
      "outputs": ["y"],
      "parameters": {"count": "scalar", "y": {"kind": "tensor"}}
    },
    "cast<half>": {
      "inputs": ["x"],
      "outputs": ["y"],
      "bind_target": "cast<half>"
    }
  }
}
```

An entry of a template says for what, unless the source does by launching or binding it:

```cpp file copy.asc
#include "kernel_operator.h"
template <typename T>
__global__ __vector__ void copy_once(GM_ADDR x, GM_ADDR y) { Copy<T>(y, x); }
template <typename T>
__global__ __vector__ void copy_twice(GM_ADDR x, GM_ADDR y) { Copy<T>(y, x); }
template <typename T = half>
__global__ __vector__ void copy_half(GM_ADDR x, GM_ADDR y) { Copy<T>(y, x); }
void run(GM_ADDR x, GM_ADDR y, void *stream) { copy_twice<half><<<8, nullptr, stream>>>(x, y); }
```

```json bad
{
  "entries": {
    "copy_once": {"inputs": ["x"], "outputs": ["y"]}, // <- no bind_target
    "copy_twice": {"inputs": ["x"], "outputs": ["y"]},
    "copy_half": {"inputs": ["x"], "outputs": ["y"]}
  }
}
```

What a kernel takes by value and is no number needs its kind, and a tensor list needs a wrapper that prepares it:

```json bad
{
  "entries": {
    "add_custom": { // <- tiling has no kind
      "inputs": ["x", "y"],
      "outputs": ["z"],
      "workspaces": ["y"] // <- y is an input already
    },
    "gather": {
      "outputs": ["out"],
      "parameters": {"list": "tensor_list"} // <- no runtime_wrapper
    },
    "cast": {
      "inputs": ["x"],
      "outputs": ["y"],
      "bind_target": "cast<half, 2>" // <- cast has one template parameter
    }
  }
}
```

```json bad
{
  "entries": {
    "gather": {
      "outputs": ["out"],
      "parameters": {"list": "tensor_list"},
      "runtime_wrapper": {
        "source": "gather_wrapper.cpp",
        "entry": "launch_gathr", // <- launch_gather
        "tensor_list_descriptor_strategy": "prepared_workspace_tail",
        "prepare_entry": "prepare_gather",
        "descriptor_bytes": 64,
        "descriptor_order": ["list"]
      }
    },
    "add_custom": {
      "inputs": ["x", "y"],
      "outputs": ["z"],
      "parameters": {"tiling": "host_struct"},
      "runtime_wrapper": {"source": "add_wrapper.cpp", "entry": "launch"} // <- no such file
    }
  }
}
```

```json fixed
{
  "entries": {
    "gather": {
      "outputs": ["out"],
      "parameters": {"list": "tensor_list"},
      "runtime_wrapper": {
        "source": "gather_wrapper.cpp",
        "entry": "launch_gather",
        "tensor_list_descriptor_strategy": "prepared_workspace_tail",
        "prepare_entry": "prepare_gather",
        "descriptor_bytes": 64,
        "descriptor_order": ["list"]
      }
    },
    "add_custom": {
      "inputs": ["x", "y"],
      "outputs": ["z"],
      "parameters": {"tiling": "host_struct"},
      "runtime_wrapper": {"source": "add_wrapper.cpp", "entry": "launch"}
    }
  }
}
```

```json bad
{
  "entries": {
    "gather": {
      "outputs": ["out"],
      "parameters": {"list": "tensor_list"},
      "runtime_wrapper": {
        "source": "gather_wrapper.cpp",
        "entry": "launch_gather",
        "tensor_list_descriptor_strategy": "prepared_workspace_tail",
        "prepare_entry": "prepare_lists", // <- no such function
        "descriptor_bytes": 64,
        "descriptor_order": ["lists"] // <- the parameter is called list
      }
    }
  }
}
```

Each entry has a name of its own in the package, its `public_entry_name` or its kernel's:

```json bad
{
  "entries": {
    "scale": {"inputs": ["x"], "outputs": ["y"]},
    "gather": {
      "inputs": ["list"],
      "outputs": ["out"],
      "public_entry_name": "scale" // <- as the kernel before it
    }
  }
}
```

What cannot be read as a contract is one finding, at the first key that is wrong:

```json bad
{
  "entries": {
    "scale": {"inputs": ["x"], "outputs": ["y"], "luanch": {"block_dim": 8}} // <- launch
  }
}
```

```json fixed
{
  "entries": {
    "scale": {"inputs": ["x"], "outputs": ["y"], "launch": {"block_dim": 8}}
  }
}
```

A kernel may have several entries, and parameters whose kind is plain need none:

```json good
{
  "schema_version": 1,
  "description": "the kernels of this page",
  "entries": {
    "add_custom": {"inputs": ["x", "y"], "outputs": ["z"], "parameters": {"tiling": "host_struct"}},
    "scale": {"inputs": ["x"], "outputs": ["y"]},
    "scale_again": {"source_entry_name": "scale", "inputs": ["x"], "outputs": ["y"], "parameters": {"count": "scalar"}},
    "scale_in_place": {"source_entry_name": "scale", "inputs": ["x", "y"], "outputs": ["y"]},
    "gather": {"inputs": ["list"], "outputs": ["out"], "parameters": {"list": "tensor"}},
    "cast": {"inputs": ["x"], "outputs": ["y"], "bind_target": "cast<half>", "parameters": {"limit": "scalar"}}
  }
}
```

A contract whose kernels are elsewhere is held to its own form alone:

```json good
{
  "entries": {
    "softmax": {"inputs": ["x"], "outputs": ["y"]}
  }
}
```
"""

from collections.abc import Iterator

from sklint.api import ContractContext, Finding, Severity, contract_rule, io_contract_problems
from sklint_contract.told import told


@contract_rule(
    "contract.io-contract",
    about="io_contract",
    severity=Severity.BLOCKER,
    since="0.2.0",
    sources=("the published operator tools: adapt-sk-from-global, IO contract",),
)
def check(ctx: ContractContext) -> Iterator[Finding]:
    return told(check, io_contract_problems(ctx.contract))
