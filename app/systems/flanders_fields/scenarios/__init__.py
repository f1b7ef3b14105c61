"""Scenarios that clubs write: their open document, where they are kept, and games of them."""
