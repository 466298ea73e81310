"""What a model finds in talk: how it is asked, what of its answer is believed, how it is kept."""
