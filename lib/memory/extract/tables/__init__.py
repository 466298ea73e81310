"""Tables of words of the extractor, by what they are of."""
