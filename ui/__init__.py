"""The pygame screens, their theme, pictures, sounds and languages."""
