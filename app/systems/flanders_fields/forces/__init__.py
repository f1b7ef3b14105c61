"""Forces as files."""
