"""What a person does about a finding that keeps a kernel from being bound."""

from sklint.finding import Finding

ADVICE = {
    "block-idx": "read the index in the kernel's own body, and hand it to the function",
    "block-num-in-helper": "ask for the count in the kernel's own body, and hand it to the function",
    "block-num-kernel-type": "give the kernel the type that it has in every build",
    "block-num-out-of-reach": "ask for the count in the kernel's own body, and hand it on",
    "body-unknown": "write the body out, without a macro that makes it",
    "conditional-declaration": "write the declaration once for all configurations",
    "kernel-type": "name the cores in the declaration: __vector__, __cube__ or __mix__(cubes, vectors)",
    "kernel-type-per-key": "give the kernel one type, or split it",
    "macro-of-build": "write in the kernel what has to change, and leave the rest to the macro",
    "macro-kernel": "write the kernel out, without the macro that makes it",
    "name-taken": "rename the kernel, or put it into a namespace",
    "overloaded-kernel": "give each kernel a name of its own",
    "parameter-pack": "write the parameters out",
    "reference-parameter": "pass a pointer or a value",
    "result": "define the unknown word before the name, or declare the kernel void",
    "simt-kernel": "leave it outside of the SuperKernel",
    "source-not-read": "make it compile; names and strings have to be UTF-8",
    "template-argument-late": "declare what it names before the kernel",
    "template-arguments": "give arguments that fit the template",
    "tpipe": "make the pipe in the kernel itself, and destroy it once on each way out",
    "unbound-sk-function": "write its SK_BIND, or remove it",
    "unread-branch": "read the branch: add what it asks for to `defines` in sklint.toml",
    "unread-kernel": "read the branch: add what it asks for to `defines` in sklint.toml",
}
"""By the second word of a rule of the generator."""

OF_RULES = {"sk.scalar-write-dcci": "flush it in the kernel, or bind with --mask 0, with which the framework flushes"}


def advice(finding: Finding) -> str:
    """A verb phrase; "" where the message says what to do."""
    pack, _, what = finding.rule.partition(".")
    if pack == "codegen":
        return ADVICE.get(what, "")
    return OF_RULES.get(finding.rule) or f"`sklint explain {finding.rule}` tells how"


def with_advice(finding: Finding) -> str:
    """The message, and what to do."""
    todo = advice(finding)
    return f"{finding.message}; {todo}" if todo else finding.message
