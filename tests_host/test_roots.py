"""The roots that come with the app: what ./tools/roots.sh makes of the pinned list."""

from tools import roots


def test_the_module_is_what_the_tool_makes_of_the_pinned_list() -> None:
    assert roots.MODULE.read_text(encoding="utf-8") == roots.module()


def test_the_decision_counts_and_weighs_them_right() -> None:
    text = (roots.ROOT / "docs" / "decisions" / "trust.md").read_text(encoding="utf-8")
    size = sum(
        len(roots.middle(one))
        for _, one in roots.roots(roots.Path(roots.certifi.where()).read_text(encoding="utf-8"))
    )
    assert f"{len(roots.TAKEN)} roots of {size // 1000} KB" in text
