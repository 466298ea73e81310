"""For device-side tests: the exception that a call must raise."""


def raised(kind, function, *arguments, **named):
    """Return the exception of that kind which the call raises; without one the test fails."""
    try:
        function(*arguments, **named)
    except kind as error:
        return error
    raise AssertionError("no %s" % kind.__name__)
