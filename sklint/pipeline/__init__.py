"""An operator's assets on their way through the stages of a delivery: what is run, what is known after each stage."""
