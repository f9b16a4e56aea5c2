"""Nothing is shared here but the folder: tests import ``builders``."""
