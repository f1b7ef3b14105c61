"""Artillery at the table: bombardments ordered unseen, smoke and gas laid."""
