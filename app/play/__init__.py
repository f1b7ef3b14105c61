"""The play screen: commands available to a seat, their prompts, and the screen as JSON and as a page."""
