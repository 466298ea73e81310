"""Voice: the device's ears, mouth and button, and who may speak when. It is handed its cloud."""
