"""Assaults in a game: stands go in, the assaulted fire, the contacts are fought (FF-ASL-T3)."""
