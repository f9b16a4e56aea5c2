"""The drill of whoever runs the bot: copies made and put back while tables are played, each game held to its moves.

``python -m tests.drill``; see :mod:`tests.drill.copying`.
"""
