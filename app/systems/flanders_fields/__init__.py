"""What the service shows of Flanders Fields that it shows of no other system."""
