"""What people can do on Discord, one module a topic; each has ``setup(bot)``, which adds its commands and buttons."""
