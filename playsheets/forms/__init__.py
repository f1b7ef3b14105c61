"""Forms: rosters, fire plans and sheets that are laid on the table and written on."""
