"""The pages of forces and their guns."""
