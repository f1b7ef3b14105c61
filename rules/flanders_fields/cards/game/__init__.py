"""Event cards in a game: the pack, the hands, what lies on the table and what it does (FF-CRD)."""
