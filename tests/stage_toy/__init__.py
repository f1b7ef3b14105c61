"""A system of the tests alone, described by its deeds."""
