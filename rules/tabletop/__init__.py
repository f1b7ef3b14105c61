"""Shapes on a table, seen from above: stands, distances, arcs, strips, templates, ground, sight. It knows no rules."""
