"""A sample of each kernel of a package: what it takes, values for that, and the script that launches it with them."""
