"""Commanding and planning at the table."""
