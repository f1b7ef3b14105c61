"""Answers, states, views and available commands of both systems, recorded before modules and names change."""
