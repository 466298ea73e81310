"""Changes: corrections, deletions, duplicates, and eviction from hot memory."""
