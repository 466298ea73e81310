"""The archive: cold records on top of the log, its snapshot, packing and compaction."""
