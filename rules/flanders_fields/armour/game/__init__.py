"""Tanks, armoured cars and block houses in a game: their fire by sides and faces, and moving fire (FF-TNK, FF-BLK)."""
