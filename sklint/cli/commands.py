"""All commands: where each is, by the section of the help page it stands in."""

SECTIONS = {
    "Check and repair": {
        "check": "sklint.cli.check:check",
        "bind": "sklint.cli.bind:bind",
        "write-io-contract": "sklint.cli.write_io_contract:write_io_contract",
    },
    "Rules and targets": {
        "rules": "sklint.cli.rules:rules",
        "explain": "sklint.cli.explain:explain",
        "targets": "sklint.cli.targets:targets",
        "new-rule": "sklint.cli.new_rule:new_rule",
        "docs": "sklint.cli.docs:docs",
    },
    "Operators: all stages in one run": {
        "run-sk-pipeline": "sklint.cli.run_sk_pipeline:run_sk_pipeline",
    },
    "Operators: start, survey, adapt, validate": {
        "list-templates": "sklint.cli.list_templates:list_templates",
        "generate-from-template": "sklint.cli.generate_from_template:generate_from_template",
        "adapt-asset": "sklint.cli.adapt_asset:adapt_asset",
        "validate-contracts": "sklint.cli.validate_contracts:validate_contracts",
        "scan-operator-assets": "sklint.cli.scan_operator_assets:scan_operator_assets",
        "analyze-operator-asset": "sklint.cli.analyze_operator_asset:analyze_operator_asset",
        "normalize-operator-asset": "sklint.cli.normalize_operator_asset:normalize_operator_asset",
        "detect-sk-form": "sklint.cli.detect_sk_form:detect_sk_form",
        "adapt-sk-from-global": "sklint.cli.adapt_sk_from_global:adapt_sk_from_global",
        "aggregate-sk-adapted": "sklint.cli.aggregate_sk_adapted:aggregate_sk_adapted",
        "generate-standalone-compare": "sklint.cli.generate_standalone_compare:generate_standalone_compare",
        "validate-operator": "sklint.cli.validate_operator:validate_operator",
        "apply-remediation": "sklint.cli.apply_remediation:apply_remediation",
        "list-rule-pack": "sklint.cli.list_rule_pack:list_rule_pack",
    },
    "Operators: reports and scaffolds on the way to a delivery": {
        "intake": "sklint.cli.intake:intake",
        "plan": "sklint.cli.intake:plan",
        "analyze-sk-conversion": "sklint.cli.analyze_sk_conversion:analyze_sk_conversion",
        "adapt-sk-binding-scaffold": "sklint.cli.adapt_sk_binding_scaffold:adapt_sk_binding_scaffold",
        "generate-sk-source-scaffold": "sklint.cli.generate_sk_source_scaffold:generate_sk_source_scaffold",
    },
    "Operators: build and run the package": {
        "generate-pybind-binding": "sklint.cli.generate_pybind_binding:generate_pybind_binding",
        "build-native-wheel": "sklint.cli.build_native_wheel:build_native_wheel",
        "build-standalone-executable": "sklint.cli.build_standalone_executable:build_standalone_executable",
        "build-baseline": "sklint.cli.build_baseline:build_baseline",
        "collect-runtime-input-spec": "sklint.cli.collect_runtime_input_spec:collect_runtime_input_spec",
        "auto-construct-runtime-input-values": "sklint.cli.auto_construct_values:auto_construct_runtime_input_values",
        "provide-sk-runtime-input-values": "sklint.cli.provide_sk_runtime_input_values:provide_sk_runtime_input_values",
        "auto-build-correctness-oracle": "sklint.cli.auto_build_correctness_oracle:auto_build_correctness_oracle",
        "generate-runner-script": "sklint.cli.generate_runner_script:generate_runner_script",
    },
    "Editor, shell, cache": {
        "lsp": "sklint.cli.lsp:lsp",
        "schema": "sklint.cli.schema:schema",
        "completion": "sklint.cli.completion:completion",
        "clean": "sklint.cli.clean:clean",
    },
}

COMMANDS = {name: place for commands in SECTIONS.values() for name, place in commands.items()}
"""Each command and where it is; the order is that of --help."""
