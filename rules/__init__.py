"""The four games as pure values and functions: no clock, no chance, no input or output."""
