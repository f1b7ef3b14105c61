"""National rules in a game: their uses, mutinous battalions, results that are set aside (FF-SPR)."""
