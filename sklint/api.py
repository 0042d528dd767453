"""All that a rule pack may import."""

from sklint.block_names import BlockName, block_names
from sklint.body import Body, Call, Local, Reference, Statement, Token
from sklint.by_position import used_by_position
from sklint.comparison import Difference
from sklint.contract_file import ContractFile, delivery_problems
from sklint.contract_problem import Problem
from sklint.count_differences import CountDifference, count_differences
from sklint.declared import Field, KernelType, Key, Param, Struct, TemplateParam, Type
from sklint.default_counts import DefaultCount, default_counts, last_place
from sklint.finding import Edit, Finding, Fix, Hint, Related, Safety, Severity
from sklint.flushes import unflushed_writes
from sklint.generate.batch_mode import batch_mode_fix
from sklint.generate.block_count import block_count_fix, launched_count
from sklint.generate.contract_agreement import io_contract_problems
from sklint.generate.destroy import destroy_edits, joined_edits, waiting_edits
from sklint.generate.flush import flush_edits
from sklint.generate.mask import with_bits
from sklint.instances import Mismatch, mismatches
from sklint.macro_body import macro_body
from sklint.model import (
    ApiUse,
    ArchMarker,
    Argument,
    Binding,
    Bound,
    Function,
    Include,
    Kernel,
    Launch,
    Mask,
    Reached,
    SkFunction,
    Written,
)
from sklint.one_way import Made, ways_through
from sklint.pipe_faults import PipeFault, pipe_faults
from sklint.pipe_walk import Exit
from sklint.pipes import Pipe, owned_pipes
from sklint.reach import ReachedBody, reached_bodies, sk_bodies
from sklint.reached_call import reaches_call
from sklint.released_buffers import ReleasedUse, released_uses
from sklint.rule import Considered, Context, ContractContext, Pack, Rule, contract_rule, rule
from sklint.run_by import as_bound, run_by
from sklint.same_body import first_difference
from sklint.sole_use import place_in_definition
from sklint.source import Position, Source, Span
from sklint.system_args import SystemArgsUse, lacks_system_args, system_args_uses
from sklint.target import Chip, Family, Target, Version, known_chips, memory_sizes, whole_memories
from sklint.uncalled_counts import uncalled_counts
from sklint.unit import Unit
from sklint.writes import GlobalWrite, global_writes

__all__ = [
    "ApiUse",
    "ArchMarker",
    "Argument",
    "Binding",
    "BlockName",
    "Body",
    "Bound",
    "Call",
    "Chip",
    "Considered",
    "Context",
    "ContractContext",
    "ContractFile",
    "CountDifference",
    "DefaultCount",
    "Difference",
    "Edit",
    "Exit",
    "Family",
    "Field",
    "Finding",
    "Fix",
    "Function",
    "GlobalWrite",
    "Hint",
    "Include",
    "Kernel",
    "KernelType",
    "Key",
    "Launch",
    "Local",
    "Made",
    "Mask",
    "Mismatch",
    "Pack",
    "Param",
    "Pipe",
    "PipeFault",
    "Position",
    "Problem",
    "Reached",
    "ReachedBody",
    "Reference",
    "Related",
    "ReleasedUse",
    "Rule",
    "Safety",
    "Severity",
    "SkFunction",
    "Source",
    "Span",
    "Statement",
    "Struct",
    "SystemArgsUse",
    "Target",
    "TemplateParam",
    "Token",
    "Type",
    "Unit",
    "Version",
    "Written",
    "as_bound",
    "batch_mode_fix",
    "block_count_fix",
    "block_names",
    "contract_rule",
    "count_differences",
    "default_counts",
    "delivery_problems",
    "destroy_edits",
    "first_difference",
    "flush_edits",
    "global_writes",
    "io_contract_problems",
    "joined_edits",
    "known_chips",
    "lacks_system_args",
    "last_place",
    "launched_count",
    "macro_body",
    "memory_sizes",
    "mismatches",
    "owned_pipes",
    "pipe_faults",
    "place_in_definition",
    "reached_bodies",
    "reaches_call",
    "released_uses",
    "rule",
    "run_by",
    "sk_bodies",
    "system_args_uses",
    "uncalled_counts",
    "unflushed_writes",
    "used_by_position",
    "waiting_edits",
    "ways_through",
    "whole_memories",
    "with_bits",
]
