"""Books of first plies: the answers that a perfect player needs before its solver is quick enough by itself."""

from elagage.solvers.book.book_file import Book, Entry, load_book, shipped_book

__all__ = ["Book", "Entry", "load_book", "shipped_book"]
