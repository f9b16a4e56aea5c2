"""The search for the best routes: what a legal route is, what a set of them earns, and which set earns most."""
