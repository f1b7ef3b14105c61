"""Each number of the book has one home: change it there, and all that is said to follow it does."""
