"""Printed matter, built from the rules data."""
