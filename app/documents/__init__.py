"""Kept documents: tables, forces, scenarios, plans are one kind with four uses."""
