"""The pages of Flanders Fields alone."""
