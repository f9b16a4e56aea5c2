"""``make crash``: the bot is killed again and again at random instants while tables of every title are played.

Moves are typed and pressed, taken back and played again; one table lets its calls wait, one is about to end, and now
and then many moves are stored while nobody is there to tell them. Every few kills, and at the end, the bot is left in
peace until it has caught up; then what is stored and what is shown are compared with what people were told.
Everything stays on this machine, and ends by itself after so many kills.
"""
