"""The index: which archived records hold which terms, and how well they answer a question."""
