"""Makes the tables of data/; see `__main__`."""
