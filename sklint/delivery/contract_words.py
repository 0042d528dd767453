"""What each contract of a delivery is, and what a person does where it is missing."""

CONTRACTS = {
    "operator_entry_contract": (
        "a kernel that the operator starts with",
        "define a kernel: a `__global__` function with a body, in a source of the asset",
    ),
    "sk_binding_contract": (
        "each kernel bound to SK functions by SK_BIND",
        "write the bindings with `sklint bind FILE --write`",
    ),
    "operator_semantics_contract": (
        "what the operator reads and writes",
        "write an operator-io-contract.json, or register the operator with OP_ADD or TORCH_LIBRARY",
    ),
    "build_contract": (
        "how the operator is built",
        "add a CMakeLists.txt, setup.py or build.sh that compiles the sources",
    ),
    "test_contract": (
        "how the operator is tested",
        "add a test below tests/, or a test_*.py, that runs the operator and compares its results",
    ),
    "package_contract": (
        "how the operator is packaged",
        "add a setup.py or pyproject.toml, or let `sklint adapt-sk-from-global` write one",
    ),
    "delivery_docs_contract": ("what the operator is, for its users", "add a README.md"),
}
"""Name -> what it is, and what to do."""

BLOCKERS = {
    "no_supported_operator_source_files": "no source in it (.asc .cpp .cc .cxx .cce .aicpu) outside of its tests",
    "kernel_entries_missing": "no kernel is defined in it: no function with `__global__` and a body",
}

TEST_LEVELS = {
    "none": "there are no tests",
    "smoke-launch": "the operator is run, and nothing compares its results",
    "correctness-assertion": "results are compared",
    "graph-sk-integration": "results of a fused graph are compared",
}
BUILD_LEVELS = {
    "none": "there are no build files",
    "build-entry": "there is a build file, and no target or command that is known in it",
    "command-contract": "targets or commands are named, and no Ascend toolchain",
    "toolchain-contract": "targets or commands are named, and the Ascend toolchain that builds them",
}
