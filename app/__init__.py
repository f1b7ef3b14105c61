"""The service: everything impure."""
