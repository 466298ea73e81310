"""Talk: the chat history and what was found in the running conversation."""
