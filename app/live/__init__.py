"""Live updates: one event stream per page."""
