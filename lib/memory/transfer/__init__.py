"""Transfer: export and import."""
