"""Pictures for the table: what to draw, with which alt text, in processes of their own."""
