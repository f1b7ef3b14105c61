"""Seats: which device sits where and what it may do."""
