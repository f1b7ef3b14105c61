"""Games in play: repository, command handling, export, import and reports."""
