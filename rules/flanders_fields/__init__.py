"""Flanders Fields: the Western Front, 1914-18, in platoon stands and measured centimetres."""
