"""Air support in a game: missions are called, targets named, both sides throw for each (FF-AIR)."""
