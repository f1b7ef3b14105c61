"""Aircraft: their missions and attacks (FF-AIR)."""
