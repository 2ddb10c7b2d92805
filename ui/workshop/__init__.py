"""The workshop: what whoever sets up the table needs, one page each."""
