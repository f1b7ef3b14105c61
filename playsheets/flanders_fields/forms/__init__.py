"""The blank and filled-in forms of Flanders Fields."""
