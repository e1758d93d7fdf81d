"""Who is asking: guests, accounts, passwords, sessions, tokens, and what people type."""
