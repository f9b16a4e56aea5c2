"""The gallery: pages of pictures in ``docs/``, made by ``make gallery``."""
