"""Ctrl-C at random moments: the calls that are interrupted, and the program that makes them."""
