"""Shots, shells and blows at the table."""
