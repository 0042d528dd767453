"""Assets of operators: what is in one, which operators it delivers, how they are built, and each taken out of it."""
