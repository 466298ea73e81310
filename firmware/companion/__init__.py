"""Companion: conversation, reminders, relationship, and maintenance in idle time."""
