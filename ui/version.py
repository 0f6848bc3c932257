"""Versions of installed packages."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def version_of(package: str = "unoref", missing: str = "") -> str:
    """Return the version of a package, ``missing`` where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return missing
