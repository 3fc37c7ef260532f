"""Commands for a class: trees, exercises, marks, students' programs."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.cli.teaching.exercise_command import exercise
    from elagage.cli.teaching.grade_command import grade
    from elagage.cli.teaching.sheet_command import sheet
    from elagage.cli.teaching.tree_command import tree
    from elagage.cli.teaching.verify_command import verify

__all__ = ["exercise", "grade", "sheet", "tree", "verify"]

export_lazily(
    __name__,
    {
        "exercise": "exercise_command",
        "grade": "grade_command",
        "sheet": "sheet_command",
        "tree": "tree_command",
        "verify": "verify_command",
    },
)
