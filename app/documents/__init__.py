"""Saved documents: files, repository, owners and routes of tables and forces."""
