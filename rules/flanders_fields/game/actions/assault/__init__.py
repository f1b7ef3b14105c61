"""Assault."""
