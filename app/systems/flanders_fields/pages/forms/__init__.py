"""The forms of the commands of a game, and what they bring."""
