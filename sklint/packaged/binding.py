"""operator-sk-pybind-binding.json: what Python imports of a package, under the published keys."""

from hashlib import sha256

from sklint.packaged.tree import Tree

BINDING = "operator-sk-pybind-binding.json"
PLACES = ("package_root", "output_root")
"""What a binding says of where it is: a folder may be moved, or copied."""


def binding_json(it: Tree) -> dict[str, object]:
    """The manifest of a package that is whole."""
    manifest, root = it.adapted.manifest, it.adapted.root.resolve()
    package = manifest.python_package
    arches = {one.entry_name: arches_of(one.supported_arches) for one in manifest.entries}
    return {
        "status": "generated",
        "package_name": manifest.package_name,
        "python_package": package,
        "package_version": manifest.package_version,
        "package_root": str(root),
        "pybind_layout": manifest.pybind_layout,
        "extension_module": f"{package}.{manifest.pybind_module}",
        "extension_module_base": f"{package}.{manifest.pybind_module}",
        "extension_module_pattern": f"{package}.<entry_module_base>_<arch_suffix>",
        "extension_modules_by_entry": {name: f"{package}.{base}_<arch_suffix>" for name, base in it.modules.items()},
        "supported_arches_by_entry": arches,
        "operator_build_config": manifest.operator_build_config,
        "operator_package_files": manifest.operator_package_files,
        "kernel_entries": [
            {
                "entry_name": one.entry_name,
                "source_file": file.file,
                "param_count": one.param_count,
                "supported_arches": arches[one.entry_name],
                "supported_soc_versions": one.supported_soc_versions,
                "support_source": one.support_source,
            }
            for file in manifest.per_file
            for one in file.entries
        ],
        "written_files": it.files,
        "written_files_sha256": {name: sha256((root / name).read_bytes()).hexdigest() for name in it.files},
        "output_root": str(root.parent),
    }


def arches_of(given: tuple[str, ...]) -> list[str]:
    """Architectures as the compiler names them, each once."""
    return list(dict.fromkeys(name for it in given if (name := it.strip().lower().replace("_", "-"))))
