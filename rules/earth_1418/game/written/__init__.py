"""What a side writes unseen, whatever chapter it is of."""
