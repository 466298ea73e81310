"""Hot memory: records in NVS, in batches that are all or nothing."""
