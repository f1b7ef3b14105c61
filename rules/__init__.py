"""The rules of the games: pure functions and dated data. Nothing here knows a clock, a user or a database."""
