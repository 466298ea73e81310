"""
Bare source: a module without its comments and docstrings, for boards that get it as source.

Runs on CPython, standard library only. Lines keep their numbers, so that a traceback of a board
names those of the repository. What is shipped at all, and in which form, is for `stage`.
"""

import ast
import io
import tokenize


def bare(source: bytes) -> bytes:
    """The source of a module without comments and docstrings. Raises SyntaxError."""
    text = source.decode()
    lines = text.split("\n")
    for found in tokenize.generate_tokens(io.StringIO(text).readline):
        if found.type == tokenize.COMMENT:
            row, column = found.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                _blank(lines, first)
    return "\n".join(lines).encode()


def _blank(lines: "list[str]", docstring: ast.Expr) -> None:
    """Leave an empty string where a docstring begins, and its other lines empty."""
    assert isinstance(docstring.value, ast.Constant)
    if not isinstance(docstring.value.value, str):
        return
    begin, end = docstring.lineno - 1, (docstring.end_lineno or docstring.lineno) - 1
    # Columns are in bytes of UTF-8; before a docstring stand blanks alone.
    behind = lines[end].encode()[docstring.end_col_offset or 0 :].decode()
    lines[begin] = lines[begin][: docstring.col_offset] + '""' + (behind if begin == end else "")
    for row in range(begin + 1, end + 1):
        lines[row] = ""
