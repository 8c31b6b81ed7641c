"""The one exception of this package."""


class PtlError(Exception):
    """A file that is no readable model. The text names file, record and problem."""
