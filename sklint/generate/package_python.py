"""The Python files of a package: its modules as they stand in data/package, with the tables of its entries put in."""

import keyword
import pprint
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from sklint.error import SklintError
from sklint.generate.package_entry import PackageEntry, python_name
from sklint.target import known_products

TEMPLATES = Path(__file__).parent.parent / "data" / "package"
NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?", re.ASCII)
VERSION = re.compile(
    r"(?:\d+!)?\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?(?:\+[a-z0-9]+(?:[._-][a-z0-9]+)*)?",
    re.IGNORECASE,
)

RESOLUTION = "_name_resolution.json"

SUPERKERNEL_ARCHES = ("dav-2201", "dav-3510")
"""What packages are built for."""

SOC_PREFIXES = (("ascend910b", "dav-2201"), ("ascend91093", "dav-2201"), ("ascend950", "dav-3510"))
SOC_NUMBERS = {104: "dav-2201", **dict.fromkeys(range(220, 226), "dav-2201"), 260: "dav-3510"}
"""torch_npu's numbers of the SoCs whose architecture is known."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """What a package is called, and what is in it beside its entries. `module` has all of them, named by the first one
    where it is ""; `data` are files by their paths in the Python package; `config` is what compiler and linker are
    given, as setup.py has it."""

    name: str
    version: str
    module: str = ""
    data: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    config: Mapping[str, object] = field(default_factory=dict[str, object])


def python_package(name: str, option: str = "--package-name") -> str:
    """The importable name of a distribution. SklintError for a name that no distribution may have, as `option` gives
    it."""
    if not NAME.fullmatch(name):
        raise SklintError(f"{option} {name!r} is no name of a package: letters, digits, '.', '_' and '-'")
    found = re.sub(r"\W", "_", name, flags=re.ASCII)
    return f"_{found}" if found[0].isdigit() or keyword.iskeyword(found) else found


def checked_version(version: str) -> str:
    if not VERSION.fullmatch(version):
        raise SklintError(f"--package-version {version!r} is no version, such as 0.1.0 or 1.2.0rc1")
    return version


def selector(entries: Sequence[PackageEntry]) -> bytes:
    constants = {
        "ENTRY_MODULES": {it.name: it.name for it in entries},
        "ENTRY_SUPPORTED_ARCHES": {it.name: arches(it) for it in entries},
    }
    return filled("_arch_selector.py", "# @CONSTANTS@", assigned(constants))


def torch_library(entries: Sequence[PackageEntry]) -> bytes:
    constants = {
        "SCHEMAS": {it.name: it.schema for it in entries},
        "FUNCTIONS": {it.name: it.function for it in entries},
    }
    return filled("_torch_library.py", "# @CONSTANTS@", assigned(constants))


def init(entries: Sequence[PackageEntry], package: str) -> bytes:
    text = filled("__init__.py", "# @FUNCTIONS@", "".join(map(function, entries))).decode()
    return text.replace("@SUMMARY@", f"{package}: kernels of a SuperKernel as torch operators.").encode()


def function(entry: PackageEntry) -> str:
    """`run_<entry>`, which calls the operator and gives back what it wrote."""
    names = ", ".join(entry.python_names)
    back = python_name(entry.returned)
    return f'''

def run_{entry.name}({names}):
    """Launch {entry.facts.target}; gives {back} back."""
    torch.ops.ascendc_ops.{entry.operator}({names})
    return {back}
'''


def setup(entries: Sequence[PackageEntry], made: Distribution, support: Sequence[str] = ()) -> bytes:
    """`support` are the files outside of csrc that the sources include."""
    package = python_package(made.name)
    chips = {
        re.sub(r"[-_\s]", "", spelled.lower()): it.option
        for it in known_products()
        for spelled in (*it.names, *it.soc_names)
        if it.option in SUPERKERNEL_ARCHES
    }
    constants: Mapping[str, object] = {
        "PACKAGE_NAME": made.name,
        "PACKAGE_VERSION": made.version,
        "PACKAGE": package,
        "MODULE_BASE": entries[0].name,
        "ENTRY_SPECS": [spec(it) for it in entries],
        "SUPPORT_FILES": list(support),
        "OPERATOR_BUILD_CONFIG": dict(made.config),
        "PACKAGE_DATA": {package: list(made.data)},
        "SOC_PREFIXES": SOC_PREFIXES,
        "SOC_NUMBERS": SOC_NUMBERS,
        "CHIP_ARCHES": chips,
    }
    return filled("setup.py", "# @CONSTANTS@", assigned(constants))


def spec(it: PackageEntry) -> dict[str, object]:
    about = it.metadata
    return {
        "entry_name": it.name,
        "module_base": it.name,
        "csrc_file": it.csrc_file,
        "pybind_file": f"csrc/pybind11_{it.name}.asc",
        "extra_sources": [it.wrapper_file] if it.wrapper_file else [],
        "supported_arches": arches(it),
        "supported_soc_versions": list(about.supported_soc_versions) if about else [],
        "target_resolution": msgspec.json.decode(about.target_resolution) if about else {},
        "support_source": about.support_source if about else "",
        "compile_defines": list(it.contract.defines) if it.contract else [],
        "compile_options": list(it.contract.options) if it.contract else [],
    }


def arches(it: PackageEntry) -> list[str]:
    return list(it.metadata.supported_arches) if it.metadata else []


def assigned(constants: Mapping[str, object]) -> str:
    return "\n".join(
        f"{name} = {pprint.pformat(value, width=100, sort_dicts=False)}" for name, value in constants.items()
    )


def filled(name: str, mark: str, text: str) -> bytes:
    template = (TEMPLATES / f"{name}.in").read_text("utf-8")
    made = template.replace(f"{mark}\n", f"{text.rstrip()}\n" if text.strip() else "", 1)
    return made.encode()
