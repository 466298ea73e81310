"""Questions: what is asked, before anything is looked for."""
