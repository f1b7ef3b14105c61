"""Scenarios that clubs write: their open document, where they are kept, and games of them."""

from typing import Final

FORMAT: Final = "beaten-zone-scenario"
VERSION: Final = 1
MOST_BYTES: Final = 2_000_000
"""The longest document that is read: two forces and a table, each as long as they usually are."""
