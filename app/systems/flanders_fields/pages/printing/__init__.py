"""Pages from which the prints of Flanders Fields are chosen."""
