"""The colours of the report in the light and dark themes, with one set of names for the page and its figures.

Text has a contrast of at least 4.5 to 1 with its background (a test checks this), lines and marks at least 3.
"""

from __future__ import annotations

DAY = {
    "ground": "#fbfaf6",
    "raised": "#f3f0e9",
    "ink": "#22252a",
    "muted": "#5d6168",
    "rule": "#dcd7cc",
    "accent": "#1d5480",
    "band": "#a9c2d6",
    "second": "#9c4527",
    "mark": "#f6e7b4",
    "group-1": "#1d5480",
    "group-2": "#9c4527",
    "group-3": "#3b7446",
    "group-4": "#7b4b94",
    "group-5": "#7d6413",
}
NIGHT = {
    "ground": "#17191c",
    "raised": "#202328",
    "ink": "#e8e4db",
    "muted": "#a6a9ae",
    "rule": "#3a3e44",
    "accent": "#8dbbe0",
    "band": "#456480",
    "second": "#e39b7c",
    "mark": "#54481d",
    "group-1": "#8dbbe0",
    "group-2": "#e39b7c",
    "group-3": "#8fc79a",
    "group-4": "#c9a3dd",
    "group-5": "#d9c06a",
}
