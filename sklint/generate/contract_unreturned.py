"""An entry of an IO contract that names no tensor to return: which tensors of its kernel it leaves out."""

from collections.abc import Sequence

from sklint.bind_target import is_bind_target
from sklint.contract import Contract
from sklint.contract_entry import Entry
from sklint.contract_file import ContractFile
from sklint.generate.adapt_contract import in_no_list, unlisted
from sklint.generate.contract_subject import Subjects
from sklint.generate.kernel_facts import KernelHere
from sklint.generate.template_arguments import listed


def left_out(file: ContractFile, entry: Entry, kernels: Sequence[KernelHere]) -> str:
    """The end of the message: the tensors that are in no list, whichever form of the kernel is meant."""
    if entry.bind_target and not is_bind_target(entry.bind_target):
        return ""
    arguments = listed(entry.bind_target)
    alone = Contract(file.source.path, file.source.data, {entry.name: entry})
    own, _ = Subjects(file, alone, kernels).of(entry)
    forms = [one for it in own if it.fits(arguments) for one in it.facts(arguments)]
    missing = [it for it in (unlisted(forms[0], entry) if forms else ()) if all(it in one.tensors for one in forms)]
    return f"; {in_no_list(missing, forms[0])}" if missing else ""
