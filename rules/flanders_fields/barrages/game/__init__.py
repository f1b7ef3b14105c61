"""The rolling barrage in a game: it is laid, advances, is rolled for, and lifts (FF-BAR)."""
