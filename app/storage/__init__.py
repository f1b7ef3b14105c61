"""The database: engines, the event log of games, tables, backups."""
