"""Sources of the host alone, without a kernel or a launch, are checked for the interfaces of the host."""

import json

import pytest

COMPILES = """#include "acl/acl.h"
#include "acl/acl_rt_compile.h"
int main() { aclrtcProg prog; return aclrtcCreateProg(&prog, nullptr, nullptr, 0, nullptr, nullptr); }
"""
OLD = "void Size(platform_ascendc::PlatformAscendC &chip) {{ {} }}\n"
OLD_NAME, OLD_HEADER = "compat.deprecated-api", "compat.deprecated-header"
MATRIX = """chip_families:
  - id: ascend-910b
    cann_versions: ["9.1"]
    forbidden_apis: [aclrtSetDevice]
    official_sources:
      forbidden_apis: https://www.hiascend.com/a
"""
TILING = '#include "tiling/platform/platform_ascendc.h"\n#include "tiling/tiling_api.h"\n'


@pytest.mark.parametrize(
    ("target", "text", "wanted"),
    [
        (("--target-chip", "310p"), COMPILES, ["compat.forbidden-acl-api"]),
        (("--target-chip", "A2"), COMPILES, []),
        ((), COMPILES, []),
        (("--target-cann", "9.1"), TILING + OLD.format("chip.CalcTschBlockDim(8, 1, 2);"), [OLD_NAME]),
        (("--target-cann", "8.5"), TILING + OLD.format("chip.CalcTschBlockDim(8, 1, 2);"), []),
        (("--target-cann", "9.1"), TILING + OLD.format("AscendC::GetLayerNormNDTillingInfo();"), [OLD_NAME]),
        (("--target-cann", "9.1"), TILING + OLD.format("chip.GetCoreNum();"), []),
        (("--target-cann", "9.1"), '#include "adv_api/math/kernel_operator_erf_intf.h"\nint n;\n', [OLD_HEADER]),
        (("--target-cann", "9.1"), '#include "basic_api/op_frame/elemwise_frame.h"\nint n;\n', [OLD_HEADER]),
        (("--target-cann", "9.1"), '// kernel_operator_erf_intf.h\nint n;\n', []),
        (("--target-cann", "9.0"), '#include "adv_api/math/kernel_operator_erf_intf.h"\nint n;\n', []),
        (("--target-cann", "9.1"), '#include "kernel_operator.h"\nvoid f() { AscendC::SetAtomicNone(); }\n', []),
    ],
)  # fmt: skip
def test_what_the_host_calls_is_checked_where_no_kernel_is(run, project, target, text, wanted):
    project.joinpath("sklint.toml").write_text("")
    project.joinpath("main.cpp").write_text(text)
    result = run("check", "--output-format", "json", *target, "main.cpp")
    assert [it["rule_id"] for it in json.loads(result.out)["findings"]] == wanted
    assert result.code == bool(wanted)


def test_what_a_published_matrix_forbids_is_found_there_too(run, project, monkeypatch):
    matrix = project / "matrix"
    matrix.mkdir()
    matrix.joinpath("chips.yaml").write_text(MATRIX)
    monkeypatch.setenv("SK_COMPAT_MATRIX_DIR", str(matrix))
    project.joinpath("main.cpp").write_text("int main() { return aclrtSetDevice(0); }\n")
    result = run("check", "--target-chip", "A2", "main.cpp")
    assert "aclrtSetDevice is forbidden" in result.out and result.code == 1
