"""A package of kernels on its way to a wheel: what is there, what Python calls, how it is built."""
