"""Commands for a class: trees, exercises, marks, students' programs."""

from elagage.cli.teaching.exercise_command import exercise
from elagage.cli.teaching.grade_command import grade
from elagage.cli.teaching.tree_command import tree
from elagage.cli.teaching.verify_command import verify

__all__ = ["exercise", "grade", "tree", "verify"]
