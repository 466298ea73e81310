"""
What the pure modules import from `micropython`, for running them on CPython.

The decorators leave a function as it is: what is decorated is also plain Python, and does the same
(docs/decisions/viper.md). Nothing else of the real module is here, so that a module which needs
more cannot claim to be pure.
"""

from collections.abc import Callable
from typing import TypeVar

_F = TypeVar("_F", bound=Callable[..., object])
_T = TypeVar("_T")


def const(value: _T) -> _T:
    return value


def native(function: _F) -> _F:
    return function


def viper(function: _F) -> _F:
    return function
