"""Barrages."""
