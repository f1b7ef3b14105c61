"""Judging commands: one module a family, one table of who judges what."""
