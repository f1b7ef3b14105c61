"""The look-ups as pages."""
