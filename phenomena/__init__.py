"""Conversational phenomena, one module each, and the user's agenda they cut into."""
