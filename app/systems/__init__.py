"""The rule systems of this service: a folder each."""
