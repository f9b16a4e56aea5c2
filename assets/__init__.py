"""The sentences of all languages, and what fills them in; a leaf that every front end may import."""
