"""Books of first plies: the answers that a perfect player needs before its solver is quick enough by itself."""

from elagage.solvers.book.book_file import NO_BOOK, Book, Entry, choose_book, load_book, shipped_book

__all__ = ["NO_BOOK", "Book", "Entry", "choose_book", "load_book", "shipped_book"]
