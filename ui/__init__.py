"""The pygame screens, their theme, pictures, sounds and languages."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame greets on standard output, where our answers go
