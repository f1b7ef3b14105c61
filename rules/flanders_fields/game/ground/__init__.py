"""The table of a game and where its stands are: laid, placed, lifted, last known; a game may do without any of it."""
