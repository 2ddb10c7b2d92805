"""What everything looks like: colours, type, ink on paper, and things one can pick up."""
