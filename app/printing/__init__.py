"""What is printed, of any rule system: forms that are offered, and how an address names paper and printer."""
