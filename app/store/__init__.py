"""The event store: append and read. The only SQL of games."""
