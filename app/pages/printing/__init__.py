"""The pages for prints."""
