"""Deep shelters in a game: who sits below, unseen by the other side, who comes up, what is fought there (FF-DSH)."""
