"""
Bare source: a module without its comments, docstrings, types and most blanks, for boards that get
it as source.

Runs on CPython, standard library only. Lines keep their numbers, so that a traceback of a board
names those of the repository. What is shipped at all, and in which form, is for `stage`.
"""

import ast
import io
import tokenize

_UNSEEN = (
    tokenize.NEWLINE,
    tokenize.NL,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)


def bare(source: bytes) -> bytes:
    """
    The source of a module without comments, docstrings and annotations, but for those of machine
    code, which are its types, without what is for a type checker, and with no blanks but those
    that tell something. Raises SyntaxError.
    """
    text = source.decode()
    lines = text.split("\n")
    for found in tokenize.generate_tokens(io.StringIO(text).readline):
        if found.type == tokenize.COMMENT:
            row, column = found.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                _blank(lines, first, len(node.body) == 1)
    raw = [line.encode() for line in lines]
    cuts = sorted(_annotations(tree, text.encode()), reverse=True)
    for row, begin, end in cuts:
        raw[row] = raw[row][:begin] + raw[row][end:]
    return _tight(untyped(b"\n".join(raw)).decode()).encode()


def untyped(source: bytes) -> bytes:
    """A module without what is for a type checker; its lines keep their numbers."""
    lines = source.split(b"\n")
    for node in ast.parse(source).body:
        if _is_for_types(node):
            for row in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[row] = b""
    return b"\n".join(lines)


def _tight(text: str) -> str:
    """The same tokens on the same lines; a blank for each level, and between two words."""
    out = ""
    row = 1
    level = 0
    begins = True  # the next token is the first of a statement's lines
    before = None  # the token before it on its line
    for one in tokenize.generate_tokens(io.StringIO(text).readline):
        level += (one.type == tokenize.INDENT) - (one.type == tokenize.DEDENT)
        begins = begins or one.type == tokenize.NEWLINE
        if one.type in _UNSEEN:
            continue
        if one.start[0] > row:
            out += "\n" * (one.start[0] - row)
            before = None
        if begins:
            out += " " * level
        elif before is not None and one.start > before.end and _is_word(before.string[-1]):
            out += " " * _is_word(one.string[0])
        out += one.string
        row = one.end[0]
        before = one
        begins = False
    return out + "\n" * (text.count("\n") + 1 - row)


def _is_word(letter: str) -> bool:
    """True for what would run into a word beside it, as a quote does into a prefix."""
    return letter.isalnum() or letter in "_'\"" or ord(letter) > 127


def with_bytes(source: bytes) -> bytes:
    """
    A module in which each text that is written as `"...".encode()` is written as its bytes, so
    that a chip does not keep both; its lines keep their numbers.
    """
    lines = source.split(b"\n")
    found = [(node, _encoded(node)) for node in ast.walk(ast.parse(source))]
    calls = [(node, text) for node, text in found if isinstance(node, ast.Call) and text]
    for node, text in sorted(calls, key=lambda row: -row[0].lineno * 1000 - row[0].col_offset):
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        after = lines[last][node.end_col_offset or 0 :]
        lines[first] = lines[first][: node.col_offset] + b"(" + repr(text.encode()).encode()
        for row in range(first + 1, last + 1):
            lines[row] = b""
        lines[last] += b")" + after
    return b"\n".join(lines)


def _encoded(node: ast.AST) -> str:
    """The text of `"...".encode()`; none of anything else."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return ""
    text = node.func.value.value if isinstance(node.func.value, ast.Constant) else None
    is_plain = node.func.attr == "encode" and not node.args and not node.keywords
    return text if is_plain and isinstance(text, str) else ""


def _is_for_types(node: ast.stmt) -> bool:
    """True for the name of it that is set, and for the block behind it."""
    if isinstance(node, ast.Assign):
        return [one.id for one in node.targets if isinstance(one, ast.Name)] == ["TYPE_CHECKING"]
    if not isinstance(node, ast.If) or not isinstance(node.test, ast.Name):
        return False
    return node.test.id == "TYPE_CHECKING" and not node.orelse


def _annotations(tree: ast.AST, raw: bytes) -> "list[tuple[int, int, int]]":
    """(line, first byte of it, byte behind it) of each annotation that ends where it begins."""
    lines = raw.split(b"\n")
    found: "list[tuple[ast.expr | ast.arg | None, ast.expr]]" = []
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            found.append((node.target, node.annotation))
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if [one for one in node.decorator_list if "viper" in ast.dump(one)]:
            continue
        given = node.args
        every = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
        for one in every:
            if one is not None and one.annotation is not None:
                found += [(one, one.annotation)]
        if node.returns is not None:
            found.append((None, node.returns))
    cuts = []
    for before, kind in found:
        row, end = kind.lineno - 1, kind.end_col_offset or 0
        line = lines[row]
        if isinstance(before, ast.arg):
            begin = before.col_offset + len(before.arg.encode())
        elif before is not None:
            begin = before.end_col_offset or 0
        else:
            begin = len(line[: line.rindex(b"->", 0, kind.col_offset)].rstrip())
        is_one_line = kind.end_lineno == kind.lineno
        if is_one_line and (before is None or before.lineno == kind.lineno):
            cuts.append((row, begin, end))
    return cuts


def _blank(lines: "list[str]", docstring: ast.Expr, is_all: bool) -> None:
    """Leave lines empty where a docstring is, but an empty string where nothing else is said."""
    assert isinstance(docstring.value, ast.Constant)
    if not isinstance(docstring.value.value, str):
        return
    begin, end = docstring.lineno - 1, (docstring.end_lineno or docstring.lineno) - 1
    # Columns are in bytes of UTF-8; before a docstring stand blanks alone.
    behind = lines[end].encode()[docstring.end_col_offset or 0 :].decode()
    bare_one = '""' if is_all or behind.strip() else ""
    lines[begin] = lines[begin][: docstring.col_offset] + bare_one
    lines[begin] = (lines[begin] + (behind if begin == end else "")).rstrip()
    for row in range(begin + 1, end + 1):
        lines[row] = ""
