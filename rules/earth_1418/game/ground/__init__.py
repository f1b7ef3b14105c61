"""The table of a game and who stands where on it. Nothing of it is ever required: what it says is only proposed."""
