"""Printing for any rule system: printables, the queue and its worker processes."""
