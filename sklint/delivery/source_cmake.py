"""The CMakeLists.txt of a source scaffold: with the compiler that was given, or with the one that CMake finds."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sklint.delivery.ascend_contract import STANDARD
from sklint.delivery.conversion import Analysis
from sklint.delivery.copies import copied_folders, outside_folders
from sklint.delivery.source_scaffold import SOURCES, CompileUnit

TARGET = "sk_compile_units"
HERE = "${CMAKE_CURRENT_SOURCE_DIR}"
SEMICOLON = r"\;"
HEAD = """# Made by `sklint generate-sk-source-scaffold`: compiles each source of the operator as it is.
cmake_minimum_required(VERSION 3.16)
"""


def cmake_lists(it: Analysis, units: Sequence[CompileUnit]) -> str:
    return with_compiler(it, units) if it.ascend.status == "ready" else with_found(it, units)


# the compiler that was given


def with_compiler(it: Analysis, units: Sequence[CompileUnit]) -> str:
    """Each source by a command of its own: CMake needs no compiler."""
    return "".join(
        (
            f"{HEAD}project(operator_sk_source NONE)\n\n",
            f"set(SK_COMPILER {literal(it.ascend.compiler)})\n",
            f"set(SK_ARCH --npu-arch={it.ascend.ascend_arch})\n",
            listed("SK_FLAGS", flags(it)),
            COMPILE,
            *(f"sk_compile({one.language} {literal(one.source)})\n" for one in units),
            f"add_custom_target({TARGET} ALL DEPENDS ${{SK_OBJECTS}})\n",
        )
    )


COMPILE = f"""set(SK_OBJECTS)

function(sk_compile language source)
  set(object "${{CMAKE_CURRENT_BINARY_DIR}}/objects/${{source}}.o")
  get_filename_component(folder "${{object}}" DIRECTORY)
  file(MAKE_DIRECTORY "${{folder}}")
  set(arch)
  if(language STREQUAL "asc")
    set(arch ${{SK_ARCH}})
  endif()
  add_custom_command(
    OUTPUT "${{object}}"
    COMMAND "${{SK_COMPILER}}" -x ${{language}} ${{arch}} ${{SK_FLAGS}} -fPIC
            -c "{HERE}/{SOURCES}/${{source}}" -o "${{object}}"
    DEPENDS "{HERE}/{SOURCES}/${{source}}"
    COMMENT "Compiling ${{source}}"
    VERBATIM)
  set(SK_OBJECTS ${{SK_OBJECTS}} "${{object}}" PARENT_SCOPE)
endfunction()

"""


def flags(it: Analysis) -> Iterator[str]:
    yield from map(literal, it.ascend.compile_options)
    for name in it.ascend.force_includes:
        yield f"-include {literal(name)}"
    yield from (f'"-I{HERE}/{name}"' for name in copied_folders(it, SOURCES))
    toolkit = Path(it.ascend.ascend_cann_path) / "include"
    yield from (literal(f"-I{name}") for name in (*outside_folders(it), *([toolkit] if toolkit.is_dir() else [])))


# the compiler that CMake finds


def with_found(it: Analysis, units: Sequence[CompileUnit]) -> str:
    """A library of objects in the languages ASC and C++, which the package ASC of a CANN toolkit brings."""
    folders = [f'"{HERE}/{name}"' for name in copied_folders(it, SOURCES)]
    kernels = [literal(one.copy) for one in units if one.language == "asc"]
    return "".join(
        (
            HEAD,
            FIND,
            listed("SK_KERNELS", kernels),
            listed("SK_HOST", (literal(one.copy) for one in units if one.language == "c++")),
            f"add_library({TARGET} OBJECT ${{SK_KERNELS}} ${{SK_HOST}})\n",
            "set_source_files_properties(${SK_KERNELS} PROPERTIES LANGUAGE ASC)\n" if kernels else "",
            f"target_include_directories({TARGET} PRIVATE\n",
            *(f"  {name}\n" for name in (*folders, *map(literal, outside_folders(it)))),
            f")\ntarget_compile_options({TARGET} PRIVATE\n  {STANDARD}\n",
            "  $<$<COMPILE_LANGUAGE:ASC>:--npu-arch=${SK_NPU_ARCH}>\n)\n",
        )
    )


FIND = """
set(SK_NPU_ARCH "" CACHE STRING "The architecture that kernels are built for, such as dav-2201")
if(SK_NPU_ARCH STREQUAL "")
  message(FATAL_ERROR "Name the architecture: cmake -DSK_NPU_ARCH=dav-2201")
endif()

find_package(ASC REQUIRED)
project(operator_sk_source LANGUAGES ASC CXX)

"""


# text


def listed(name: str, values: Iterable[str]) -> str:
    """A list; a `;` in a value does not end it."""
    return "".join([f"set({name}\n", *(f"  {it.replace(';', SEMICOLON)}\n" for it in values), ")\n"])


def literal(text: str) -> str:
    """An argument that CMake takes as it is, whatever is in it."""
    equals = "="
    while f"]{equals}]" in text:
        equals += "="
    return f"[{equals}[{text}]{equals}]"
