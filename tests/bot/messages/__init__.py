"""Tests of what a table shows in its channel."""
