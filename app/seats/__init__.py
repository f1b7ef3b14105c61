"""Who sits at which device, and what that device may do."""
