"""Dice sets as they were taught: what teaching learns from photos, checks, and keeps in a profile."""
