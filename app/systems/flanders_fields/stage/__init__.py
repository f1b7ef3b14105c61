"""What Flanders Fields draws on the stage: its stands as counters, its steps, results, and dice before they fall."""
