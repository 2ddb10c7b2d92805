"""The treasure race at the table."""
