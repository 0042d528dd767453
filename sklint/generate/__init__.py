"""The code that sklint writes: for fixes and for whole bindings, by one implementation."""
