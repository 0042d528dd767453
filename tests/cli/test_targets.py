"""`sklint targets`: the products there are, for people and for programs."""

import json


def test_each_product_is_listed_with_its_names_architecture_and_memory(run):
    result = run("targets")
    assert result.code == 0 and result.err == ""
    block = next(it for it in result.out.split("\n\n") if it.startswith("Atlas A3"))
    assert "names   A3, Atlas A3, ascend910_93" in block
    assert "arch    __NPU_ARCH__ 2201, --npu-arch=dav-2201" in block
    assert "ascend910_9391" in block and "L1 524032" in block and "(bytes)" in block
    assert "Source: https://gitcode.com/cann/asc-devkit" in result.out


def test_what_no_document_gives_is_left_out(run):
    block = next(it for it in run("targets").out.split("\n\n") if it.startswith("Kirin X90"))
    assert "--npu-arch" not in block and "UB" not in block


def test_programs_get_json(run):
    given = json.loads(run("targets", "--output-format", "json").out)
    assert given["schema_version"] == 1 and given["source"]
    target = next(it for it in given["targets"] if "A2" in it["names"])
    assert target["npu_arch"] == 2201 and target["npu_arch_option"] == "dav-2201"
    assert target["memory_bytes"]["L0A"] == 65536
