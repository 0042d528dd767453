"""The verify flows of an operator are named and of a known kind.

`operator-verify-context.json` tells how the results of an operator are compared: a `command`, the original kernel
(`bind-target-on-wheel`), `reference-impls-numpy`, or the `standalone` programs. A flow of another kind verifies
nothing.

```json bad
{
  "schema_version": 1,
  "status": "ready",
  "verify_flows": [
    {"name": "numpy", "kind": "reference-impls-numpy"},
    {"kind": "standalone"} // <- no name
  ]
}
```

```json bad
{
  "schema_version": 1,
  "status": "ready",
  "verify_flows": [
    {"name": "numpy", "kind": "reference-impl-numpy"}, // <- reference-impls-numpy
    {"name": "", "kind": "standalone"} // <- no name
  ]
}
```

```json fixed
{
  "schema_version": 1,
  "status": "ready",
  "verify_flows": [
    {"name": "numpy", "kind": "reference-impls-numpy"},
    {"name": "", "kind": "standalone"}
  ]
}
```

A context that nobody has filled in yet is valid:

```json good
{
  "schema_version": 1,
  "status": "not-configured",
  "verify_flows": [],
  "human_questions": [{"id": "verify-context-required"}]
}
```

```json good
{
  "schema_version": 1,
  "status": "ready",
  "verify_flows": [{"name": "run", "kind": "command", "command": ["python3", "verify.py"]}]
}
```
"""

from collections.abc import Iterator

from sklint.api import ContractContext, Finding, Severity, contract_rule, delivery_problems
from sklint_contract.told import DELIVERY_TOOLS, told


@contract_rule(
    "contract.verify-context",
    about="verify_context",
    severity=Severity.BLOCKER,
    since="0.2.0",
    sources=DELIVERY_TOOLS,
)
def check(ctx: ContractContext) -> Iterator[Finding]:
    return told(check, delivery_problems(ctx.contract))
