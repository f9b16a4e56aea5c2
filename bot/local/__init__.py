"""A Discord on this machine: the server the bot connects to and the page people play on."""
