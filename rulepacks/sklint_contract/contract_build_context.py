"""The build flows of an operator are of a known kind, and say what they make.

`operator-build-context.json` tells how an asset is built. A flow needs a name, a kind that the build stage knows
(`sk-native-wheel`, `sk-standalone`, `cmake-project`, `python-wheel`, `external-command`), and the outputs that it is
expected to leave; an `external-command` needs its command, as a list.

```json bad
{
  "schema_version": 1,
  "status": "redy", // <- ready, needs-human or not-configured
  "build_flows": [
    {"name": "wheel", "kind": "python-weel", "expected_outputs": ["dist/*.whl"]}, // <- python-wheel
    {"name": "", "kind": "cmake-project", "expected_outputs": ["build/lib.so"]}, // <- no name
    {"name": "make", "kind": "external-command", "expected_outputs": ["build/lib.so"]}, // <- no command
    {"name": "silent", "kind": "sk-standalone"} // <- no outputs
  ]
}
```

```json fixed
{
  "schema_version": 1,
  "status": "ready",
  "build_flows": [
    {"name": "wheel", "kind": "python-wheel", "expected_outputs": ["dist/*.whl"]},
    {"name": "", "kind": "cmake-project", "expected_outputs": ["build/lib.so"]},
    {"name": "make", "kind": "external-command", "expected_outputs": ["build/lib.so"]},
    {"name": "silent", "kind": "sk-standalone"}
  ]
}
```

```json bad
{
  "schema_version": 1,
  "status": "ready",
  "target": "ascend910b", // <- an object of chips and arches
  "include_dirs": ["include", 1], // <- text
  "compile_definitions": true, // <- a list
  "env_requirements": [{"name": "ASCEND_HOME_PATH", "required": "yes"}], // <- true or false
  "build_flows": {} // <- a list
}
```

```json good
{
  "schema_version": 1,
  "status": "ready",
  "include_dirs": ["include"],
  "build_flows": [
    {"name": "wheel", "kind": "sk-native-wheel", "unit_ids": ["add"], "expected_outputs": ["dist/*.whl"]},
    {"name": "make", "kind": "external-command", "command": ["make", "-j2"], "expected_outputs": ["build/lib.so"]}
  ]
}
```
"""

from collections.abc import Iterator

from sklint.api import ContractContext, Finding, Severity, contract_rule, delivery_problems
from sklint_contract.told import DELIVERY_TOOLS, told


@contract_rule(
    "contract.build-context",
    about="build_context",
    severity=Severity.BLOCKER,
    since="0.2.0",
    sources=DELIVERY_TOOLS,
)
def check(ctx: ContractContext) -> Iterator[Finding]:
    return told(check, delivery_problems(ctx.contract))
