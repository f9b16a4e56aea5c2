"""Games in words: events, offers, refusals and errors as sentences. Every word comes from the translations."""
