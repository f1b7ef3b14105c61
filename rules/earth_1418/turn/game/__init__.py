"""The turn at the table: set up, made ready for, closed step by step."""
