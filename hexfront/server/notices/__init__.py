"""Your turn, for somebody who is not looking: web hooks and mails."""
