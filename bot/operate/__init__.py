"""What whoever runs the bot can do besides: look whether all is well, copy, move and verify the games."""
