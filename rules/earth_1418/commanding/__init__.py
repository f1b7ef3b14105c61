"""Commands of formations, and the plans that they leave their sub-units."""
