"""The model headers (sklint_prelude.h and what it includes), the empty stubs of known headers, and their generator."""
