"""What is kept: the database, its tables and statements, and the quick way to disk."""
