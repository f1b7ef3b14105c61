"""Printing: playsheets, templates and counters from the terminal and from the pages."""
