"""The fire plans of a game: what each side wrote before it began (FF-PLN)."""
