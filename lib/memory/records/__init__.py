"""Records: what one memory is, which kinds there are, and what may be written."""
