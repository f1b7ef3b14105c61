"""Bombardments, and the smoke and gas that they lay."""
