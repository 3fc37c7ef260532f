"""What people see: values in, text and pictures out; nothing is computed here."""

from elagage.view.text import trace_text, value_text

__all__ = ["trace_text", "value_text"]
