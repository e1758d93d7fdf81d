"""The server behind the table in the browser: games, people, sockets, robots."""
